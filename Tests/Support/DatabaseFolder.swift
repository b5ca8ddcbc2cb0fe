public import Foundation
public import GRDB

/// A temporary folder for a SQLite file.
public final class DatabaseFolder: Sendable {
  private let folder: TemporaryFolder?
  /// The location of the SQLite file, which the test creates.
  public let file: URL

  /// Creates an empty folder.
  ///
  /// - Parameter name: The name of the SQLite file.
  public init(for name: String) throws {
    let folder = try TemporaryFolder()
    self.folder = folder
    file = folder.url.appending(path: name)
  }

  /// The folder of a file that another one removes.
  public init(at file: URL) throws {
    folder = nil
    self.file = file
  }

  /// The location of the folder.
  public var url: URL { file.deletingLastPathComponent() }

  /// The sorted names of the files in the folder.
  public var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: url.path).sorted() }
  }

  /// Returns the damaged files that the program has renamed, without their WAL
  /// files.
  public func damaged() throws -> [URL] {
    try names
      .filter { $0.contains(".sqlite.damaged-") }
      .filter { !["-wal", "-shm"].contains($0.suffix(4)) }
      .map { url.appending(path: $0) }
  }

  /// Opens the file with a separate connection, and closes it again.
  public func withDatabase<T>(_ body: (Database) throws -> T) throws -> T {
    let queue = try DatabaseQueue(path: file.path)
    let result = try queue.writeWithoutTransaction(body)
    try queue.close()
    return result
  }
}
