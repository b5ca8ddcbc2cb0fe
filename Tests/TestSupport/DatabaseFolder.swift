public import Foundation
public import GRDB

/// A temporary folder for a file of SQLite.
public final class DatabaseFolder: Sendable {
  private let folder: TemporaryFolder
  /// The location of the file, which a test creates.
  public let file: URL

  /// Creates an empty folder.
  ///
  /// - Parameter name: The name that the file will have.
  public init(for name: String) throws {
    folder = try TemporaryFolder()
    file = folder.url.appending(path: name)
  }

  /// The location of the folder.
  public var url: URL { folder.url }

  /// The sorted names of the files in the folder.
  public var names: [String] { get throws { try folder.names } }

  /// Returns the damaged files that were set aside, without their logs.
  public func damaged() throws -> [URL] {
    try names
      .filter { $0.contains(".sqlite.damaged-") }
      .filter { !["-wal", "-shm"].contains($0.suffix(4)) }
      .map { url.appending(path: $0) }
  }

  /// Opens the file as another program would, and closes it again.
  public func withDatabase<T>(_ body: (Database) throws -> T) throws -> T {
    let queue = try DatabaseQueue(path: file.path)
    let result = try queue.writeWithoutTransaction(body)
    try queue.close()
    return result
  }
}
