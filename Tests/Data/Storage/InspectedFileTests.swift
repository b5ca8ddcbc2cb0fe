import Foundation
import GRDB
import Testing

@testable import Storage

/// Files that are inspected, which changes nothing.
@Suite struct InspectedFileTests {
  private let folder: StorageFolder

  init() throws { folder = try StorageFolder() }

  enum Files: CaseIterable {
    case none, closed, open, killed, crashed, damaged, emptied, newer, lost
  }

  /// - Returns: the reason for which the file cannot be used, and an open file to keep.
  private func make(_ files: Files) async throws -> (DatabaseFileError.Reason?, DatabaseFile?) {
    guard files != .none else { return (nil, nil) }
    let program = try StorageFolder()
    let notes = program.notes(version: files == .newer ? 2 : 1)
    try await notes.write { db in
      for _ in 0..<40 {
        try db.execute(sql: "INSERT INTO note (text) VALUES (printf('%900c', 'x'))")
      }
    }
    // The log of a program that has crashed has no index, unless the machine is the same.
    let suffixes: [String]
    switch files {
    case .open: return (nil, try await opened())
    case .killed: suffixes = ["", "-wal", "-shm"]
    case .crashed: suffixes = ["", "-wal"]
    default:
      suffixes = [""]
      try await notes.close()
    }
    for suffix in suffixes {
      try FileManager.default.copyItem(
        atPath: program.file.path + suffix, toPath: folder.file.path + suffix)
    }
    switch files {
    case .damaged:
      try change(folder.file) { $0.replaceSubrange(20_480..<24_576, with: Data(count: 4_096)) }
      return (.damaged, nil)
    case .emptied:
      try change(folder.file) { $0 = Data() }
      return (.damaged, nil)
    case .newer: return (.newerSchema, nil)
    case .lost:
      try Data("notes.sqlite\n".utf8).write(to: folder.url.appending(path: "fieldguide.lock"))
      try FileManager.default.removeItem(at: folder.file)
      return (.missing, nil)
    default: return (nil, notes)
    }
  }

  private func opened() async throws -> DatabaseFile {
    let notes = folder.notes()
    try await notes.add("in the log")
    return notes
  }

  private func change(_ file: URL, _ change: (inout Data) -> Void) throws {
    var data = try Data(contentsOf: file)
    change(&data)
    try data.write(to: file)
  }

  /// The contents of all files, without the index of the log, which readers share.
  private func contents() throws -> [String: Data] {
    try Dictionary(
      uniqueKeysWithValues: folder.names.map { name in
        let data = try Data(contentsOf: folder.url.appending(path: name))
        return (name, name.hasSuffix("-shm") ? Data() : data)
      })
  }

  @Test(arguments: Files.allCases)
  func `A file is inspected without being changed`(_ files: Files) async throws {
    let (reason, file) = try await make(files)
    let before = try contents()
    var found: DatabaseFileError.Reason?
    do throws(DatabaseFileError) { try folder.notes().inspect() } catch { found = error.reason }
    #expect(found == reason)
    #expect(try contents() == before)
    #expect(folder.reports == [])
    try await file?.close()
  }

  @Test(arguments: [mode_t(0o640), 0o600], [mode_t(0o644), 0o660, 0o600, 0o666])
  func `A file and its log have few rights`(_ allowed: mode_t, _ earlier: mode_t) async throws {
    func rights(_ suffix: String = "") throws -> mode_t {
      var status = stat()
      try #require(stat(folder.file.path + suffix, &status) == 0)
      return status.st_mode & 0o777
    }
    func notes() -> DatabaseFile {
      DatabaseFile(
        url: folder.file, subject: "the notes", migrator: .notes(version: 1), permissions: allowed)
    }
    let new = notes()
    try await new.add("a")
    // Whatever the umask.
    #expect(try [rights(), rights("-wal"), rights("-shm")] == [allowed, allowed, allowed])
    try await new.close()
    chmod(folder.file.path, earlier)
    let old = notes()
    try await old.add("b")
    #expect(try rights() == earlier & allowed)
    try await old.close()
  }
}
