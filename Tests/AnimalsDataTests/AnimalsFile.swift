import AnimalsData
import Foundation
import GRDB
import TestSupport

extension DatabaseFolder {
  /// One for a file of animals.
  static func ofAnimals() throws -> DatabaseFolder { try DatabaseFolder(for: "animals.sqlite") }

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
