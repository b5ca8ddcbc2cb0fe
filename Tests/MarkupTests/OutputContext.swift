import Markup

/// A place where a page can have a string.
enum OutputContext: String, CaseIterable {
  case elementText, attributeValue, inputValue, textareaText, preText, titleText, optionText
  case partsOfAddress, svgText, svgTitle, svgAttribute

  /// How a reader of the page gets at the string.
  enum Reading: Encodable {
    /// All text of the element, which has no children.
    case text
    /// One attribute.
    case attribute(String)
    /// The last segment of the path, the one value of the query, and the
    /// fragment of an address; all the same.
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

  /// How many elements a document has that has so many strings, with those
  /// that every document has: `html`, `head`, `body` and `main`.
  func elements(strings count: Int) -> Int {
    switch self {
    case .optionText, .svgText, .svgTitle, .svgAttribute: 4 + 1 + count
    default: 4 + count
    }
  }

  /// A document with each of the strings in an element of its own; the number
  /// of the string is in its `id`.
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
        select { ForEach(items) { item in option(item.string).id(item.id) } }
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

    /// The string as a segment, as a value and as a fragment. A segment cannot
    /// be empty or dots alone: the letter before it keeps it.
    var address: Href {
      Href(path: ["x", "s" + string], query: [("q", string)], fragment: string)
    }
  }
}

enum Pages {
  /// A whole document, as short as the standard allows.
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
