import Foundation
import GRDB
import Testing

@testable import Storage

/// The messages for visitors and for the log.
@Suite struct DatabaseFileErrorTests {
  @Test func `A newer schema has a message for visitors`() {
    let error: any Error = DatabaseFileError(
      reason: .newerSchema, subject: "the earthquakes", details: "")
    #expect(error.localizedDescription == "A newer version of the program has written the file.")
  }

  @Test(
    arguments: [
      (.SQLITE_FULL, .diskFull, "The disk is full, so nothing could be saved."),
      (
        .SQLITE_READONLY, .readOnly,
        "The database of the earthquakes is read-only, so nothing could be saved."
      ),
      (
        .SQLITE_READONLY_DBMOVED, .readOnly,
        "The database of the earthquakes is read-only, so nothing could be saved."
      ),
      (
        .SQLITE_PERM, .readOnly,
        "The database of the earthquakes is read-only, so nothing could be saved."
      ),
      (.SQLITE_BUSY, .inUse, "Another program is using the database of the earthquakes."),
      (.SQLITE_BUSY_SNAPSHOT, .inUse, "Another program is using the database of the earthquakes."),
      (.SQLITE_LOCKED, .inUse, "Another program is using the database of the earthquakes."),
      (.SQLITE_CANTOPEN, .cannotOpen, "The database of the earthquakes cannot be opened."),
      (.SQLITE_CANTOPEN_ISDIR, .cannotOpen, "The database of the earthquakes cannot be opened."),
      (.SQLITE_CORRUPT, .damaged, "The database of the earthquakes is damaged."),
      (.SQLITE_CORRUPT_INDEX, .damaged, "The database of the earthquakes is damaged."),
      (.SQLITE_NOTADB, .damaged, "The database of the earthquakes is damaged."),
      (.SQLITE_IOERR, .other, "The database of the earthquakes could not be read or written."),
      (
        .SQLITE_IOERR_FSYNC, .other, "The database of the earthquakes could not be read or written."
      ),
      (.SQLITE_ERROR, .other, "The database of the earthquakes could not be read or written."),
      (.SQLITE_MISUSE, .other, "The database of the earthquakes could not be read or written."),
    ] as [(ResultCode, DatabaseFileError.Reason, String)])
  func `Each error of SQLite has a message for visitors`(
    _ code: ResultCode, _ reason: DatabaseFileError.Reason, _ message: String
  ) {
    let error = DatabaseFileError(
      DatabaseError(resultCode: code, message: "the SQLite message", sql: "SELECT 1"),
      subject: "the earthquakes")
    #expect(error.reason == reason)
    #expect((error as any Error).localizedDescription == message)
    // The log contains the message of SQLite.
    #expect("\(error)".contains("the SQLite message"))
    #expect("\(error)".contains("SQLite error \(code.primaryResultCode.rawValue)"))
  }

  @Test func `The log contains no values of rows`() {
    let error = DatabaseFileError(
      DatabaseError(
        resultCode: .SQLITE_FULL, sql: "UPDATE quake SET name = ?", arguments: ["Nowhere"]),
      subject: "the earthquakes")
    #expect(!"\(error)".contains("Nowhere"))
  }
}
