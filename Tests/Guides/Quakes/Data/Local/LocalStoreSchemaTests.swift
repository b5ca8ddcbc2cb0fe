import Foundation
import GRDB
import HashTreeCollections
import Storage
import TestSupport
import Testing

@testable import QuakesData

/// Constraints enforced by SQLite itself.
@Suite struct LocalStoreSchemaTests {
  private let folder: DatabaseFolder
  private let store: LocalStore

  init() async throws {
    folder = try DatabaseFolder.ofQuakes()
    store = LocalStore(url: folder.file)
    try await store.didRefreshQuakesMutation(
      changes: QuakesChanges(
        inserted: [.full], deletedIds: ["x"], refresh: .example(1),
        known: KnownTime(days: [(-30, 0)])))
  }

  @Test(
    arguments: [
      ("INSERT INTO quake SELECT * FROM quake", .SQLITE_CONSTRAINT_PRIMARYKEY),
      ("UPDATE quake SET quakeId = NULL", .SQLITE_CONSTRAINT_NOTNULL),
      ("UPDATE quake SET time = NULL", .SQLITE_CONSTRAINT_NOTNULL),
      ("UPDATE quake SET updatedTime = NULL", .SQLITE_CONSTRAINT_NOTNULL),
      ("UPDATE quake SET name = NULL", .SQLITE_CONSTRAINT_NOTNULL),
      ("UPDATE quake SET longitude = NULL", .SQLITE_CONSTRAINT_NOTNULL),
      ("UPDATE quake SET status = 'pondered'", .SQLITE_CONSTRAINT_CHECK),
      ("UPDATE quake SET status = 'Reviewed'", .SQLITE_CONSTRAINT_CHECK),
      ("UPDATE quake SET alert = 'purple'", .SQLITE_CONSTRAINT_CHECK),
      ("UPDATE quake SET tsunami = 2", .SQLITE_CONSTRAINT_CHECK),
      ("UPDATE quake SET magnitude = 'large'", .SQLITE_CONSTRAINT_DATATYPE),
      ("UPDATE quake SET felt = 1.5", .SQLITE_CONSTRAINT_DATATYPE),
      ("UPDATE quake SET name = x'FF'", .SQLITE_CONSTRAINT_DATATYPE),
      ("INSERT INTO deletedQuake VALUES ('x')", .SQLITE_CONSTRAINT_PRIMARYKEY),
      ("INSERT INTO deletedQuake VALUES (NULL)", .SQLITE_CONSTRAINT_NOTNULL),
      ("UPDATE refresh SET refreshId = 2", .SQLITE_CONSTRAINT_CHECK),
      ("UPDATE refresh SET range = 'allYear'", .SQLITE_CONSTRAINT_CHECK),
      ("UPDATE knownTime SET until = since", .SQLITE_CONSTRAINT_CHECK),
    ] as [(String, ResultCode)])
  func `The schema refuses invalid rows`(_ sql: String, _ code: ResultCode) async throws {
    let error = await #expect(throws: DatabaseError.self) {
      try await store.database.write { try $0.execute(sql: sql) }
    }
    #expect(error?.extendedResultCode == code)
    #expect(try await store.fetchLocalQuakesQuery() == [.full])
  }

  /// The schema is the interface for other programs that open the file.
  @Test func `The tables have their columns`() throws {
    let row = try folder.withDatabase {
      try Row.fetchOne(
        $0,
        sql: """
          SELECT *, datetime(time + 978307200, 'unixepoch') AS date FROM quake
          """)
    }
    #expect(row?["magnitude"] == 6.54)
    #expect(row?["date"] == "2025-07-27 01:33:20")
    #expect(row?["otherIds"] == "ci12345678,aka2026abcdef")
    #expect(row?["tsunami"] == 1)
    #expect(row?["alert"] == "orange")
  }

  @Test func `Absent values are null`() async throws {
    try await store.didRefreshQuakesMutation(
      changes: QuakesChanges(inserted: [.bare], deleted: [.full]))
    let row = try #require(
      try folder.withDatabase { try Row.fetchOne($0, sql: "SELECT * FROM quake") })
    let absent = row.filter { $0.1.isNull }.map(\.0)
    #expect(
      Set(absent) == [
        "magnitude", "depth", "magnitudeType", "alert", "felt", "reportedIntensity",
        "estimatedIntensity", "otherIds", "url", "missingSince", "formerIds",
      ])
  }

  /// A file of an earlier version has no deleted quakes to restore, and it does
  /// not say which time it covers.
  @Test func `An older schema is migrated`() async throws {
    try await store.close()
    try folder.withDatabase {
      try $0.execute(
        sql: """
          DROP TABLE keptQuake;
          DROP TABLE knownTime;
          DROP TABLE feedId;
          DROP TABLE report;
          ALTER TABLE quake DROP COLUMN formerIds;
          DELETE FROM grdb_migrations WHERE identifier NOT LIKE '1:%'
          """)
    }
    let migrated = LocalStore(url: folder.file)
    let quake = Quake.full.with(otherIds: Quake.full.otherIds, formerIds: [])
    #expect(try await migrated.fetchLocalQuakesQuery() == [quake])
    #expect(try await migrated.fetchLocalDeletionsQuery() == [])
    #expect(
      try await migrated.fetchLocalLedgerQuery()
        == QuakesState.Ledger(deleted: ["x"], lastRefresh: .example(1)))
  }

  @Test func `A newer schema is refused`() async throws {
    try await store.close()
    try folder.withDatabase {
      try $0.execute(sql: "INSERT INTO grdb_migrations VALUES ('9: from another day')")
    }
    let newer = #expect(throws: DatabaseFileError.self) {
      try LocalStore(url: folder.file).database
    }
    #expect(newer?.reason == .newerSchema)
    #expect(try folder.ids() == ["us7000full"])
  }

  @Test func `Tables of another program are refused`() throws {
    let another = try DatabaseFolder.ofQuakes()
    try another.withDatabase { try $0.execute(sql: "CREATE TABLE quake (noise TEXT)") }
    let error = #expect(throws: DatabaseFileError.self) {
      try LocalStore(url: another.file).database
    }
    #expect(error?.reason == .other)
    #expect(error?.description.contains("already exists") == true)
  }
}
