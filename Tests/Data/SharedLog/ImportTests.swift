import Postgres
import SharedLog
import Synchronization
import TestSupport
import Testing

/// Data that are copied to a database before its first use.
@Suite(.timeLimit(.minutes(2)))
struct ImportTests {
  private struct Missing: Error {}

  /// A part of a program whose earlier data are a fern.
  private func storage(
    of cluster: Cluster, _ memory: Memory = Memory(),
    importing copy: SharedStorage.Import? = { connection in
      try await connection.query("INSERT INTO plant VALUES ('fern', 'Fern')")
      return "1 plant"
    }
  ) -> SharedStorage {
    let storage = SharedStorage(SharedDatabase(cluster.configuration, schema: cluster.schema))
    storage.register(Cluster.migrations, following: memory.subscription, importing: copy)
    return storage
  }

  @Test func `Instances have what was copied, also those that run already`() async throws {
    let cluster = try await Cluster()
    let (running, later) = (Memory(), Memory())
    let first = storage(of: cluster, running)
    try await first.start()
    let copied = try await storage(of: cluster).importData()
    #expect(copied.map(\.log) == ["plants"] && copied.map(\.contents) == ["1 plant"])
    try await eventually { running.plants == ["fern": "Fern"] }
    let second = storage(of: cluster, later)
    try await second.start()
    #expect(later.plants == ["fern": "Fern"])
    #expect(second.position(of: "plants") == 1)
    await first.stop()
    await second.stop()
  }

  @Test func `A database that was used is not filled`() async throws {
    let cluster = try await Cluster()
    let instance = try await cluster.instance()
    _ = try await instance.add("moss", "Moss")
    let error = await #expect(throws: SharedLogError.self) {
      try await storage(of: cluster).importData()
    }
    #expect(
      error?.description.hasPrefix("the database has data of “plants” already; name an empty one")
        == true)
    #expect(try await instance.plants() == ["moss": "Moss"])
  }

  @Test func `After an error nothing was copied, and the next attempt can succeed`() async throws {
    let cluster = try await Cluster()
    let isBroken = Mutex(true)
    let both = storage(of: cluster)
    both.register(
      Migrations(component: "trees", steps: [.init("CREATE TABLE tree (id text)")]),
      following: LogFollower.Subscription(log: "trees") { _ in
        {}
      } apply: { _ in
        true
      },
      importing: { _ in
        if isBroken.withLock({ $0 }) { throw Missing() }
        return nil
      })
    await #expect(throws: Missing.self) { try await both.importData() }
    let instance = try await cluster.instance()
    #expect(try await instance.plants() == [:])
    isBroken.withLock { $0 = false }
    let copied = try await both.importData()
    #expect(copied.map(\.contents) == ["1 plant", nil])
    #expect(try await instance.plants() == ["fern": "Fern"])
  }

  @Test func `A part that cannot be copied is named before anything is`() async throws {
    let cluster = try await Cluster()
    await #expect(throws: SharedLogError.unusable("the data of “plants” cannot be moved")) {
      try await storage(of: cluster, importing: nil).importData()
    }
  }
}
