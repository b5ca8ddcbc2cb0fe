import Foundation
import GRDB
import Testing

@testable import Storage

/// Opening, retries and reports.
@Suite struct DatabaseFileTests {
  private let folder: StorageFolder

  init() throws { folder = try StorageFolder() }

  @Test func `A file is not opened before its first use`() async throws {
    let notes = folder.notes()
    #expect(try folder.names == [])
    try await notes.close()
    #expect(try folder.names == [])
  }

  @Test func `Each use retries and the cause is reported once`() async throws {
    let missing = folder.url.appending(path: "missing")
    let notes = folder.notes(in: missing.appending(path: "notes.sqlite"))
    for _ in 1...3 {
      let error = await #expect(throws: DatabaseFileError.self) { try await notes.add("lost") }
      #expect(error?.reason == .cannotOpen)
    }
    #expect(
      folder.reports.map(\.message) == [
        "The database of the notes cannot be opened. Each request tries again."
      ])
    #expect(folder.reports.map(\.path) == [missing.appending(path: "notes.sqlite").path])

    try FileManager.default.createDirectory(at: missing, withIntermediateDirectories: true)
    try await notes.add("saved")
    #expect(try await notes.texts == ["saved"])
    #expect(folder.reports.count == 1)
  }

  @Test func `Each different cause is reported`() async throws {
    try await folder.notes(version: 2).add("newer")
    let notes = folder.notes()
    await #expect(throws: DatabaseFileError.self) { try await notes.texts }
    try FileManager.default.removeItem(at: folder.file)
    try FileManager.default.createDirectory(at: folder.file, withIntermediateDirectories: false)
    await #expect(throws: DatabaseFileError.self) { try await notes.texts }
    #expect(
      folder.reports.map(\.message) == [
        "A newer version of the program has written the file. Each request tries again.",
        "The database of the notes cannot be opened. Each request tries again.",
      ])
  }

  @Test func `Concurrent uses open a file once`() async throws {
    let notes = folder.notes()
    try await withThrowingTaskGroup { group in
      for number in 0..<32 { group.addTask { try await notes.add("\(number)") } }
      try await group.waitForAll()
    }
    #expect(Set(try await notes.texts) == Set((0..<32).map(String.init)))
  }

  @Test func `A closed file stays closed`() async throws {
    let notes = folder.notes()
    try await notes.add("saved")
    try await notes.close()
    try await notes.close()
    let error = await #expect(throws: DatabaseFileError.self) { try await notes.texts }
    #expect(error?.reason == .other)
    #expect(try folder.names == ["notes.sqlite"])
    #expect(folder.reports == [])
  }

  @Test func `A locked file is opened when it is unlocked`() async throws {
    try folder.execute("CREATE TABLE other (x)")
    var configuration = Configuration()
    configuration.allowsUnsafeTransactions = true
    let other = try DatabaseQueue(path: folder.file.path, configuration: configuration)
    try await other.writeWithoutTransaction { try $0.execute(sql: "BEGIN EXCLUSIVE") }
    let notes = folder.notes()
    let error = await #expect(throws: DatabaseFileError.self) { try await notes.texts }
    #expect(error?.reason == .inUse)
    try await other.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }
    #expect(try await notes.texts == [])
  }
}
