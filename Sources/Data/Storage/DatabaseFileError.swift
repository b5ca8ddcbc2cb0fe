public import Foundation
import GRDB

/// An error that occurs if a database file cannot be read or written.
///
/// The `localizedDescription` is a message for visitors, the `description` one
/// for the log.
public struct DatabaseFileError: Error, Hashable, Sendable {
  /// The causes that need different actions.
  public enum Reason: Hashable, Sendable, CaseIterable {
    /// The disk is full.
    case diskFull
    /// The file or its folder is read-only.
    case readOnly
    /// Another program has locked the file.
    case inUse
    /// The file cannot be opened.
    case cannotOpen
    /// The file was there at an earlier start, and is not any more.
    case missing
    /// The file is damaged, emptied or not a database.
    case damaged
    /// The file, or its log, was removed, replaced or emptied while it was open.
    case replaced
    /// A newer version of the program has migrated the file.
    case newerSchema
    /// Any other error of SQLite.
    case other
  }

  /// The cause.
  public let reason: Reason
  /// The name of the contents of the file.
  public let subject: String
  /// The message of SQLite, without values of rows.
  public let details: String
}

extension DatabaseFileError {
  /// An error of a file whose tables a newer version of the program has extended.
  package static func newerSchema(_ details: String) -> DatabaseFileError {
    DatabaseFileError(reason: .newerSchema, subject: "", details: details)
  }

  init(_ error: DatabaseError, subject: String) {
    let reason: Reason =
      switch error.resultCode {
      case .SQLITE_FULL: .diskFull
      case .SQLITE_READONLY, .SQLITE_PERM: .readOnly
      case .SQLITE_BUSY, .SQLITE_LOCKED: .inUse
      // The disk has no space for the index of the write-ahead log.
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
    case .readOnly: "The database of \(subject) is read-only, so nothing could be saved."
    case .inUse: "Another program is using the database of \(subject)."
    case .cannotOpen: "The database of \(subject) cannot be opened."
    case .missing: "The file of \(subject) is missing."
    case .damaged: "The database of \(subject) is damaged."
    case .replaced:
      "The file of \(subject) was removed or replaced while it was in use, so nothing could be saved."
    case .newerSchema: "A newer version of the program has written the file."
    case .other: "The database of \(subject) could not be read or written."
    }
  }
}

extension DatabaseFileError: CustomStringConvertible {
  public var description: String { details }
}
