import Foundation
import GRDB
import Testing

@testable import Storage

/// Files that are removed or replaced while they are open.
@Suite struct ReplacedFileTests {
  private let folder: StorageFolder
  private let notes: DatabaseFile

  init() async throws {
    folder = try StorageFolder()
    notes = folder.notes()
    try await notes.add("first")
  }

  enum Change: CaseIterable {
    case removed, moved, restored, truncated, logRemoved, folderMoved
    case logTruncated, logCut, logOverwritten
  }

  private func perform(_ change: Change) throws {
    let files = FileManager.default
    switch change {
    case .removed: try files.removeItem(at: folder.file)
    case .moved: try files.moveItem(atPath: folder.file.path, toPath: folder.file.path + ".old")
    case .restored:
      // As `install` and `rsync` do.
      try files.copyItem(atPath: folder.file.path, toPath: folder.file.path + ".backup")
      try files.removeItem(at: folder.file)
      try files.moveItem(atPath: folder.file.path + ".backup", toPath: folder.file.path)
    case .truncated:
      let file = try FileHandle(forWritingTo: folder.file)
      try file.truncate(atOffset: 0)
      try file.close()
    case .logRemoved: try files.removeItem(atPath: folder.file.path + "-wal")
    case .logTruncated: try changeLog { try $0.truncate(atOffset: 10) }
    case .logCut: try changeLog { try $0.truncate(atOffset: $0.seekToEnd() - 4_000) }
    case .logOverwritten: try changeLog { try $0.write(contentsOf: Data(repeating: 7, count: 50)) }
    case .folderMoved: try files.moveItem(atPath: folder.url.path, toPath: folder.url.path + ".old")
    }
  }

  private func changeLog(_ change: (FileHandle) throws -> Void) throws {
    let file = try FileHandle(
      forUpdating: URL(filePath: folder.file.path + "-wal"))
    try change(file)
    try file.close()
  }

  @Test(arguments: Change.allCases)
  func `A write is not acknowledged after its file has changed`(_ change: Change) async throws {
    try perform(change)
    for _ in 0..<2 {
      let error = await #expect(throws: DatabaseFileError.self) { try await notes.add("lost") }
      #expect(error?.reason == .replaced)
    }
    #expect(!notes.isUsable)
    #expect(
      folder.reports.map(\.message) == [
        "The file of the notes was removed or replaced while it was in use, so nothing could be "
          + "saved. Restart the program to use the file that is there now."
      ])
    if change == .folderMoved {
      try FileManager.default.moveItem(
        atPath: folder.url.path + ".old", toPath: folder.url.path)
    }
    try await notes.close()
  }

  @Test(arguments: Change.allCases)
  func `The change is noticed without a write`(_ change: Change) async throws {
    try await notes.checkUse()
    try perform(change)
    #expect(!notes.isUsable)
    let error = await #expect(throws: DatabaseFileError.self) { try await notes.checkUse() }
    #expect(error?.reason == .replaced)
    #expect(folder.reports.count == 1)
    if change == .folderMoved {
      try FileManager.default.moveItem(
        atPath: folder.url.path + ".old", toPath: folder.url.path)
    }
  }

  /// Its content may have been copied to the file, so the next commit shows it.
  @Test func `An emptied log is noticed by the next write`() async throws {
    try changeLog { try $0.truncate(atOffset: 0) }
    #expect(notes.isUsable)
    let error = await #expect(throws: DatabaseFileError.self) { try await notes.add("lost") }
    #expect(error?.reason == .replaced)
    #expect(!notes.isUsable)
  }

  /// Growth, checkpoints and other readers are no replacement.
  @Test func `The file may be used as usual`() async throws {
    let copy = folder.url.appending(path: "copy.sqlite")
    for number in 0..<200 { try await notes.add(String(repeating: "\(number)", count: 3_000)) }
    _ = try await notes.database.writeWithoutTransaction { try $0.checkpoint(.truncate) }
    try DatabaseBackup.copy(folder.file, to: copy, subject: "the notes")
    try folder.execute("PRAGMA wal_checkpoint(PASSIVE)")
    try await notes.add("last")
    try await notes.checkUse()
    #expect(folder.reports == [])
  }
}
