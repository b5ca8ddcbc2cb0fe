import Foundation

/// Something that keeps the program from starting, as one sentence.
package struct SettingsError: LocalizedError {
  package let errorDescription: String?

  /// An error that is told in this sentence.
  package init(_ sentence: String) {
    errorDescription = sentence
  }
}
