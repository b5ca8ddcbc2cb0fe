import Postgres
import SharedLog
import TestSupport
import Testing

/// The memory of an instance, and what it has written.
@Suite(.timeLimit(.minutes(2)))
struct SharedStorageTests {
  /// A redirect after a post names it: the page then waits for the change.
  @Test func `The position of a write is known before its change is in memory`() async throws {
    let cluster = try await Cluster()
    let storage = SharedStorage(SharedDatabase(cluster.configuration, schema: cluster.schema))
    let (delay, end) = AsyncStream<Void>.makeStream()
    let log = ChangeLog<String>("plants", in: storage, Cluster.migrations) { _ in
      []
    } apply: { changes in
      guard !changes.isEmpty else { return }
      for await _ in delay {}
    }
    #expect(storage.writtenPosition(of: "plants") == 0)
    try await storage.start()
    let hasChanged = try await log.write(within: .seconds(1)) {
      .init("fern", rows: "INSERT INTO plant VALUES ('fern', 'Fern') RETURNING id")
    }
    #expect(hasChanged)
    #expect(storage.position(of: "plants") == 0)
    #expect(storage.writtenPosition(of: "plants") == 1)
    end.finish()
    try await eventually("the change is in memory") { storage.position(of: "plants") == 1 }
    #expect(storage.writtenPosition(of: "plants") == 1)
    await storage.stop()
  }

  /// A form that was sent twice may be answered by what another instance has
  /// just saved.
  @Test func `The position of a change is known before it is in memory`() async throws {
    let cluster = try await Cluster()
    let storage = SharedStorage(SharedDatabase(cluster.configuration, schema: cluster.schema))
    let other = SharedStorage(SharedDatabase(cluster.configuration, schema: cluster.schema))
    let (delay, end) = AsyncStream<Void>.makeStream()
    let logs = [storage, other].map { place in
      ChangeLog<String>("plants", in: place, Cluster.migrations) { _ in
        []
      } apply: { changes in
        guard !changes.isEmpty, place === storage else { return }
        for await _ in delay {}
      }
    }
    try await storage.start()
    try await other.start()
    let hasChanged = try await logs[1].write(within: .seconds(10)) {
      .init("fern", rows: "INSERT INTO plant VALUES ('fern', 'Fern') RETURNING id")
    }
    #expect(hasChanged)
    try await eventually("the change is being applied") {
      storage.writtenPosition(of: "plants") == 1
    }
    #expect(storage.position(of: "plants") == 0)
    end.finish()
    try await eventually("the change is in memory") { storage.position(of: "plants") == 1 }
    await storage.stop()
    await other.stop()
  }

  /// A browser that has seen a position may reconnect to an instance that has
  /// just been started.
  @Test func `A request before the start waits for its position`() async throws {
    let cluster = try await Cluster()
    let storage = SharedStorage(SharedDatabase(cluster.configuration, schema: cluster.schema))
    storage.register(Cluster.migrations, following: Memory().subscription)
    #expect(await !storage.wait(for: 0, of: "plants", within: .milliseconds(20)))
    async let isReached = storage.wait(for: 0, of: "plants", within: .seconds(20))
    try await storage.start()
    #expect(await isReached)
    await storage.stop()
  }

  @Test func `A request that waits for a start ends when the start fails`() async throws {
    let cluster = try await Cluster()
    let storage = SharedStorage(SharedDatabase(cluster.configuration, schema: cluster.schema))
    storage.register(
      Cluster.migrations, following: Memory().subscription,
      prepare: {
        // By now the request below waits.
        try await Task.sleep(for: .milliseconds(100))
        throw CancellationError()
      })
    async let isReached = storage.wait(for: 0, of: "plants", within: .seconds(60))
    await #expect(throws: CancellationError.self) { try await storage.start() }
    #expect(await !isReached)
    await storage.stop()
  }
}
