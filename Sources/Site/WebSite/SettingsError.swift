import Foundation

/// An error in the settings, described in one sentence that says what is wrong
/// and how to fix it.
package struct SettingsError: LocalizedError, CustomStringConvertible {
  package let errorDescription: String?

  /// - Parameter sentence: the description, as a full sentence.
  package init(_ sentence: String) {
    errorDescription = sentence
  }

  /// The sentence, for the log.
  package var description: String { errorDescription ?? "" }
}
