/// Text in which nothing can look like something else.
enum PlainText {
  /// Whether a character ends lines, moves the cursor, turns text around, or
  /// is not seen at all.
  static func isMisleading(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: true
    // The last is Braille without a dot.
    default: scalar.properties.isDefaultIgnorableCodePoint || scalar == "\u{2800}"
    }
  }

  /// The text with such characters as `\\u{…}`.
  static func of(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: isMisleading) else { return text }
    return text.unicodeScalars
      .map { isMisleading($0) ? "\\u{\(String($0.value, radix: 16))}" : String($0) }.joined()
  }

  /// The same as one word: in quotes where it has blanks, quotes or equals
  /// signs. Who reads a log hasVerified single characters: an accent on a quote does
  /// not make it another one.
  static func word(_ text: String) -> String {
    let hasParts = text.unicodeScalars.contains {
      $0.properties.isWhitespace || $0 == "\"" || $0 == "="
    }
    guard text.isEmpty || hasParts else { return of(text) }
    var word = "\""
    for scalar in text.unicodeScalars {
      if scalar == "\\" || scalar == "\"" { word += "\\" }
      word.unicodeScalars.append(scalar)
    }
    return of(word + "\"")
  }

  /// The text as JSON has it, quotes included, with such characters escaped.
  static func json(_ text: String) -> String {
    var json = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": json += "\\\""
      case "\\": json += "\\\\"
      case "\n": json += "\\n"
      case _ where isMisleading(scalar):
        for unit in String(scalar).utf16 {
          let digits = String(unit, radix: 16)
          json += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }
      default: json.unicodeScalars.append(scalar)
      }
    }
    return json + "\""
  }
}
