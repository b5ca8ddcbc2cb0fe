import Foundation
import GRDB
import Testing

@testable import Storage

/// Damaged files, which are used again after a repair or a replacement.
@Suite struct DamagedFileTests {
  private let folder: StorageFolder

  init() throws { folder = try StorageFolder() }

  /// Creates a file of many pages, and closes it.
  private func createFile() async throws {
    let notes = folder.notes()
    for number in 0..<40 { try await notes.add("\(number) " + String(repeating: "x", count: 900)) }
    try await notes.close()
  }

  enum Damage: CaseIterable {
    case garbage, header, middle, truncated, schema
  }

  private func damage(_ kind: Damage) throws -> Data {
    var bytes = try Data(contentsOf: folder.file)
    switch kind {
    case .garbage: bytes = Data((0..<20_000).map { UInt8($0 % 251) })
    case .header: bytes.replaceSubrange(0..<16, with: Data("no SQLite format".utf8))
    case .middle: bytes.replaceSubrange(20_480..<24_576, with: Data(repeating: 0xA5, count: 4_096))
    case .truncated: bytes = bytes.prefix(bytes.count - 8_192)
    case .schema: bytes.replaceSubrange(100..<4_096, with: Data(repeating: 0xFF, count: 3_996))
    }
    try bytes.write(to: folder.file)
    return bytes
  }

  private static let advice =
    "Restore it from a backup, or start with --replace-damaged to rename it and begin a new one."

  @Test(arguments: Damage.allCases)
  func `A damaged file is not used until it is repaired`(_ kind: Damage) async throws {
    try await createFile()
    let intact = try Data(contentsOf: folder.file)
    let bytes = try damage(kind)
    let notes = folder.notes()
    for attempt in [{ _ = try await notes.texts }, { try await notes.add("lost") }] {
      let error = await #expect(throws: DatabaseFileError.self) { try await attempt() }
      #expect(error?.reason == .damaged)
    }
    await #expect(throws: (any Error).self) { try await notes.checkUse() }
    #expect(!notes.isUsable)
    #expect(try Data(contentsOf: folder.file) == bytes)
    #expect(try folder.quarantined == [])
    #expect(
      folder.reports.map(\.message) == ["The database of the notes is damaged. \(Self.advice)"])
    try intact.write(to: folder.file)
    #expect(try await notes.texts.count == 40)
    #expect(notes.isUsable)
  }

  /// A failed copy leaves an empty file, perhaps beside a log that is still there.
  @Test(arguments: [false, true])
  func `An emptied file is damaged`(hasLog: Bool) async throws {
    try await createFile()
    let notes = folder.notes()
    try await notes.add("only in the log")
    let crashed = try StorageFolder()
    try Data().write(to: crashed.file)
    if hasLog {
      try FileManager.default.copyItem(
        atPath: folder.file.path + "-wal", toPath: crashed.file.path + "-wal")
    }
    let error = await #expect(throws: DatabaseFileError.self) { try await crashed.notes().texts }
    #expect(error?.reason == .damaged)
    #expect(try crashed.names.contains("notes.sqlite-wal") == hasLog)
    try await notes.close()
  }

  /// A program that is killed while it creates a file leaves a draft.
  @Test func `A file that was never complete is created again`() async throws {
    let draft = folder.url.appending(path: "notes.sqlite.new")
    try Data("half".utf8).write(to: draft)
    let notes = folder.notes()
    try await notes.add("first")
    try await notes.close()
    #expect(try folder.names == ["notes.sqlite"])
  }

  @Test(arguments: Damage.allCases)
  func `A replaced file is renamed unchanged and a new one is created`(
    _ kind: Damage
  ) async throws {
    try await createFile()
    let bytes = try damage(kind)
    let notes = folder.notes()
    await notes.replaceIfDamaged()
    #expect(try await notes.texts == [])
    try await notes.add("new")
    let renamed = try #require(try folder.quarantined.first)
    #expect(try Data(contentsOf: renamed) == bytes)
    #expect(renamed.lastPathComponent.contains(/^notes\.sqlite\.damaged-\d{8}T\d{6}Z$/))
    #expect(
      folder.reports.map(\.message) == [
        "The database of the notes is damaged. It was renamed to \(renamed.path), and a new file "
          + "was created."
      ])
    try await notes.close()
    #expect(try await folder.notes().texts == ["new"])
    #expect(try folder.quarantined.count == 1)
  }

  @Test func `A damaged file is renamed with its log`() async throws {
    try await createFile()
    let notes = folder.notes()
    try await notes.add("only in the log")
    let crashed = try StorageFolder()
    for suffix in ["", "-wal"] {
      try FileManager.default.copyItem(
        atPath: folder.file.path + suffix, toPath: crashed.file.path + suffix)
    }
    let log = try Data(contentsOf: URL(filePath: crashed.file.path + "-wal"))
    try Data(repeating: 7, count: 40_960).write(to: crashed.file)
    let replaced = crashed.notes()
    await replaced.replaceIfDamaged()
    #expect(try await replaced.texts == [])
    let renamed = try #require(try crashed.quarantined.first)
    #expect(try Data(contentsOf: URL(filePath: renamed.path + "-wal")) == log)
    try await notes.close()
  }

  @Test func `A log without its main file is damage`() async throws {
    let log = URL(filePath: folder.file.path + "-wal")
    try Data("a log".utf8).write(to: log)
    let notes = folder.notes()
    await #expect(throws: DatabaseFileError.self) { try await notes.texts }
    let replaced = folder.notes()
    await replaced.replaceIfDamaged()
    #expect(try await replaced.texts == [])
    let renamed = try #require(try folder.names.first { $0.hasSuffix("Z-wal") })
    #expect(try Data(contentsOf: folder.url.appending(path: renamed)) == Data("a log".utf8))
  }

  /// The lock of the folder lists its files.
  @Test func `A lost file is not begun again until it is restored`() async throws {
    let lock = try FolderLock(folder: folder.url)
    try await createFile()
    #expect(FolderLock.databases(in: folder.url) == ["notes.sqlite"])
    let intact = try Data(contentsOf: folder.file)
    try FileManager.default.removeItem(at: folder.file)
    let notes = folder.notes()
    for attempt in [{ _ = try await notes.texts }, { try await notes.add("lost") }] {
      let error = await #expect(throws: DatabaseFileError.self) { try await attempt() }
      #expect(error?.reason == .missing)
    }
    #expect(!notes.isUsable)
    #expect(try folder.names == ["fieldguide.lock"])
    #expect(
      folder.reports.map(\.message) == [
        "The file of the notes is missing. Restore it from a backup, or start with "
          + "--replace-damaged to begin a new one."
      ])
    try intact.write(to: folder.file)
    #expect(try await notes.texts.count == 40)
    try await notes.close()
    try FileManager.default.removeItem(at: folder.file)
    let replaced = folder.notes()
    await replaced.replaceIfDamaged()
    #expect(try await replaced.texts == [])
    withExtendedLifetime(lock) {}
  }

  @Test func `A quarantined file is not overwritten`() throws {
    let now = Date(timeIntervalSince1970: 1_778_146_200)
    for (number, expected) in ["", "-2", "-3"].enumerated() {
      try Data("damaged \(number)".utf8).write(to: folder.file)
      let renamed = try DatabaseFiles(main: folder.file).quarantine(now: now)
      #expect(renamed.lastPathComponent == "notes.sqlite.damaged-20260507T093000Z\(expected)")
    }
    #expect(
      try folder.quarantined.map { try String(contentsOf: $0, encoding: .utf8) }
        == ["damaged 0", "damaged 1", "damaged 2"])
  }

  @Test func `A value that violates a constraint is not damage`() async throws {
    try await createFile()
    try folder.execute("PRAGMA ignore_check_constraints = ON; UPDATE note SET text = ''")
    #expect(try await folder.notes().texts.count == 40)
    #expect(try folder.quarantined == [])
  }

  /// The check at opening does not detect later damage.
  @Test func `A file that is damaged while open is no longer used`() async throws {
    try await createFile()
    let notes = folder.notes()
    #expect(try await notes.texts.count == 40)
    let bytes = try damage(.middle)
    // Empty SQLite's page caches.
    try await notes.database.writeWithoutTransaction { try $0.execute(sql: "PRAGMA shrink_memory") }
    (try notes.database as? DatabasePool)?.releaseMemory()
    for attempt in [{ _ = try await notes.texts }, { try await notes.add("lost") }] {
      let error = await #expect(throws: DatabaseFileError.self) { try await attempt() }
      #expect(error?.reason == .damaged)
    }
    #expect(
      folder.reports.map(\.message) == [
        "The database of the notes is damaged. It is no longer read or written. Stop the program. "
          + Self.advice
      ])
    try await notes.close()
    #expect(try Data(contentsOf: folder.file) == bytes)
  }
}
