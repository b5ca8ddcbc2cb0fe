public import Foundation

/// The reason why an operation on records was refused.
public enum RecordsError: Error, Hashable, Sendable {
  /// The record does not exist.
  case notFound
  /// Another record has the same id.
  case idInUse
  /// Another instance has changed the record since it was read.
  case stale
  /// The records could not be loaded; the associated value is the reason in one sentence.
  case notLoaded(String)
  /// The database contains a value that this version of the program does not
  /// know.
  case unknownValue(label: String, value: String)
}

extension RecordsError: LocalizedError {
  public var errorDescription: String? {
    switch self {
    case .notFound: "Someone else deleted it."
    case .idInUse: "This form has already been submitted."
    case .stale: "Someone else changed it. Try again."
    case .notLoaded(let reason): reason
    case .unknownValue(let label, let value):
      "The stored \(label.uncapitalised) “\(value)” is not known to this version of the program."
    }
  }
}
