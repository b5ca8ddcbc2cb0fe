import Markup

/// A context of a page in which a string can be rendered.
enum OutputContext: String, CaseIterable {
  case elementText, attributeValue, inputValue, textareaText, preText, titleText, optionText
  case partsOfAddress, svgText, svgTitle, svgAttribute

  /// The position from which the string is read back.
  enum Reading: Encodable {
    /// All text of the element, which has no children.
    case text
    /// One attribute.
    case attribute(String)
    /// The last path component, the only query value and the fragment of a URL,
    /// all of which are equal.
    case address(String)
  }

  var reading: Reading {
    switch self {
    case .elementText, .textareaText, .preText, .titleText, .optionText, .svgText, .svgTitle: .text
    case .attributeValue: .attribute("class")
    case .inputValue: .attribute("value")
    case .svgAttribute: .attribute("aria-label")
    case .partsOfAddress: .address("href")
    }
  }

  /// Returns the number of elements of a document with a number of strings,
  /// including `html`, `head`, `body` and `main`.
  func elements(strings count: Int) -> Int {
    switch self {
    case .optionText, .svgText, .svgTitle, .svgAttribute: 4 + 1 + count
    default: 4 + count
    }
  }

  /// Returns a document with one element per string, whose `id` is the number of
  /// the string.
  func document(_ strings: [String]) -> Bytes {
    let items = strings.enumerated().map { Item(id: "\($0.offset)", string: $0.element) }
    switch self {
    case .elementText:
      return Pages.document { ForEach(items) { item in div { item.string }.id(item.id) } }
    case .attributeValue:
      return Pages.document { ForEach(items) { item in div().id(item.id).class(item.string) } }
    case .inputValue:
      return Pages.document { ForEach(items) { item in input().id(item.id).value(item.string) } }
    case .textareaText:
      return Pages.document { ForEach(items) { item in textarea { item.string }.id(item.id) } }
    case .preText:
      return Pages.document { ForEach(items) { item in pre { item.string }.id(item.id) } }
    case .titleText:
      return Pages.document { ForEach(items) { item in title { item.string }.id(item.id) } }
    case .optionText:
      return Pages.document {
        select { ForEach(items) { item in option { item.string }.id(item.id) } }
      }
    case .partsOfAddress:
      return Pages.document { ForEach(items) { item in a().id(item.id).href(item.address) } }
    case .svgText:
      return Pages.document { svg { ForEach(items) { item in text { item.string }.id(item.id) } } }
    case .svgTitle:
      return Pages.document {
        svg { ForEach(items) { item in title { item.string }.id(item.id) } }
      }
    case .svgAttribute:
      return Pages.document {
        svg { ForEach(items) { item in circle().id(item.id).aria(.label, item.string) } }
      }
    }
  }

  private struct Item: Sendable {
    var id: String
    var string: String

    /// The string as a path component, query value and fragment. The prefix avoids
    /// empty path components and dot segments.
    var address: Href {
      Href(path: ["x", "s" + string], query: [("q", string)], fragment: string)
    }
  }
}

enum Pages {
  /// Renders a minimal document.
  static func document(@HTMLBuilder _ content: () -> some HTML) -> Bytes {
    let content = content()
    return page(main { content }).rendered()
  }

  @HTMLBuilder
  private static func page(_ content: some HTML) -> some HTML {
    UnescapedHTML(trustedAndNeverFromInput: "<!DOCTYPE html>")
    content
  }
}
