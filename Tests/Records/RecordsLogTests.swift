import Durable
import Foundation
import GRDB
import HashTreeCollections
import ImmutableData
import Storage
import TestSupport
import Testing

@testable import Records

/// A record with a short history.
private struct Draft: Records.Record {
  var text = ""
  static let fields: Fields<Draft> = [.text(\.text, 1...50)]
  static let history = HistoryLimit(versions: 3, days: 30)
}

/// The log of records on both databases.
@Suite(.timeLimit(.minutes(2)))
struct RecordsLogTests {
  typealias Database = DurablePlace.Database

  /// Opens the records of a place like another start of the program.
  private func records<Entity: Records.Record>(
    of type: Entity.Type = Plant.self, in place: DurablePlace
  ) async throws -> RecordsLog<Entity> {
    RecordsLog(in: try await place.storage())
  }

  private func plants(_ log: RecordsLog<Plant>) async throws -> [Plant] {
    try await log.entries().map(\.record).sorted { $0.name < $1.name }
  }

  @Test(arguments: Database.allCases)
  func `Only a new database contains the samples`(_ database: Database) async throws {
    let place = try DurablePlace(database)
    let log = try await records(in: place)
    #expect(try await plants(log) == [.fern, .rose])
    for entry in try await log.entries() {
      try await log.delete(entry.id, replacing: entry.record)
    }
    try await log.close()
    #expect(try await plants(records(in: place)).isEmpty)
  }

  @Test func `The table has a column for each field`() async throws {
    let folder = try DatabaseFolder(for: "plants.sqlite")
    _ = try await RecordsLog<Plant>(url: folder.file).entries()
    let columns = try folder.withDatabase { db in
      try db.columns(in: "plants").map { [$0.name, $0.type, $0.defaultValueSQL ?? ""] }
    }
    #expect(
      columns == [
        ["id", "TEXT", "''"], ["name", "TEXT", "''"], ["family", "TEXT", "''"],
        ["light", "TEXT", "'Sun'"], ["height", "INTEGER", "1"], ["acidity", "REAL", "7.0"],
        ["soil", "TEXT", "'loam'"], ["wateringDays", "INTEGER", "3"],
      ])
  }

  @Test(arguments: Database.allCases)
  func `Changes survive a restart`(_ database: Database) async throws {
    let place = try DurablePlace(database)
    let hostile = Plant(
      name: #"'; DROP TABLE "x" -- $1 \"#, family: "日本 🐼", light: .halfShade, height: 15_000,
      acidity: 0.1, soil: .silt, wateringDays: -5)
    let first = try await records(in: place)
    let rose = try #require(try await first.entries().first { $0.record == .rose })
    let fern = try #require(try await first.entries().first { $0.record == .fern })
    try await first.add(Entry(id: "N", record: hostile))
    try await first.update(Entry(id: rose.id, record: hostile), replacing: .rose)
    try await first.delete(fern.id, replacing: .fern)
    try await first.close()
    let entries = try await records(in: place).entries()
    #expect(
      entries
        == [Entry(id: "N", record: hostile), Entry(id: rose.id, record: hostile)]
        .sorted { $0.id < $1.id })
  }

  @Test(arguments: Database.allCases)
  func `Whatever is changed, the same is loaded`(_ database: Database) async throws {
    let place = try DurablePlace(database)
    var generator = SeededGenerator(seed: 7)
    let changes: [RecordsAction<Loan>.Change] = (0..<60).map { number in
      if number % 29 == 28 {
        return .everything(
          (0..<5).map { (copy: Int) in
            Entry(id: "\(copy)", record: Loan(title: "Loan \(number)", copy: copy))
          })
      }
      let edits = (0..<Int.random(in: 1...4, using: &generator)).map { _ in
        RecordEdit(
          id: "\(Int.random(in: 0..<12, using: &generator))", old: nil,
          new: Bool.random(using: &generator)
            ? Loan(
              title: "Loan \(number)", isbn: "\(number)", copy: number,
              due: number % 3 == 0 ? nil : Day(2024, 5, 9), note: "'\"\n🌱") : nil)
      }
      return .edited(
        RecordsOperation(
          id: "\(number)", edits: edits, by: ChangeOrigin(date: .distantPast),
          isForSeveral: edits.count > 1))
    }
    #expect(
      try await place.loadsWhatWasApplied(changes, from: RecordsState<Loan>()) {
        RecordsState(records: $0.records)
      })
  }

  @Test(arguments: Database.allCases)
  func `Adding a record is idempotent`(_ database: Database) async throws {
    let place = try DurablePlace(database)
    let log = try await records(in: place)
    let fern = RecordsOperation(
      id: "N", old: nil, new: Plant.fern, by: ChangeOrigin(cause: .importing))
    try await log.write(fern)
    try await log.write(fern)
    await #expect(throws: RecordsError.idInUse) {
      try await log.add(Entry(id: "N", record: .rose))
    }
    #expect(try await plants(log) == [.fern, .fern, .rose])
    #expect(try await log.history(of: "N").count == 1)
    withExtendedLifetime(place) {}
  }

  /// The operations that are refused on the samples and a fern “N”.
  @Test(
    arguments: Database.allCases,
    [
      ("X", .fern, .rose, .notFound), ("X", .fern, nil, .notFound), ("N", .rose, .fern, .stale),
      ("N", .rose, nil, .stale),
    ] as [(String, Plant, Plant?, RecordsError)])
  func `An operation on what is not there is refused, with all of its changes`(
    _ database: Database, _ row: (id: String, old: Plant, new: Plant?, error: RecordsError)
  ) async throws {
    let place = try DurablePlace(database)
    let log = try await records(in: place)
    try await log.add(Entry(id: "N", record: .fern))
    let edit = RecordEdit(id: row.id, old: row.old, new: row.new)
    await #expect(throws: row.error) {
      try await log.write(RecordsOperation(id: row.id, edits: [edit]))
    }
    let edits = [RecordEdit(id: "M", old: nil, new: Plant.rose), edit]
    await #expect(throws: RecordsError.stale) {
      try await log.write(RecordsOperation(id: "several", edits: edits, isForSeveral: true))
    }
    #expect(try await plants(log) == [.fern, .fern, .rose])
    #expect(try await !log.hasPerformed("several"))
    withExtendedLifetime(place) {}
  }

  /// An operation in 40 parts, of which the last one is in the way of another.
  @Test(arguments: Database.allCases)
  func `A large operation lets others write, and ends at a conflict`(
    _ database: Database
  ) async throws {
    let place = try DurablePlace(database)
    let log = try await records(in: place)
    try await log.add(Entry(id: "N", record: .fern))
    let additions = (0..<9_999).map { RecordEdit(id: "\($0)", old: nil, new: Plant.rose) }
    let operation = RecordsOperation(
      id: "several", edits: additions + [RecordEdit(id: "N", old: .fern, new: .rose)],
      isForSeveral: true)
    let written = Task { try await log.write(operation) }
    while try await log.entries().count < 200 { await Task.yield() }
    try await log.update(Entry(id: "N", record: Self.moss), replacing: .fern)
    await #expect(throws: RecordsError.stale) { try await written.value }
    #expect(try await log.entries().count == 3 + 9_750)
    #expect(try await log.entries().first { $0.id == "N" }?.record == Self.moss)
    #expect(try await !log.hasPerformed("several"))
    // Not possible from the beginning.
    let others = (0..<500).map { RecordEdit(id: "X\($0)", old: nil, new: Plant.rose) }
    await #expect(throws: RecordsError.stale) {
      try await log.write(
        RecordsOperation(
          id: "again", edits: others + [additions[0], operation.edits[9_999]],
          isForSeveral: true))
    }
    #expect(try await log.entries().count == 3 + 9_750)
    try await log.close()
    #expect(try await records(in: place).entries().count == 3 + 9_750)
  }

  private static let moss = Plant(name: "Moss")

  @Test func `Records that exchange unique values do so at once`() async throws {
    let log = RecordsLog<Loan>(url: nil)
    func loan(_ number: Int) -> Loan { Loan(title: "Book", isbn: "\(number)") }
    let count = 600
    try await log.write(
      RecordsOperation(
        id: "add", edits: (0..<count).map { RecordEdit(id: "\($0)", old: nil, new: loan($0)) },
        isForSeveral: true))
    try await log.write(
      RecordsOperation(
        id: "turn",
        edits: (0..<count).map {
          RecordEdit(id: "\($0)", old: loan($0), new: loan(count - 1 - $0))
        }, isForSeveral: true))
    #expect(try await log.entries().first { $0.id == "0" }?.record.isbn == "599")
    #expect(try await log.hasPerformed("turn"))
  }

  @Test func `A large deletion is undone as one`() async throws {
    let guide = try await MemoryGuide<Loan>(
      Dictionary(uniqueKeysWithValues: (0..<600).map { ("\($0)", Loan(title: "Book \($0)")) }))
    let edits = guide.store.snapshot.state.records.map {
      RecordEdit(id: $0, old: $1, new: nil)
    }
    try await guide.store.dispatch(
      action: .ui(
        .onTapChangeButton(RecordsOperation(id: "op", edits: edits, isForSeveral: true))))
    try await eventually("all are deleted") {
      guide.store.snapshot.state.queue["op"] == .success
    }
    #expect(guide.store.snapshot.state.operation("op")?.edits.count == 600)
    let undone = try await guide.post(.restore, [("operation", "op")])
    #expect(undone.status == 303)
    #expect(guide.store.snapshot.state.records.count == 600)
  }

  @Test(arguments: Database.allCases)
  func `A form of several records is recognised after a restart`(_ database: Database) async throws
  {
    let place = try DurablePlace(database)
    let log = try await records(in: place)
    let edits = try await log.entries().map { RecordEdit(id: $0.id, old: $0.record, new: nil) }
    let deletion = RecordsOperation(id: "form", edits: edits, isForSeveral: true)
    try await log.write(deletion)
    try await log.close()
    let later = try await records(in: place)
    #expect(try await later.hasPerformed("form"))
    #expect(try await !later.hasPerformed("another"))
    try await later.write(deletion)
    #expect(try await later.entries().isEmpty)
  }

  @Test(arguments: Database.allCases)
  func `A late copy of a form does not bring a record back`(_ database: Database) async throws {
    let place = try DurablePlace(database)
    let log = try await records(in: place)
    try await log.add(Entry(id: "N", record: .fern))
    try await log.delete("N", replacing: .fern)
    try await log.close()
    let later = try await records(in: place)
    await #expect(throws: RecordsError.notFound) {
      try await later.add(Entry(id: "N", record: .fern))
    }
  }

  @Test(arguments: Database.allCases)
  func `A field that is added later has the value of a blank record`(
    _ database: Database
  ) async throws {
    let place = try DurablePlace(database)
    let earlier = try await records(of: EarlierVersion.Tree.self, in: place)
    #expect(try await earlier.entries().map(\.record.name) == ["Oak"])
    try await earlier.close()
    let later = try await records(of: LaterVersion.Tree.self, in: place)
    let oak = LaterVersion.Tree(name: "Oak")
    #expect(try await later.entries().map(\.record) == [oak])
    // The column of the retired field has its default.
    try await later.add(Entry(id: "N", record: oak))
    try await later.close()
    guard database == .sqlite else { return }
    let girths = try DatabaseFolder(at: place.file(of: "trees"))
      .withDatabase { try Int.fetchAll($0, sql: "SELECT girth FROM trees") }
    #expect(girths.sorted() == [1, 3])
    // An earlier version would not keep the new columns of a record that it changes.
    let error = await #expect(throws: DatabaseFileError.self) {
      try await records(of: EarlierVersion.Tree.self, in: place).entries()
    }
    #expect(error?.reason == .newerSchema)
  }

  @Test(arguments: Database.allCases)
  func `A field that becomes optional, and a rule that comes and goes`(
    _ database: Database
  ) async throws {
    let place = try DurablePlace(database)
    let earlier = try await records(of: EarlierVersion.Tree.self, in: place)
    #expect(try await earlier.entries().map(\.record.name) == ["Oak"])
    try await earlier.close()
    for _ in 0..<2 {
      let optional = try await records(of: OptionalVersion.Tree.self, in: place)
      #expect(try await optional.entries().contains { $0.record.girth == 3 })
      let id = UUID().uuidString
      try await optional.add(
        Entry(id: id, record: OptionalVersion.Tree(name: String(id.prefix(9)), girth: nil)))
      await #expect(throws: RecordsError.stale) {
        try await optional.add(Entry(id: "X", record: OptionalVersion.Tree(name: "Oak")))
      }
      try await optional.close()
    }
    // The rule and the optional values are gone.
    let required = try await records(of: RequiredVersion.Tree.self, in: place)
    #expect(try await required.entries().map(\.record.girth).sorted() == [1, 1, 3])
    try await required.add(Entry(id: "X", record: RequiredVersion.Tree(name: "Oak")))
    try await required.close()
    // The rule is back, and the records break it.
    let broken = try await records(of: OptionalVersion.Tree.self, in: place)
    #expect(try await broken.entries().count == 4)
  }

  @Test(arguments: Database.allCases)
  func `A history is bounded by its length and by its age`(_ database: Database) async throws {
    let place = try DurablePlace(database)
    let log = try await records(of: Draft.self, in: place)
    func change(_ id: String, _ old: String?, _ new: String?, day: Int) async throws {
      try await log.write(
        RecordsOperation(
          id: id, old: old.map { Draft(text: $0) }, new: new.map { Draft(text: $0) },
          by: ChangeOrigin(date: Date(timeIntervalSince1970: Double(day) * 86_400))))
    }
    try await change("old", nil, "a", day: 1)
    try await change("1", nil, "0", day: 20)
    for number in 1...5 { try await change("1", "\(number - 1)", "\(number)", day: 20) }
    let texts = try await log.history(of: "1").map { $0.after?.values["text"] }
    #expect(texts == ["5", "4", "3"].map { .some(.text($0)) })
    #expect(try await log.history(of: "old").count == 1)
    try await change("2", nil, "a", day: 32)
    #expect(try await log.history(of: "old").isEmpty)
    #expect(try await log.history(of: "1").count == 3)
    withExtendedLifetime(place) {}
  }

  @Test(arguments: Database.allCases)
  func `Records and histories of the version before the log remain`(
    _ database: Database
  ) async throws {
    let place = try DurablePlace(database)
    let history = """
      INSERT INTO "trees history" (record, time, visitor, kind, before, after) VALUES
        ('A', 1000, 'ada', 'add', NULL, '{"name":"Ash","girth":2}'),
        ('A', 2000, NULL, 'later kind', NULL, NULL)
      """
    let row = "INSERT INTO trees (id, name, girth) VALUES ('A', 'Ash', 2)"
    try await place.prepare(
      "trees", steps: ["table", "field name", "field girth", "history", "samples"],
      file: """
        CREATE TABLE trees (id TEXT NOT NULL PRIMARY KEY, name TEXT NOT NULL DEFAULT '',
          girth INTEGER NOT NULL DEFAULT 1) STRICT, WITHOUT ROWID;
        CREATE UNIQUE INDEX unique_1 ON trees (name) WHERE name <> '';
        CREATE TABLE "trees history" (number INTEGER PRIMARY KEY AUTOINCREMENT,
          record TEXT NOT NULL, time INTEGER NOT NULL, visitor TEXT, kind TEXT NOT NULL,
          before TEXT, after TEXT) STRICT;
        \(row); \(history)
        """,
      shared: [
        "CREATE TABLE trees (id text COLLATE \"C\" PRIMARY KEY)",
        FormerTables.sharedHistory("trees"),
      ],
      rows: [
        "ALTER TABLE trees ADD name text NOT NULL DEFAULT '', ADD girth bigint NOT NULL DEFAULT 1",
        "CREATE UNIQUE INDEX unique_1 ON trees (name) WHERE name <> ''", row, history,
        """
        INSERT INTO change (log, seq, operation, payload)
        VALUES ('trees', 1, gen_random_uuid(), '{"put":{}}')
        """,
      ])
    let log = try await records(of: EarlierVersion.Tree.self, in: place)
    let ash = EarlierVersion.Tree(name: "Ash", girth: 2)
    // No samples are added.
    try #require(try await log.entries() == [Entry(id: "A", record: ash)])
    let versions = try await log.history(of: "A")
    #expect(versions.map(\.kind) == [.add])
    #expect(versions.first?.visitor == "ada")
    #expect(versions.first?.after == RecordContent(ash))
    // The index of a rule is gone.
    try await log.add(Entry(id: "B", record: ash))
    #expect(try await log.entries().count == 2)
  }

  @Test(arguments: Database.allCases)
  func `An unknown value has a readable error message`(_ database: Database) async throws {
    let place = try DurablePlace(database)
    let log = try await records(in: place)
    _ = try await log.entries()
    try await log.close()
    try await place.execute("UPDATE plants SET soil = 'lava'", on: "plants")
    let error = await #expect(throws: RecordsError.self) {
      try await records(in: place).entries()
    }
    #expect(
      error?.localizedDescription
        == "The stored soil “lava” is not known to this version of the program.")
  }

  @Test func `A failed write changes nothing`() async throws {
    let log = RecordsLog<Plant>(url: nil)
    _ = try await log.entries()
    try await log.file?.database.writeWithoutTransaction {
      try $0.execute(sql: "PRAGMA query_only = 1")
    }
    await #expect(throws: DatabaseFileError.self) {
      try await log.add(Entry(id: "N", record: .fern))
    }
    #expect(try await plants(log) == [.fern, .rose])
  }
}
