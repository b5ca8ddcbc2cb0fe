import Foundation
import GRDB
import QuakesData

/// A folder with a file of quakes, which goes with the last reference to it.
final class QuakesFolder: Sendable {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory
      .appending(path: "fieldguide-tests-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(at: url)
  }

  /// The file of quakes in it.
  var file: URL { url.appending(path: "quakes.sqlite") }

  /// The files in it that were set aside.
  func damaged() throws -> [URL] {
    try FileManager.default.contentsOfDirectory(at: url, includingPropertiesForKeys: nil)
      // Without the files that SQLite has beside it.
      .filter { $0.lastPathComponent.contains(".sqlite.damaged-") }
      .filter { !["-wal", "-shm"].contains($0.lastPathComponent.suffix(4)) }
  }

  /// Does something to the file as another program would.
  func withDatabase<T>(_ body: (Database) throws -> T) throws -> T {
    let queue = try DatabaseQueue(path: file.path)
    let result = try queue.writeWithoutTransaction(body)
    try queue.close()
    return result
  }

  /// The ids in the file, read anew.
  func ids(of table: String = "quake") throws -> [String] {
    try withDatabase {
      try String.fetchAll($0, sql: "SELECT quakeId FROM \(table) ORDER BY quakeId")
    }
  }
}

extension Sequence where Element == Quake {
  /// A store's quakes come in no order.
  var byId: [Quake] { sorted { $0.id < $1.id } }
}
