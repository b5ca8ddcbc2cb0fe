import Foundation
import Postgres
import SharedLog
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

  private let folder: DatabaseFolder

  init() throws { folder = try DatabaseFolder(for: "tides.sqlite") }

  private func stored<Value: Codable & Sendable>(
    in storage: SharedStorage?, _ applied: Applied<Value>
  ) -> StoredValue<Value> {
    StoredValue("tides", file: folder.file, in: storage) { applied.append($0) }
  }

  @Test func `A file has the last value after a restart, and each save applies once`()
    async throws
  {
    let (first, second) = (Applied<[Double]>(), Applied<[Double]>())
    let stored = stored(in: nil, first)
    try await stored.load()
    #expect(first.values.isEmpty)
    try await stored.save([0.4])
    try await stored.save([2.1])
    #expect(first.values == [[0.4], [2.1]])
    try await stored.close()

    let later = self.stored(in: nil, second)
    try await later.load()
    #expect(second.values == [[2.1]])
    try await later.close()
  }

  @Test func `A database has the last value after a restart, and each save applies once`()
    async throws
  {
    let instances = TemporaryStorage()
    let (first, second) = (Applied<[Double]>(), Applied<[Double]>())
    let stored = try await instances.open { self.stored(in: $0, first) }
    #expect(stored.file == nil && first.values.isEmpty)
    try await stored.save([0.4])
    try await stored.save([2.1])
    #expect(first.values == [[0.4], [2.1]])

    _ = try await instances.open { self.stored(in: $0, second) }
    #expect(second.values == [[2.1]])
    #expect(try folder.names.isEmpty)
  }

  @Test func `Another instance gets what was saved`() async throws {
    let instances = TemporaryStorage()
    let (first, second) = (Applied<[Double]>(), Applied<[Double]>())
    let here = try await instances.open { stored(in: $0, first) }
    let there = try await instances.open { stored(in: $0, second) }
    try await here.save([0.4])
    try await there.save([2.1])
    try await eventually { first.values == [[0.4], [2.1]] && second.values == [[0.4], [2.1]] }
  }

  @Test func `The value of a file is copied to a database`() async throws {
    let instances = TemporaryStorage()
    let file = stored(in: nil, Applied<[Double]>())
    try await file.save([2.1])
    try await file.close()

    let (running, later) = (Applied<[Double]>(), Applied<[Double]>())
    _ = try await instances.open { stored(in: $0, running) }
    let mover = try await instances.storage()
    _ = stored(in: mover, Applied<[Double]>())
    #expect(try await mover.importData().map(\.contents) == ["the tides"])
    try await eventually { running.values == [[2.1]] }
    _ = try await instances.open { stored(in: $0, later) }
    #expect(later.values == [[2.1]])
  }

  @Test(arguments: [false, true])
  func `A value that cannot be decoded is ignored, and replaced by the next one`(
    isShared: Bool
  ) async throws {
    let instances = TemporaryStorage()
    let (old, new, last) = (Applied<[Double]>(), Applied<String>(), Applied<String>())
    /// Opens the value, as a run of a program does.
    func open<Value: Codable & Sendable>(
      _ applied: Applied<Value>
    ) async throws -> StoredValue<Value> {
      guard !isShared else { return try await instances.open { stored(in: $0, applied) } }
      let value = stored(in: nil, applied)
      try await value.load()
      return value
    }
    let first = try await open(old)
    try await first.save([0.4])
    try await first.close()
    let second = try await open(new)
    #expect(new.values.isEmpty)
    try await second.save("low water")
    try await second.close()
    #expect(new.values == ["low water"])
    try await open(last).close()
    #expect(last.values == ["low water"])
  }
}
