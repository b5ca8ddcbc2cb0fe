import Durable
import Foundation
import Postgres
import Storage
import Synchronization
import TestSupport
import Testing

/// Values in a file, and in a database that instances share.
@Suite(.timeLimit(.minutes(2)))
struct StoredValueTests {
  /// The values that a program was called with.
  private final class Applied<Value: Sendable>: Sendable {
    private let state = Mutex<[Value]>([])

    var values: [Value] { state.withLock { $0 } }

    func append(_ value: Value) { state.withLock { $0.append(value) } }
  }

  /// Opens the value, as a run of a program does.
  private func open<Value: Codable & Sendable>(
    _ place: Place, _ applied: Applied<Value>
  ) async throws -> (value: StoredValue<Value>, storage: DurableStorage) {
    let storage = try await place.storage()
    let value = StoredValue<Value>("tides", in: storage) { applied.append($0) }
    try await value.load()
    return (value, storage)
  }

  @Test(arguments: Database.allCases)
  func `The last value is there after a restart, and each save applies once`(
    _ database: Database
  ) async throws {
    let place = try Place(database)
    let (first, second) = (Applied<[Double]>(), Applied<[Double]>())
    let (stored, storage) = try await open(place, first)
    #expect(first.values.isEmpty)
    try await stored.save([0.4])
    try await stored.save([2.1])
    #expect(first.values == [[0.4], [2.1]])
    try await storage.close()
    try await open(place, second).storage.close()
    #expect(second.values == [[2.1]])
  }

  @Test func `Another instance gets what was saved`() async throws {
    let place = try Place(.postgres)
    let (first, second) = (Applied<[Double]>(), Applied<[Double]>())
    let (here, _) = try await open(place, first)
    let (there, _) = try await open(place, second)
    try await here.save([0.4])
    try await there.save([2.1])
    try await eventually { first.values == [[0.4], [2.1]] && second.values == [[0.4], [2.1]] }
  }

  @Test func `The value is copied to a database, and back`() async throws {
    let (files, shared, other) = (try Place(.sqlite), try Place(.postgres), try Place(.sqlite))
    let (file, first) = try await open(files, Applied<[Double]>())
    try await file.save([2.1])
    try await first.close()
    let (running, later) = (Applied<[Double]>(), Applied<[Double]>())
    let (_, instance) = try await open(shared, running)
    let mover = try await shared.storage()
    _ = StoredValue<[Double]>("tides", in: mover) { _ in }
    try await mover.importData(from: files.folder.url)
    try await eventually { running.values == [[2.1]] }
    // Only a database that was not used can be copied to.
    await #expect(throws: DurableError.self) {
      try await mover.importData(from: files.folder.url)
    }
    try await instance.exportData(to: other.folder.url)
    try await open(other, later).storage.close()
    #expect(later.values == [[2.1]])
  }

  @Test(arguments: Database.allCases)
  func `A value that cannot be decoded is ignored, and replaced by the next one`(
    _ database: Database
  ) async throws {
    let place = try Place(database)
    let (old, new, last) = (Applied<[Double]>(), Applied<String>(), Applied<String>())
    let first = try await open(place, old)
    try await first.value.save([0.4])
    try await first.storage.close()
    let second = try await open(place, new)
    #expect(new.values.isEmpty)
    try await second.value.save("low water")
    try await second.storage.close()
    #expect(new.values == ["low water"])
    try await open(place, last).storage.close()
    #expect(last.values == ["low water"])
  }

  @Test(arguments: Database.allCases)
  func `A value of a version before the log is kept`(_ database: Database) async throws {
    let place = try Place(database)
    try await place.prepare(
      "tides", steps: ["1: value"],
      file: """
        CREATE TABLE value (
          id INTEGER NOT NULL PRIMARY KEY CHECK (id = 1), json TEXT NOT NULL) STRICT;
        INSERT INTO value VALUES (1, '[2.1]')
        """,
      shared: [
        """
        CREATE TABLE tides (
          is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only), json json NOT NULL)
        """
      ], rows: ["INSERT INTO tides (json) VALUES ('[2.1]')"])
    let (applied, later) = (Applied<[Double]>(), Applied<[Double]>())
    let (value, storage) = try await open(place, applied)
    #expect(applied.values == [[2.1]])
    try await value.save([0.4])
    try await storage.close()
    try await open(place, later).storage.close()
    #expect(later.values == [[0.4]])
    let kept = try place.folder.names.filter { $0.hasSuffix(".before-change-log") }
    #expect(kept == (database == .sqlite ? ["tides.sqlite.before-change-log"] : []))
  }
}
