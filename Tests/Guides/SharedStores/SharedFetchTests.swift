import Foundation
import Postgres
import SharedLog
import Synchronization
import TestSupport
import Testing

@testable import SharedStores

/// Data that several instances fetch at the same time.
@Suite(.timeLimit(.minutes(1)))
struct SharedFetchTests {
  /// An instance with the date of its data, and the number of its fetches.
  private final class Instance: Sendable {
    let storage: SharedStorage
    let changes: ChangeLog<Date>
    let date = Mutex<Date?>(nil)
    let reads = Atomic(0)
    let fetches = Atomic(0)

    init(_ storage: SharedStorage) {
      self.storage = storage
      changes = ChangeLog("data", in: storage)
      changes.follow(Migrations(component: "data", steps: [])) { _ in
        []
      } apply: { [weak self] dates in
        self?.date.withLock { $0 = dates.last ?? $0 }
      }
    }

    /// Fetches data once a function has returned.
    func fetch(
      patience: Duration = .seconds(30), _ work: @Sendable () async throws -> Void = {}
    ) async throws {
      try await storage.fetch("data", of: "data", patience: patience) {
        reads.add(1, ordering: .relaxed)
        return date.withLock { $0 }
      } _: {
        fetches.add(1, ordering: .relaxed)
        try await work()
        try await changes.write(.now)
      }
    }

    var count: Int { fetches.load(ordering: .relaxed) }
    var hasBegun: Bool { reads.load(ordering: .relaxed) > 0 }
  }

  private let database = TemporaryStorage()

  private func instance() async throws -> Instance { try await database.open { Instance($0) } }

  @Test func `Of several instances one fetches, and the others have its data`() async throws {
    let first = try await instance()
    let second = try await instance()
    let gate = Gate()
    async let one: Void = first.fetch { await gate.wait() }
    try await eventually("the first fetches") { first.count == 1 }
    async let other: Void = second.fetch()
    try await eventually("the second has begun") { second.hasBegun }
    gate.open()
    _ = try await (one, other)
    #expect(second.count == 0)
    #expect(first.date.withLock { $0 } != nil)
    #expect(first.date.withLock { $0 } == second.date.withLock { $0 })
  }

  @Test func `Data that do not arrive in time are a failure`() async throws {
    let first = try await instance()
    let second = try await instance()
    let gate = Gate()
    async let one: Void = first.fetch { await gate.wait() }
    try await eventually("the first fetches") { first.count == 1 }
    await #expect(throws: FetchInProgress.self) {
      try await second.fetch(patience: .milliseconds(100))
    }
    gate.open()
    try await one
    try await eventually("the data arrive later") { second.date.withLock { $0 } != nil }
    #expect(second.count == 0)
  }

  @Test func `A fetch that failed can be repeated by another instance`() async throws {
    let first = try await instance()
    let second = try await instance()
    await #expect(throws: TestError.self) { try await first.fetch { throw TestError() } }
    try await second.fetch()
    #expect(second.count == 1)
  }

  @Test func `Later fetches are new ones`() async throws {
    let instance = try await instance()
    for _ in 0..<3 { try await instance.fetch() }
    #expect(instance.count == 3)
  }

  @Test func `A database that is away is a failure`() async throws {
    let instance = try await instance()
    await instance.storage.stop()
    await #expect(throws: PostgresError.self) { try await instance.fetch() }
    #expect(instance.count == 0)
  }

  @Test func `The message says what to do`() {
    #expect(
      FetchInProgress().localizedDescription
        == "Loading takes longer than usual. Try again in a moment.")
  }
}
