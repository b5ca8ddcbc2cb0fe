public import Foundation
import GRDB

/// Why the file of a `PhotosLocalStore` could not be read or written.
///
/// Its `localizedDescription` is for people, its `description` for the log.
public struct PhotosFileError: Error, Hashable, Sendable {
  /// What people can do something about.
  public enum Reason: Hashable, Sendable, CaseIterable {
    case diskFull
    case readOnly
    case inUse
    case cannotOpen
    case damaged
    case other
  }

  /// What kind of trouble it is.
  public let reason: Reason
  /// What SQLite said. It holds no values of photos.
  public let details: String
}

extension PhotosFileError {
  init(_ error: DatabaseError) {
    self.init(reason: Reason(error.resultCode), details: error.description)
  }
}

extension PhotosFileError.Reason {
  fileprivate init(_ code: ResultCode) {
    self =
      switch code {
      case .SQLITE_FULL: .diskFull
      case .SQLITE_READONLY, .SQLITE_PERM: .readOnly
      case .SQLITE_BUSY, .SQLITE_LOCKED: .inUse
      case .SQLITE_CANTOPEN: .cannotOpen
      case .SQLITE_CORRUPT, .SQLITE_NOTADB: .damaged
      default: .other
      }
  }
}

extension PhotosFileError: LocalizedError {
  public var errorDescription: String? {
    switch reason {
    case .diskFull: "The disk is full, so nothing could be saved."
    case .readOnly: "The file of the photos is read-only, so nothing could be saved."
    case .inUse: "Another program is using the file of the photos."
    case .cannotOpen: "The file of the photos cannot be opened."
    case .damaged: "The file of the photos is damaged."
    case .other: "The file of the photos could not be read or written."
    }
  }
}

extension PhotosFileError: CustomStringConvertible {
  public var description: String { details }
}
