/// Escapes text so that it cannot imitate other text.
package enum PlainText {
  /// Returns true for line breaks, control characters, bidirectional formatting
  /// and invisible characters.
  package static func isMisleading(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: true
    // U+2800 is the blank Braille pattern.
    default: scalar.properties.isDefaultIgnorableCodePoint || scalar == "\u{2800}"
    }
  }

  /// Escapes such characters as `\\u{…}`.
  static func escaped(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: isMisleading) else { return text }
    return text.unicodeScalars
      .map { isMisleading($0) ? "\\u{\(String($0.value, radix: 16))}" : String($0) }.joined()
  }

  /// Escapes a text as a single value: quoted if it contains whitespace, quotes
  /// or equals signs. Scalars are compared, because a combining accent does not
  /// turn a quote into another character for the reader of a log.
  static func quotedIfNeeded(_ text: String) -> String {
    let hasParts = text.unicodeScalars.contains {
      $0.properties.isWhitespace || $0 == "\"" || $0 == "="
    }
    guard text.isEmpty || hasParts else { return escaped(text) }
    var quoted = "\""
    for scalar in text.unicodeScalars {
      if scalar == "\\" || scalar == "\"" { quoted += "\\" }
      quoted.unicodeScalars.append(scalar)
    }
    return escaped(quoted + "\"")
  }

  /// Encodes a text as a JSON string.
  ///
  /// - Parameter isEscaped: returns true for the characters that are escaped beside those of JSON,
  ///   among them all control characters; by default the misleading ones.
  package static func json(
    _ text: String, escaping isEscaped: (Unicode.Scalar) -> Bool = isMisleading
  ) -> String {
    var json = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": json += "\\\""
      case "\\": json += "\\\\"
      case "\n": json += "\\n"
      case _ where isEscaped(scalar):
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
