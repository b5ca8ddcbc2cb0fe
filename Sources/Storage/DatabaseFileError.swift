public import Foundation
import GRDB

/// Why a database file could not be read or written.
///
/// Its `localizedDescription` is for people, its `description` for the log.
public struct DatabaseFileError: Error, Hashable, Sendable {
  /// What people can do something about.
  public enum Reason: Hashable, Sendable, CaseIterable {
    case diskFull
    case readOnly
    case inUse
    case cannotOpen
    case damaged
    /// A newer version has written the file.
    case newerSchema
    case other
  }

  /// What kind of trouble it is.
  public let reason: Reason
  /// What the file holds.
  public let subject: String
  /// What SQLite said. It holds no values of rows.
  public let details: String
}

extension DatabaseFileError {
  init(_ error: DatabaseError, subject: String) {
    let reason: Reason =
      switch error.resultCode {
      case .SQLITE_FULL: .diskFull
      case .SQLITE_READONLY, .SQLITE_PERM: .readOnly
      case .SQLITE_BUSY, .SQLITE_LOCKED: .inUse
      // There is no room for the index of the write-ahead log.
      case .SQLITE_IOERR where error.extendedResultCode == .SQLITE_IOERR_SHMSIZE: .diskFull
      case .SQLITE_CANTOPEN: .cannotOpen
      case .SQLITE_CORRUPT, .SQLITE_NOTADB: .damaged
      default: .other
      }
    self.init(reason: reason, subject: subject, details: error.description)
  }
}

extension DatabaseFileError: LocalizedError {
  public var errorDescription: String? {
    switch reason {
    case .diskFull: "The disk is full, so nothing could be saved."
    case .readOnly: "The file of \(subject) is read-only, so nothing could be saved."
    case .inUse: "Another program is using the file of \(subject)."
    case .cannotOpen: "The file of \(subject) cannot be opened."
    case .damaged: "The file of \(subject) is damaged."
    case .newerSchema: "A newer version of the program has written the file."
    case .other: "The file of \(subject) could not be read or written."
    }
  }
}

extension DatabaseFileError: CustomStringConvertible {
  public var description: String { details }
}
