public import Foundation
public import GRDB

/// A folder with a file of SQLite, which goes with the last reference to it.
public final class DatabaseFolder: Sendable {
  /// Where it is.
  public let url: URL
  /// The file in it.
  public let file: URL

  /// An empty folder.
  ///
  /// - Parameter name: what the file is to be called.
  public init(for name: String) throws {
    url = FileManager.default.temporaryDirectory
      .appending(path: "fieldguide-tests-\(Foundation.UUID().uuidString)")
    file = url.appending(path: name)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(at: url)
  }

  /// The files in it that were set aside, without those that SQLite has beside
  /// them.
  public func damaged() throws -> [URL] {
    try FileManager.default.contentsOfDirectory(at: url, includingPropertiesForKeys: nil)
      .filter { $0.lastPathComponent.contains(".sqlite.damaged-") }
      .filter { !["-wal", "-shm"].contains($0.lastPathComponent.suffix(4)) }
  }

  /// Does something to the file as another program would.
  public func withDatabase<T>(_ body: (Database) throws -> T) throws -> T {
    let queue = try DatabaseQueue(path: file.path)
    let result = try queue.writeWithoutTransaction(body)
    try queue.close()
    return result
  }
}
