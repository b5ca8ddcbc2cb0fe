import Foundation

/// Errors in the settings, each described in one sentence that says what is wrong and how to
/// fix it.
package struct SettingsError: LocalizedError, CustomStringConvertible {
  /// The descriptions, one of each error.
  package let sentences: [String]

  /// - Parameter sentence: the description, as a full sentence.
  package init(_ sentence: String) { self.init([sentence]) }

  /// - Parameter sentences: the descriptions of several errors.
  package init(_ sentences: [String]) { self.sentences = sentences }

  package var errorDescription: String? { sentences.joined(separator: " ") }

  /// The sentences, for the log.
  package var description: String { sentences.joined(separator: " ") }
}

/// The errors of several checks, none of which hides another one.
struct Findings {
  private(set) var errors: [String] = []

  mutating func add(_ sentence: String) { errors.append(sentence) }

  mutating func add(_ error: any Error) {
    errors += sentences(for: error)
  }

  /// Performs a check.
  ///
  /// - Returns: its result; `nil` if it has thrown an error, which is added.
  mutating func attempt<Result>(_ check: () throws -> Result) -> Result? {
    do { return try check() } catch { add(error) }
    return nil
  }

  /// - Throws: all errors as one, if there are any.
  func end() throws(SettingsError) {
    guard errors.isEmpty else { throw SettingsError(errors) }
  }
}
