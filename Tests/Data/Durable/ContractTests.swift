import Durable
import Foundation
import GRDB
import Storage
import TestSupport
import Testing

/// The promises of a log, with each database.
@Suite(.timeLimit(.minutes(2)))
struct ContractTests {
  private static let fern = PlantRow(
    id: "fern", name: "Fern ”'\\\n🌿", height: -0.1, count: .max, isRare: true,
    tags: ["a,b", "\"", ""], light: .shade, planted: Date(timeIntervalSinceReferenceDate: 1.5))

  private static func row(_ id: String, _ name: String? = nil) -> PlantRow {
    PlantRow(id: id, name: name ?? id)
  }

  @Test(arguments: Database.allCases)
  func `All types of columns, present and empty, are the same after a restart`(
    _ database: Database
  ) async throws {
    let place = try Place(database)
    let log = try await place.log()
    #expect(try await log.add(Self.fern) == .committed(1))
    #expect(try await log.add(Self.row("moss")) == .committed(2))
    let state = log.state
    try await log.close()
    let second = try await place.log()
    #expect(second.state == state && state.plants["fern"] == Self.fern)
    #expect(second.status.position == 2)
    #expect(try await second.add(Self.row("ivy")) == .committed(3))
    try await second.close()
  }

  @Test(arguments: Database.allCases)
  func `An operation is decided on what is there`(_ database: Database) async throws {
    let place = try Place(database)
    let log = try await place.log()
    try await log.add(Self.row("fern"))
    let id = UUID()
    #expect(try await log.add(Self.row("moss"), id) == .committed(2))
    // The same form again, also after others changed what it made.
    #expect(try await log.add(Self.row("moss"), id) == .repeated(2))
    #expect(try await log.remove("moss") == .committed(3))
    #expect(try await log.add(Self.row("moss"), id) == .repeated(2))
    #expect(log.state.plants["moss"] == nil)
    // Already so.
    #expect(try await log.add(Self.row("fern")) == .unchanged(at: 3))
    #expect(try await log.remove("moss") == .unchanged(at: 3))
    // Refused.
    await #expect(throws: PlantError.taken) { try await log.add(Self.row("fern", "other")) }
    await #expect(throws: PlantError.taken) { try await log.add(Self.row("ivy", "fern")) }
    await #expect(throws: PlantError.missing) { try await log.rename([("ivy", "ivy", "Ivy")]) }
    await #expect(throws: PlantError.stale) { try await log.rename([("fern", "old", "Ivy")]) }
    // All or none.
    try await log.add(Self.row("ivy"))
    await #expect(throws: PlantError.stale) {
      try await log.rename([("fern", "fern", "a"), ("ivy", "old", "b")])
    }
    #expect(log.state.names == ["fern": "fern", "ivy": "ivy"])
    #expect(
      try await log.rename([("fern", "fern", "a"), ("ivy", "ivy", "b")]) == .committed(5))
    #expect(log.state.names == ["a": "fern", "b": "ivy"])
    #expect(log.status.position == 5)
    try await log.close()
    withExtendedLifetime(place) {}
  }

  @Test(arguments: Database.allCases)
  func `Operations at once share transactions, and each has its own outcome`(
    _ database: Database
  ) async throws {
    let place = try Place(database)
    let log = try await place.log()
    let id = UUID()
    let outcomes = await withTaskGroup(of: DurableOutcome?.self) { group in
      // 64 names of which one is taken, 8 for one name, and 8 copies of one form.
      for number in 0..<64 {
        group.addTask { try? await log.add(Self.row("a\(number)", "\(max(number, 1))")) }
      }
      for number in 0..<8 { group.addTask { try? await log.add(Self.row("b\(number)", "b")) } }
      for _ in 0..<8 { group.addTask { try? await log.add(Self.row("c"), id) } }
      return await group.reduce(into: []) { $0.append($1) }
    }
    let numbers = outcomes.compactMap {
      if case .committed(let number) = $0 { number } else { nil }
    }
    #expect(numbers.sorted() == Array(1...65))
    #expect(outcomes.count { $0 == nil } == 8)
    #expect(outcomes.count { if case .repeated = $0 { true } else { false } } == 7)
    #expect(log.state.plants.count == 65)
    try await log.close()
    withExtendedLifetime(place) {}
  }

  @Test(arguments: Database.allCases)
  func `Rows without memory, histories and rows that are marked`(_ database: Database)
    async throws
  {
    let place = try Place(database)
    let log = try await place.log()
    try await log.add(Self.fern)
    for number in 0..<20 { try await log.add(Self.row("\(number)")) }
    try await log.rename([("fern", Self.fern.name, "Fern")])
    let notes = try await log.rows(NoteRow.self, where: "plant", is: "fern")
    #expect(notes.map(\.id) == ["1 fern", "22 fern"])
    #expect(try await log.rows(NoteRow.self, limit: 2).map(\.id) == ["1 fern", "10 8"])
    let versions = try await log.unnumberedHistory(of: "fern")
    #expect(
      versions == [
        Version(
          record: "fern", time: 22, visitor: "ada", kind: "put", before: Self.fern.name,
          after: "Fern"),
        Version(
          record: "fern", time: 1, visitor: "ada", kind: "put", before: nil,
          after: Self.fern.name),
      ])
    try await log.perform { _ in .deleteAll(at: 7) }
    try await log.add(Self.row("new"))
    try await log.perform { _ in .deleteAll(at: 8) }
    try await log.perform { _ in .restoreAll(deleted: 7) }
    #expect(log.state.plants.values.count { $0.deleted == nil } == 21)
    try await log.perform { _ in .forgetAll(deleted: 8) }
    #expect(log.state.plants.count == 21)
    let state = log.state
    try await log.close()
    let second = try await place.log()
    #expect(second.state == state)
    try await second.close()
  }

  @Test(arguments: Database.allCases)
  func `All rows are replaced, and samples only begin a log`(_ database: Database) async throws {
    let place = try Place(database)
    let samples = [Self.row("fern"), Self.row("moss")]
    let log = try await place.log(samples: samples)
    #expect(log.status.position == 1 && log.state.names.count == 2)
    try await log.remove("fern")
    #expect(
      try await log.perform(isLarge: true) { _ in .replaceAll([Self.row("ivy")]) } == .committed(3))
    try await log.close()
    let second = try await place.log(samples: samples)
    #expect(second.state.names == ["ivy": "ivy"] && second.status.position == 3)
    try await second.close()
  }

  @Test(arguments: Database.allCases)
  func `Old entries are removed, and the newest remains`(_ database: Database) async throws {
    let place = try Place(database)
    let log = try await place.log()
    for number in 0..<5 { try await log.add(Self.row("\(number)")) }
    try await log.driver.trim(olderThan: .seconds(-60), keeping: 0)
    #expect(try await log.add(Self.row("5")) == .committed(6))
    try await log.close()
    let second = try await place.log()
    #expect(second.status.position == 6 && second.state.plants.count == 6)
    try await second.close()
  }

  @Test(arguments: Database.allCases)
  func `A log is copied with its history, and only to a place that was not used`(
    _ database: Database
  ) async throws {
    let (files, other) = (try Place(.sqlite), try Place(.sqlite))
    let place = try Place(database)
    let log = try await files.log()
    // More than are copied at a time.
    let rows = (0..<6_000).map { Self.row("\($0)") } + [Self.fern]
    try await log.perform(isLarge: true) { _ in .put(rows) }
    try await log.remove("7")
    let (state, history) = (log.state, try await log.unnumberedHistory(of: "fern"))
    try await log.close()

    let storage = try await place.storage()
    let copy = storage.log("plants", subject: "the plants", from: Plants())
    // A copy that is interrupted does not count, and leaves nothing behind.
    try await copy.copying(from: files.file(of: "plants")).copy()
    try await storage.importData(from: files.folder.url)
    try await copy.start()
    #expect(copy.state == state)
    #expect(try await copy.unnumberedHistory(of: "fern") == history && !history.isEmpty)
    #expect(try await copy.rows(NoteRow.self).count == 1_000)
    await #expect(throws: DurableError.self) {
      try await storage.importData(from: files.folder.url)
    }
    // And back.
    try await storage.exportData(to: other.folder.url)
    try await storage.close()
    let last = try await other.log()
    #expect(last.state == state)
    #expect(try await last.unnumberedHistory(of: "fern") == history)
    try await last.close()
  }

  @Test(arguments: Database.allCases)
  func `Whatever changes are made, a start loads the state in memory`(
    _ database: Database
  ) async throws {
    var generator = SeededGenerator(seed: 7)
    let ids = (0..<12).map { "plant \($0)" }
    let changes: [Plants.Change] = (0..<200).map { number in
      let row = PlantRow(
        id: ids.randomElement(using: &generator) ?? "", name: "\(number)",
        height: Bool.random(using: &generator) ? .random(in: -1...1, using: &generator) : nil,
        tags: number.isMultiple(of: 3) ? ["\(number)"] : [])
      return switch Int.random(in: 0..<12, using: &generator) {
      case 0: .remove([row.id])
      case 1: .deleteAll(at: Double(number))
      case 2: .restoreAll(deleted: Double(number - 1))
      case 3: .replaceAll([row, PlantRow(id: "kept", name: "kept")])
      case 4: .put([row, PlantRow(id: row.id, name: "again \(number)")])
      default: .put([row])
      }
    }
    #expect(try await Place(database).loadsWhatWasApplied(changes, from: Plants()))
  }

  @Test(arguments: Database.allCases)
  func `Large and small operations take turns`(_ database: Database) async throws {
    let place = try Place(database)
    let log = try await place.log()
    let numbers = try await withThrowingTaskGroup(of: (isLarge: Bool, number: Int).self) { group in
      group.addTask {
        try await log.perform { _ in
          // The others wait meanwhile.
          Thread.sleep(forTimeInterval: 0.5)
          return nil
        }
        return (false, 0)
      }
      try await Task.sleep(for: .milliseconds(100))
      for number in 0..<204 {
        let isLarge = number < 4
        group.addTask {
          let outcome = try await log.perform(isLarge: isLarge, within: .seconds(30)) { _ in
            .put([Self.row("\(number)")])
          }
          guard case .committed(let number) = outcome else { return (isLarge, -1) }
          return (isLarge, number)
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    // A large one after each batch of 64 small ones.
    let large = numbers.filter(\.isLarge).map(\.number).sorted()
    #expect(large.count == 4)
    #expect(zip(large, [65, 130, 195, 204]).allSatisfy { $0 <= $1 }, "\(large)")
    #expect(large[0] > 1 || large[1] > 2, "small ones were not kept waiting either: \(large)")
    try await log.close()
    withExtendedLifetime(place) {}
  }

  @Test func `Beyond ten thousand that wait, an operation is refused at once`() async throws {
    let place = try Place(.sqlite)
    let log = try await place.log()
    let outcomes = await withTaskGroup(of: (any Error)?.self) { group in
      for number in 0..<10_100 {
        group.addTask {
          do {
            try await log.perform(within: .seconds(60)) { _ in
              if number == 0 { Thread.sleep(forTimeInterval: 2) }
              return nil
            }
            return nil
          } catch {
            return error
          }
        }
        if number == 0 { try? await Task.sleep(for: .milliseconds(200)) }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    let errors = outcomes.compactMap { $0 as? DurableError }
    #expect(errors.count == 99 && errors.allSatisfy { $0 == .busy })
    try await log.close()
    withExtendedLifetime(place) {}
  }

  @Test func `A commit is synced to the disk`() async throws {
    let place = try Place(.sqlite)
    let log = try await place.log()
    try await log.add(Self.fern)
    let file = try #require(log.file)
    let synchronous = try await file.database.writeWithoutTransaction {
      try Int.fetchOne($0, sql: "PRAGMA synchronous")
    }
    #expect(synchronous == 2)
    // Another connection reads it, as after a crash.
    let queue = try DatabaseQueue(path: place.file(of: "plants").path)
    let names = try await queue.read { try String.fetchAll($0, sql: "SELECT name FROM plant") }
    #expect(names == [Self.fern.name])
    try await log.close()
  }

  @Test func `A column that is added later has its default in the rows that exist`()
    async throws
  {
    struct Later: DurableState {
      typealias Change = Never
      struct Row: StoredRow {
        static let table = "plant"
        var plant = PlantRow()
        var soil = "loam"
        var key: String { plant.id }
        mutating func pass<Format: RowFormat>(
          through format: inout Format
        ) throws(Format.Failure) {
          try plant.pass(through: &format)
          try format.pass("soil", &soil)
        }
      }
      var soils: [String: String] = [:]
      var tables: [any StoredTable<Later>] {
        [RowTable(Row.self) { state, row in state.soils[row.key] = row.soil }]
      }
      mutating func apply(_ change: Never, at position: Int) {}
      func put(_ change: Never, at position: Int, into rows: inout RowBatch) {}
    }
    for database in Database.allCases {
      let place = try Place(database)
      let log = try await place.log()
      try await log.add(Self.fern)
      try await log.close()
      let driver: any DurableDriver =
        switch database {
        case .sqlite: SQLiteDriver(url: place.file(of: "plants"), subject: "", tablesOf: Later())
        case .postgres: PostgresDriver("plants", in: try await place.shared())
        }
      #expect(try await driver.load(into: Later()).state.soils == ["fern": "loam"])
      try await driver.close()
    }
  }
}
