public import Foundation
import Storage

/// Photos, and the banner above them, in an SQLite file.
///
/// What was saved is on disk: see `DatabaseFile`.
public struct PhotosLocalStore: Sendable {
  // Not private, so that tests can have SQLite refuse.
  let file: DatabaseFile

  /// Opens a file, made if it is missing; `nil` for a database in memory.
  ///
  /// - Throws: `DatabaseFileError`.
  public init(url: URL?) throws {
    file = try DatabaseFile(url: url, subject: "the photos", migrator: .photos)
  }

  /// Closes the file. What is asked after that fails.
  public func close() throws {
    try file.close()
  }
}
