import Foundation

/// Rules for short texts that people type, as names.
public enum UserText {
  /// What is wrong with a text.
  public enum ValidationError: Error, Hashable, Sendable {
    case empty
    case tooLong(count: Int, limit: Int)
    case controlCharacter
  }

  /// The text without blanks around it.
  ///
  /// Counted in characters as people count them, and also bounded in bytes,
  /// since one character can be made of any number of them.
  ///
  /// - Throws: the first `Problem` found.
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
