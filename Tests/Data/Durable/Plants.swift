import Foundation
import Postgres
import Storage
import TestSupport

@testable import Durable

/// A row of each type of column.
struct PlantRow: StoredRow, Hashable {
  enum Light: String, ColumnCodable { case sun, shade }

  static let table = "plant"
  var id = ""
  var name = ""
  var height: Double?
  var count = 0
  var isRare = false
  var tags: [String] = []
  var light: Light?
  var planted: Date?
  var deleted: Double?

  var key: String { id }

  mutating func pass<Format: RowFormat>(through format: inout Format) throws(Format.Failure) {
    try format.pass("id", &id)
    try format.pass("name", &name)
    try format.pass("height", &height)
    try format.pass("count", &count)
    try format.pass("is_rare", &isRare)
    try format.pass("tags", &tags)
    try format.pass("light", &light)
    try format.pass("planted", &planted)
    try format.pass("deleted", &deleted)
  }
}

/// A row that is not in memory.
struct NoteRow: StoredRow, Hashable {
  static let table = "plant_note"
  var id = ""
  var plant = ""
  var number = 0.0

  var key: String { id }

  mutating func pass<Format: RowFormat>(through format: inout Format) throws(Format.Failure) {
    try format.pass("id", &id)
    try format.pass("plant", &plant)
    try format.pass("number", &number)
  }
}

/// A state with the rules of most stores: unique names, and changes that name the old content.
struct Plants: DurableState, Hashable {
  enum Change: Codable, Hashable, Sendable {
    case put([PlantRow])
    case remove([String])
    case deleteAll(at: Double)
    case restoreAll(deleted: Double)
    case forgetAll(deleted: Double)
    case replaceAll([PlantRow])
  }

  private(set) var plants: [String: PlantRow] = [:]
  private(set) var names: [String: String] = [:]

  var tables: [any StoredTable<Plants>] {
    [
      RowTable(PlantRow.self) { state, row in state.insert(row) },
      RowTable(NoteRow.self),
    ]
  }

  private mutating func insert(_ row: PlantRow) {
    if let old = plants.updateValue(row, forKey: row.id) { names[old.name] = nil }
    names[row.name] = row.id
  }

  mutating func apply(_ change: Change, at position: Int) {
    switch change {
    case .put(let rows): for row in rows { insert(row) }
    case .remove(let ids):
      for id in ids { if let old = plants.removeValue(forKey: id) { names[old.name] = nil } }
    case .deleteAll(let date):
      for id in plants.keys where plants[id]?.deleted == nil { plants[id]?.deleted = date }
    case .restoreAll(let date):
      for id in plants.keys where plants[id]?.deleted == date { plants[id]?.deleted = nil }
    case .forgetAll(let date):
      for row in plants.values where row.deleted == date {
        (plants[row.id], names[row.name]) = (nil, nil)
      }
    case .replaceAll(let rows):
      (plants, names) = ([:], [:])
      for row in rows { insert(row) }
    }
  }

  func put(_ change: Change, at position: Int, into rows: inout RowBatch) {
    switch change {
    case .put(let new):
      for row in new {
        rows.put(row)
        rows.put(NoteRow(id: "\(position) \(row.id)", plant: row.id, number: Double(position)))
        rows.keep(
          Version(
            record: row.id, time: position, visitor: row.isRare ? "ada" : nil, kind: "put",
            before: plants[row.id]?.name, after: row.name))
      }
      rows.trim(NoteRow.self, by: "number", keeping: 1_000)
    case .remove(let ids): for id in ids { rows.remove(PlantRow.self, id) }
    case .deleteAll(let date): rows.mark(PlantRow.self, "deleted", from: nil, to: date)
    case .restoreAll(let date): rows.mark(PlantRow.self, "deleted", from: date, to: nil)
    case .forgetAll(let date): rows.remove(PlantRow.self, where: "deleted", is: date)
    case .replaceAll(let new):
      rows.clear(PlantRow.self)
      for row in new { rows.put(row) }
    }
  }
}

extension PlantRow: Codable {}
extension PlantRow.Light: Codable {}

/// The errors of the rules.
enum PlantError: Error { case taken, missing, stale }

extension DurableLog<Plants> {
  /// The versions without the numbers that a database gives them.
  func unnumberedHistory(of record: String) async throws -> [Version] {
    try await history(VersionQuery(record: record)).map { version in
      var version = version
      version.number = 0
      return version
    }
  }

  /// Adds a plant, unless one has its name.
  @discardableResult
  func add(
    _ row: PlantRow, _ id: UUID = UUID(), within limit: Duration = .seconds(4)
  ) async throws -> DurableOutcome {
    try await perform(id, within: limit) { plants in
      if plants.plants[row.id] == row { return nil }
      guard plants.plants[row.id] == nil, plants.names[row.name] == nil else {
        throw PlantError.taken
      }
      return .put([row])
    }
  }

  /// Renames plants: all or none.
  @discardableResult
  func rename(_ edits: [(id: String, old: String, new: String)]) async throws -> DurableOutcome {
    try await perform { plants in
      let rows = try edits.map { edit in
        guard var row = plants.plants[edit.id] else { throw PlantError.missing }
        guard row.name == edit.old else { throw PlantError.stale }
        guard plants.names[edit.new] == nil else { throw PlantError.taken }
        row.name = edit.new
        return row
      }
      return .put(rows)
    }
  }

  @discardableResult
  func remove(_ id: String) async throws -> DurableOutcome {
    try await perform { $0.plants[id] == nil ? nil : .remove([id]) }
  }
}

typealias Database = DurablePlace.Database
typealias Place = DurablePlace

extension DurablePlace {
  /// Starts an instance.
  ///
  /// - Parameter samples: the rows that a new log begins with.
  func log(samples: [PlantRow] = []) async throws -> DurableLog<Plants> {
    let log = try await storage().log(
      "plants", subject: "the plants", from: Plants(),
      first: samples.isEmpty ? nil : .replaceAll(samples))
    try await log.start()
    return log
  }
}
