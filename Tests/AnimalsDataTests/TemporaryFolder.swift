import AnimalsData
import Foundation
import GRDB

/// A folder that goes with the last reference to it.
final class TemporaryFolder: Sendable {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory
      .appending(path: "fieldguide-tests-\(Foundation.UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(at: url)
  }

  /// The file of animals in it.
  var file: URL { url.appending(path: "animals.sqlite") }

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

  /// What is in the file, read anew.
  func animals() throws -> [[String]] {
    try withDatabase { db in
      try Row.fetchAll(db, sql: "SELECT * FROM animal ORDER BY animalId").map { row in
        [row["animalId"], row["name"], row["diet"], row["categoryId"]]
      }
    }
  }
}

/// The store that the program uses.
typealias AnimalsFile = LocalStore<Foundation.UUID>

extension Animal {
  var columns: [String] { [animalId, name, diet.rawValue, categoryId] }
}

extension Sequence where Element == Animal {
  /// A store's animals come in no order.
  var byId: [Animal] { sorted { $0.id < $1.id } }
}
