import Foundation
import GRDB
import Testing

@testable import AnimalsData

/// What people read when something goes wrong: one plain sentence each.
@Suite struct ErrorTextTests {
  @Test(
    arguments: [
      (LocalStoreError.animalNotFound, "The animal is no longer there."),
      (LocalStoreError.categoryNotFound, "The category is no longer there."),
      (LocalStoreError.animalIdInUse, "Another animal was added with this form already."),
      (LocalStoreError.unknownDiet("Fungivore"), "The diet “Fungivore” is not known."),
      (LocalStoreError.newerSchema, "A newer version of Fieldguide has written the file."),
      (
        AnimalsReducer.Error(code: .animalNotFound), "The animal is no longer there."
      ),
    ] as [(any Error, String)])
  func refusal(_ error: any Error, _ sentence: String) {
    #expect(error.localizedDescription == sentence)
  }

  @Test(
    arguments: [
      (.SQLITE_FULL, .diskFull, "The disk is full, so nothing could be saved."),
      (
        .SQLITE_READONLY, .readOnly,
        "The file of the animals is read-only, so nothing could be saved."
      ),
      (
        .SQLITE_READONLY_DBMOVED, .readOnly,
        "The file of the animals is read-only, so nothing could be saved."
      ),
      (
        .SQLITE_PERM, .readOnly,
        "The file of the animals is read-only, so nothing could be saved."
      ),
      (.SQLITE_BUSY, .inUse, "Another program is using the file of the animals."),
      (.SQLITE_BUSY_SNAPSHOT, .inUse, "Another program is using the file of the animals."),
      (.SQLITE_LOCKED, .inUse, "Another program is using the file of the animals."),
      (.SQLITE_CANTOPEN, .cannotOpen, "The file of the animals cannot be opened."),
      (.SQLITE_CANTOPEN_ISDIR, .cannotOpen, "The file of the animals cannot be opened."),
      (.SQLITE_CORRUPT, .damaged, "The file of the animals is damaged."),
      (.SQLITE_CORRUPT_INDEX, .damaged, "The file of the animals is damaged."),
      (.SQLITE_NOTADB, .damaged, "The file of the animals is damaged."),
      (.SQLITE_IOERR, .other, "The file of the animals could not be read or written."),
      (.SQLITE_IOERR_FSYNC, .other, "The file of the animals could not be read or written."),
      (.SQLITE_ERROR, .other, "The file of the animals could not be read or written."),
      (.SQLITE_MISUSE, .other, "The file of the animals could not be read or written."),
    ] as [(ResultCode, LocalStoreFileError.Reason, String)])
  func trouble(_ code: ResultCode, _ reason: LocalStoreFileError.Reason, _ sentence: String) {
    let error = LocalStoreFileError(
      DatabaseError(resultCode: code, message: "what SQLite says", sql: "SELECT 1"))
    #expect(error.reason == reason)
    #expect((error as any Error).localizedDescription == sentence)
    // The log has SQLite's own words.
    #expect("\(error)".contains("what SQLite says"))
    #expect("\(error)".contains("SQLite error \(code.primaryResultCode.rawValue)"))
  }

  @Test func logHoldsNoNames() {
    let error = LocalStoreFileError(
      DatabaseError(
        resultCode: .SQLITE_FULL, sql: "UPDATE animal SET name = ?", arguments: ["Rex"]))
    #expect(!"\(error)".contains("Rex"))
  }
}
