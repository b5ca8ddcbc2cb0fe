public import Foundation

/// The reason why an operation on records was refused.
public enum RecordsError: Error, Hashable, Sendable {
  case notFound
  /// Another record has the id already.
  case idInUse
  /// The file has a value that this version does not know.
  case unknownValue(label: String, value: String)
}

extension RecordsError: LocalizedError {
  public var errorDescription: String? {
    switch self {
    case .notFound: "Someone else deleted it."
    case .idInUse: "This form was used before."
    case .unknownValue(let label, let value):
      "The file has “\(value)” as \(label.uncapitalised), which this version does not know."
    }
  }
}
