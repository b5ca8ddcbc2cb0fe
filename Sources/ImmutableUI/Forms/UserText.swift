import Foundation

/// Validation of short texts that people type, such as names.
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
  /// - Throws: The first `ValidationError` found.
  public static func validated(
    _ text: String, maximumLength limit: Int
  ) throws(ValidationError) -> String {
    let trimmed = text.trimmingCharacters(in: .whitespacesAndNewlines)
    guard !trimmed.isEmpty else { throw .empty }
    let count = trimmed.count
    guard count <= limit, trimmed.utf8.count <= limit * 32 else {
      throw .tooLong(count: count, limit: limit)
    }
    guard trimmed.unicodeScalars.allSatisfy({ !isControl($0) }) else {
      throw .controlCharacter
    }
    return trimmed
  }

  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    default: false
    }
  }
}
