import Foundation
import GRDB
import Testing

@testable import Storage

/// What people read when something goes wrong: one plain sentence each.
@Suite struct DatabaseFileErrorTests {
  @Test func `A newer schema has a plain sentence`() {
    let error: any Error = DatabaseFileError(
      reason: .newerSchema, subject: "the earthquakes", details: "")
    #expect(error.localizedDescription == "A newer version of the program has written the file.")
  }

  @Test(
    arguments: [
      (.SQLITE_FULL, .diskFull, "The disk is full, so nothing could be saved."),
      (
        .SQLITE_READONLY, .readOnly,
        "The file of the earthquakes is read-only, so nothing could be saved."
      ),
      (
        .SQLITE_READONLY_DBMOVED, .readOnly,
        "The file of the earthquakes is read-only, so nothing could be saved."
      ),
      (
        .SQLITE_PERM, .readOnly,
        "The file of the earthquakes is read-only, so nothing could be saved."
      ),
      (.SQLITE_BUSY, .inUse, "Another program is using the file of the earthquakes."),
      (.SQLITE_BUSY_SNAPSHOT, .inUse, "Another program is using the file of the earthquakes."),
      (.SQLITE_LOCKED, .inUse, "Another program is using the file of the earthquakes."),
      (.SQLITE_CANTOPEN, .cannotOpen, "The file of the earthquakes cannot be opened."),
      (.SQLITE_CANTOPEN_ISDIR, .cannotOpen, "The file of the earthquakes cannot be opened."),
      (.SQLITE_CORRUPT, .damaged, "The file of the earthquakes is damaged."),
      (.SQLITE_CORRUPT_INDEX, .damaged, "The file of the earthquakes is damaged."),
      (.SQLITE_NOTADB, .damaged, "The file of the earthquakes is damaged."),
      (.SQLITE_IOERR, .other, "The file of the earthquakes could not be read or written."),
      (.SQLITE_IOERR_FSYNC, .other, "The file of the earthquakes could not be read or written."),
      (.SQLITE_ERROR, .other, "The file of the earthquakes could not be read or written."),
      (.SQLITE_MISUSE, .other, "The file of the earthquakes could not be read or written."),
    ] as [(ResultCode, DatabaseFileError.Reason, String)])
  func `Each error of SQLite has a plain sentence`(
    _ code: ResultCode, _ reason: DatabaseFileError.Reason, _ sentence: String
  ) {
    let error = DatabaseFileError(
      DatabaseError(resultCode: code, message: "what SQLite says", sql: "SELECT 1"),
      subject: "the earthquakes")
    #expect(error.reason == reason)
    #expect((error as any Error).localizedDescription == sentence)
    // The log has SQLite's own words.
    #expect("\(error)".contains("what SQLite says"))
    #expect("\(error)".contains("SQLite error \(code.primaryResultCode.rawValue)"))
  }

  @Test func `The log contains no values`() {
    let error = DatabaseFileError(
      DatabaseError(
        resultCode: .SQLITE_FULL, sql: "UPDATE quake SET name = ?", arguments: ["Nowhere"]),
      subject: "the earthquakes")
    #expect(!"\(error)".contains("Nowhere"))
  }
}
