/// Text within HTML that others wrote. Only its words are used.
enum MarkupText {
  private static let maximumParagraphs = 30
  private static let maximumLength = 2_000

  /// Returns the paragraphs of HTML or plain text: without headings, tags, comments,
  /// scripts and styles, with entities replaced and whitespace collapsed.
  ///
  /// A `<` that begins no tag is text. Nothing is closed that was not opened: a tag
  /// without an end is left out with all that follows.
  static func paragraphs(of html: String) -> [String] {
    var text = ""
    var rest = html.prefix(200_000)
    while let start = rest.firstIndex(of: "<") {
      text += rest[..<start]
      rest = rest[start...]
      if let tag = Tag(rest) {
        text += tag.isBlock ? "\u{2029}" : tag.name == "br" ? " " : ""
        rest = rest[tag.end...]
      } else {
        text.append(rest.removeFirst())
      }
    }
    let paragraphs = (text + rest).split(separator: "\u{2029}").lazy
      .map { decoded($0).split(whereSeparator: \.isBlank).joined(separator: " ") }
      .filter { !$0.isEmpty }
    return paragraphs.prefix(maximumParagraphs).map { String($0.prefix(maximumLength)) }
  }

  /// A tag, a comment, or an element whose content is no text.
  private struct Tag {
    let name: Substring
    let end: Substring.Index

    private static let blocks: Set<Substring> = [
      "address", "article", "blockquote", "dd", "div", "dl", "dt", "figure", "footer", "h1", "h2",
      "h3", "h4", "h5", "h6", "header", "hr", "li", "main", "ol", "p", "pre", "section", "table",
      "td", "th", "tr", "ul",
    ]

    /// The elements whose content is left out.
    private static let unread: Set<Substring> = [
      "h1", "h2", "h3", "h4", "h5", "h6", "script", "style", "title",
    ]

    var isBlock: Bool { Self.blocks.contains(name) }

    init?(_ text: Substring) {
      let after = text.dropFirst()
      if after.hasPrefix("!--") {
        name = ""
        end = after.firstRange(of: "-->")?.upperBound ?? text.endIndex
        return
      }
      let inner = after.first == "/" ? after.dropFirst() : after
      guard let first = inner.first, first.isLetter || first == "!" || first == "?" else {
        return nil
      }
      let name = inner.prefix { $0.isLetter || $0.isNumber }.lowercased()[...]
      self.name = name
      let close = text.firstIndex(of: ">").map(text.index(after:)) ?? text.endIndex
      guard after.first != "/", Self.unread.contains(name) else {
        end = close
        return
      }
      var rest = text[close...]
      while let start = rest.firstRange(of: "</")?.lowerBound {
        rest = rest[start...]
        guard rest.dropFirst(2).prefix(name.count).lowercased() != name else { break }
        rest = rest.dropFirst(2)
      }
      end = rest.hasPrefix("</") ? rest.startIndex : text.endIndex
    }
  }

  private static let entities: [Substring: String] = [
    "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": " ", "deg": "°",
    "ndash": "–", "mdash": "—", "lsquo": "‘", "rsquo": "’", "ldquo": "“", "rdquo": "”",
    "hellip": "…", "plusmn": "±", "times": "×", "middot": "·", "eacute": "é", "aacute": "á",
    "iacute": "í", "oacute": "ó", "uacute": "ú", "ntilde": "ñ", "uuml": "ü", "ouml": "ö",
    "auml": "ä", "ccedil": "ç", "egrave": "è", "agrave": "à", "sup2": "²", "sup3": "³",
  ]

  /// Returns the text with its entities replaced. An unknown one stays as it is.
  private static func decoded(_ text: Substring) -> String {
    let parts = text.split(separator: "&", omittingEmptySubsequences: false)
    return parts.dropFirst().reduce(into: String(parts[0])) { result, part in
      if let end = part.prefix(12).firstIndex(of: ";"),
        let replacement = replacement(for: part[..<end])
      {
        result += replacement + part[part.index(after: end)...]
      } else {
        result += "&" + part
      }
    }
  }

  private static func replacement(for entity: Substring) -> String? {
    guard entity.first == "#" else { return entities[entity] }
    let digits = entity.dropFirst()
    let isHexadecimal = digits.first == "x" || digits.first == "X"
    return UInt32(isHexadecimal ? digits.dropFirst() : digits, radix: isHexadecimal ? 16 : 10)
      .flatMap(Unicode.Scalar.init).map { String($0) }
  }
}

extension Character {
  /// True for whitespace, and for control characters, which no text needs.
  fileprivate var isBlank: Bool {
    isWhitespace || unicodeScalars.allSatisfy { $0.properties.generalCategory == .control }
  }
}
