import Foundation
import GRDB
import QuakesData
import TestSupport

extension DatabaseFolder {
  /// One for a file of quakes.
  static func ofQuakes() throws -> DatabaseFolder { try DatabaseFolder(for: "quakes.sqlite") }

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
