import Foundation

/// Validation of texts that people type, such as names and numbers.
///
/// ```swift
/// let name = try UserText.validated("  Grace Hopper ", maximumLength: 40)
/// print(name)  // Grace Hopper
/// ```
public enum UserText {
  /// The reason why a text is invalid.
  public enum ValidationError: Error, Hashable, Sendable {
    case empty
    case tooLong(count: Int, limit: Int)
    case controlCharacter
  }

  /// Returns the text without surrounding white space.
  ///
  /// The length is counted in characters as people perceive them. It is also
  /// limited in bytes, because one character can consist of any number of them.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - limit: The maximum number of characters.
  ///   - hasLines: True if the text may have several lines, which are separated by
  ///     line feeds in the result, and tabs.
  /// - Throws: The first `ValidationError` found.
  public static func validated(
    _ text: String, maximumLength limit: Int, hasLines: Bool = false
  ) throws(ValidationError) -> String {
    var trimmed = text.trimmingCharacters(in: .whitespacesAndNewlines)
    if hasLines {
      trimmed = trimmed.replacingOccurrences(of: "\r\n", with: "\n")
        .replacingOccurrences(of: "\r", with: "\n")
    }
    guard !trimmed.isEmpty else { throw .empty }
    let count = trimmed.count
    guard count <= limit, trimmed.utf8.count <= limit * 32 else {
      throw .tooLong(count: count, limit: limit)
    }
    guard
      trimmed.unicodeScalars.allSatisfy({
        !isControl($0) || hasLines && ($0 == "\n" || $0 == "\t")
      })
    else {
      throw .controlCharacter
    }
    return trimmed
  }

  /// Returns a number as people type it with a decimal point and without spaces: "2,5",
  /// "２．５" and " 2.5" are "2.5", and "−1" is "-1". A comma before three digits stays,
  /// because it may separate thousands. Any other text is returned much as it was.
  public static func plainNumber(_ text: String) -> String {
    let text = text.precomposedStringWithCompatibilityMapping
      .trimmingCharacters(in: .whitespacesAndNewlines).replacingOccurrences(of: "−", with: "-")
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    guard parts.count == 2, parts[1].utf8.count != 3, !text.contains(".") else { return text }
    return parts.joined(separator: ".")
  }

  /// Returns true for a control character or the end of a line.
  package static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    default: false
    }
  }
}
