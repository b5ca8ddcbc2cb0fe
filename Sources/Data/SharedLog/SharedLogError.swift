public import Foundation
public import Postgres

/// An error of the shared database.
public enum SharedLogError: Error, Hashable, Sendable {
  /// The log has moved on since the expected position; nothing was changed.
  case positionChanged
  /// The database did not respond in time. If `mayHaveBeenSaved` is true, the
  /// write was sent and its outcome is unknown.
  case unavailable(mayHaveBeenSaved: Bool, PostgresError)
  /// The database cannot be used by this program. The message says what to do,
  /// without a capital letter and a full stop.
  case unusable(String)
}

extension SQLState {
  /// Raised by `begin_write`: the log is not at the expected position.
  static let positionChanged = SQLState(rawValue: "FG001")
  /// Raised by `begin_write`: the operation has been executed before. The hint
  /// is the number of its change.
  static let alreadyExecuted = SQLState(rawValue: "FG002")
}

extension SharedLogError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .positionChanged: "another instance changed the data in the meantime"
    case .unavailable(true, let error): "\(error); the change may have been saved"
    case .unavailable(false, let error): "\(error)"
    case .unusable(let message): message
    }
  }
}

/// The messages for visitors whose change failed.
extension SharedLogError: LocalizedError {
  public var errorDescription: String? {
    switch self {
    case .positionChanged: "Someone else changed the data. Try again."
    case .unavailable(mayHaveBeenSaved: true, _):
      "The database did not respond, so the change may or may not be saved. Check before you try "
        + "again."
    case .unavailable(mayHaveBeenSaved: false, _):
      "The database cannot be reached, so nothing was saved. Try again in a moment."
    case .unusable: "The database cannot be used at the moment, so nothing was saved."
    }
  }
}
