import AnimalsData
import Foundation
import GRDB
import TestSupport

extension DatabaseFolder {
  /// A folder for a database of animals.
  static func ofAnimals() throws -> DatabaseFolder { try DatabaseFolder(for: "animals.sqlite") }

  /// The rows of the file, read through a new connection.
  func animals() throws -> [[String]] {
    try withDatabase { db in
      try Row.fetchAll(db, sql: "SELECT * FROM animal ORDER BY animal_id").map { row in
        [row["animal_id"], row["name"], row["diet"], row["category_id"]]
      }
    }
  }
}

/// The store used by the program.
typealias AnimalsFile = LocalStore<Foundation.UUID>

extension Animal {
  var columns: [String] { [animalId, name, diet.rawValue, categoryId] }
}

extension Sequence where Element == Animal {
  /// The animals sorted by id, since the order of a store's animals is
  /// unspecified.
  var byId: [Animal] { sorted { $0.id < $1.id } }
}
