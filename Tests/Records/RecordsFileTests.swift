import Foundation
import GRDB
import Storage
import TestSupport
import Testing

@testable import Records

@Suite struct RecordsFileTests {
  private let folder: DatabaseFolder

  init() throws { folder = try DatabaseFolder(for: "plants.sqlite") }

  private func file() -> RecordsFile<Plant> { RecordsFile(url: folder.file) }

  private func plants(_ file: RecordsFile<Plant>) async throws -> [Plant] {
    try await file.entries().map(\.record).sorted { $0.name < $1.name }
  }

  @Test func `Only a new database contains the samples`() async throws {
    let file = file()
    #expect(try await plants(file) == [.fern, .rose])
    for entry in try await file.entries() {
      try await file.delete(entry.id, replacing: entry.record)
    }
    try await file.file.close()
    #expect(try await plants(self.file()).isEmpty)
  }

  @Test func `The table has a column for each field`() async throws {
    _ = try await file().entries()
    let columns = try folder.withDatabase { db in
      try db.columns(in: "plants").map { [$0.name, $0.type, $0.defaultValueSQL ?? ""] }
    }
    #expect(
      columns == [
        ["id", "TEXT", ""], ["name", "TEXT", "''"], ["family", "TEXT", "''"],
        ["light", "TEXT", "'Sun'"], ["height", "INTEGER", "1"], ["acidity", "REAL", "7.0"],
        ["soil", "TEXT", "'loam'"], ["wateringDays", "INTEGER", "3"],
      ])
  }

  @Test func `Changes survive a restart`() async throws {
    let hostile = Plant(
      name: #"'; DROP TABLE "x" --"#, family: "日本 🐼", light: .halfShade, height: 15_000,
      acidity: 0.1, soil: .silt, wateringDays: -5)
    let first = file()
    let rose = try #require(try await first.entries().first { $0.record == .rose })
    let fern = try #require(try await first.entries().first { $0.record == .fern })
    try await first.add(Entry(id: "N", record: hostile))
    try await first.update(Entry(id: rose.id, record: hostile), replacing: .rose)
    try await first.delete(fern.id, replacing: .fern)
    try await first.file.close()
    let records = try await file().entries()
    #expect(
      records
        == [Entry(id: "N", record: hostile), Entry(id: rose.id, record: hostile)]
        .sorted { $0.id < $1.id })
  }

  @Test func `Adding a record is idempotent`() async throws {
    let file = file()
    try await file.add(Entry(id: "N", record: .fern))
    try await file.add(Entry(id: "N", record: .fern))
    await #expect(throws: RecordsError.idInUse) {
      try await file.add(Entry(id: "N", record: .rose))
    }
    #expect(try await plants(file) == [.fern, .fern, .rose])
  }

  @Test func `Changing an unknown record throws notFound`() async throws {
    let file = file()
    await #expect(throws: RecordsError.notFound) {
      try await file.update(Entry(id: "N", record: .fern), replacing: .fern)
    }
    await #expect(throws: RecordsError.notFound) { try await file.delete("N", replacing: .fern) }
  }

  @Test func `A field that is added later has the value of a blank record`() async throws {
    let earlier = RecordsFile<EarlierVersion.Tree>(url: folder.file)
    #expect(try await earlier.entries().map(\.record.name) == ["Oak"])
    try await earlier.file.close()
    let later = RecordsFile<LaterVersion.Tree>(url: folder.file)
    let oak = LaterVersion.Tree(name: "Oak")
    #expect(try await later.entries().map(\.record) == [oak])
    // The column of the retired field has its default.
    try await later.add(Entry(id: "N", record: oak))
    try await later.file.close()
    let girths = try folder.withDatabase { try Int.fetchAll($0, sql: "SELECT girth FROM trees") }
    #expect(girths.sorted() == [1, 3])
    // An earlier version rejects the database.
    await #expect(throws: DatabaseFileError.self) {
      try await RecordsFile<EarlierVersion.Tree>(url: folder.file).entries()
    }
  }

  @Test func `An unknown value has a readable error message`() async throws {
    _ = try await file().entries()
    try folder.withDatabase { try $0.execute(sql: "UPDATE plants SET soil = 'lava'") }
    let error = await #expect(throws: RecordsError.self) { try await file().entries() }
    #expect(
      error?.localizedDescription
        == "The stored soil “lava” is not known to this version of the program.")
  }

  @Test func `A failed write changes nothing`() async throws {
    let file = file()
    _ = try await file.entries()
    try await file.file.database.writeWithoutTransaction {
      try $0.execute(sql: "PRAGMA query_only = 1")
    }
    await #expect(throws: DatabaseFileError.self) {
      try await file.add(Entry(id: "N", record: .fern))
    }
    #expect(try await plants(file) == [.fern, .rose])
  }
}
