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
    var paragraphs: [String] = []
    var words = ""
    var rest = html.prefix(200_000)[...]
    func end(_ words: inout String) {
      let text = decoded(words).split(whereSeparator: \.isBlank).joined(separator: " ")
      if !text.isEmpty { paragraphs.append(String(text.prefix(maximumLength))) }
      words = ""
    }
    while let character = rest.first, paragraphs.count < maximumParagraphs {
      if character == "<", let tag = Tag(rest) {
        if tag.isBlock { end(&words) } else if tag.name == "br" { words += " " }
        rest = rest[tag.end...]
      } else {
        words.append(character)
        rest = rest.dropFirst()
      }
    }
    end(&words)
    return Array(paragraphs.prefix(maximumParagraphs))
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
  private static func decoded(_ text: String) -> String {
    guard text.contains("&") else { return text }
    var result = ""
    var rest = text[...]
    while let start = rest.firstIndex(of: "&") {
      result += rest[..<start]
      let body = rest[rest.index(after: start)...].prefix(12)
      if let end = body.firstIndex(of: ";"), let replacement = replacement(for: body[..<end]) {
        result += replacement
        rest = rest[rest.index(after: end)...]
      } else {
        result.append("&")
        rest = rest[rest.index(after: start)...]
      }
    }
    return result + rest
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
