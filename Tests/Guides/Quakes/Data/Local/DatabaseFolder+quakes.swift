import Foundation
import GRDB
import QuakesData
import TestSupport

extension DatabaseFolder {
  /// Creates a folder for a file of quakes.
  static func ofQuakes() throws -> DatabaseFolder { try DatabaseFolder(for: "quakes.sqlite") }

  /// Returns the IDs in the file over a new connection.
  func ids(of table: String = "quake") throws -> [String] {
    try withDatabase {
      try String.fetchAll($0, sql: "SELECT quakeId FROM \(table) ORDER BY quakeId")
    }
  }
}

extension Sequence where Element == Quake {
  /// The quakes sorted by ID: a store returns them in no particular order.
  var byId: [Quake] { sorted { $0.id < $1.id } }
}
