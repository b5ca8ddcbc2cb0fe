import Durable
import Synchronization
import Testing

/// Periodic work that one of several instances does.
@Suite(.timeLimit(.minutes(2)))
struct LeaseTests {
  private struct Failure: Error {}

  private final class Count: Sendable {
    let value = Atomic(0)
  }

  @Test func `Of several instances one does the work`() async throws {
    let cluster = try await Cluster()
    let count = Count()
    let holders = try await withThrowingTaskGroup { group in
      for _ in 0..<4 {
        group.addTask {
          let database = try await cluster.instance()
          defer { database.close() }
          return try await database.lease("quakes", every: .seconds(60)) {
            count.value.add(1, ordering: .relaxed)
            try await Task.sleep(for: .milliseconds(200))
          }
        }
      }
      return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
    }
    #expect(holders == 1)
    #expect(count.value.load(ordering: .relaxed) == 1)
  }

  @Test func `The work is done again after the interval`() async throws {
    let database = try await Cluster().instance()
    #expect(try await database.lease("quakes", every: .milliseconds(300)) {})
    #expect(try await !database.lease("quakes", every: .seconds(60)) {})
    #expect(try await database.lease("photos", every: .seconds(60)) {})
    try await Task.sleep(for: .milliseconds(320))
    #expect(try await database.lease("quakes", every: .milliseconds(300)) {})
  }

  @Test func `Work that failed is tried again`() async throws {
    let database = try await Cluster().instance()
    await #expect(throws: Failure.self) {
      try await database.lease("quakes", every: .seconds(60)) { throw Failure() }
    }
    #expect(try await database.lease("quakes", every: .seconds(60)) {})
  }

  @Test func `A lease of an instance that died expires`() async throws {
    let cluster = try await Cluster()
    let dead = try await cluster.instance()
    let other = try await cluster.instance()
    _ = try await dead.lease("quakes", every: .seconds(60), for: .milliseconds(200)) {
      #expect(try await !other.lease("quakes", every: .seconds(60)) {})
      try await Task.sleep(for: .milliseconds(250))
      #expect(try await other.lease("quakes", every: .seconds(60)) {})
    }
  }
}
