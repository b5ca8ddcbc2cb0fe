import Foundation
import Postgres
import SharedLog
import TestSupport
import Testing

/// An instance that applies what others write.
@Suite(.timeLimit(.minutes(2)))
struct LogFollowerTests {
  private func follower(
    of database: SharedDatabase, into memory: Memory
  ) async throws -> LogFollower {
    let follower = LogFollower(database)
    try await follower.start([memory.subscription])
    return follower
  }

  @Test func `Changes of another instance are applied`() async throws {
    let cluster = try await Cluster()
    let writer = try await cluster.instance()
    _ = try await writer.add("fern", "Fern")
    let memory = Memory()
    let follower = try await follower(of: cluster.instance(), into: memory)
    #expect(memory.plants == ["fern": "Fern"])
    _ = try await writer.add("moss", "Moss")
    #expect(await follower.wait(for: 2, of: "plants", within: .seconds(10)))
    #expect(memory.plants == ["fern": "Fern", "moss": "Moss"])
    #expect(follower.status.reloads == 1)
    await follower.stop()
  }

  @Test func `Waiting for a change that does not come ends`() async throws {
    let follower = try await follower(of: Cluster().instance(), into: Memory())
    #expect(await follower.wait(for: 0, of: "plants", within: .zero))
    #expect(await !follower.wait(for: 1, of: "plants", within: .milliseconds(50)))
    await follower.stop()
  }

  @Test func `Catching up brings all changes that were committed before`() async throws {
    let cluster = try await Cluster()
    let writer = try await cluster.instance()
    let memory = Memory()
    let follower = try await follower(of: cluster.instance(), into: memory)
    for number in 1...20 {
      _ = try await writer.add("\(number)", "x")
      #expect(await follower.catchUp(with: "plants", within: .seconds(20)))
      #expect(memory.plants.count == number)
    }
    await follower.stop()
    #expect(await !follower.catchUp(with: "plants", within: .seconds(20)))
  }

  /// A change of the log or of the connection that a follower does not expect.
  enum Misfortune: String, CaseIterable {
    case trimmed, tailRewritten, unknownKind, sessionEnded
  }

  @Test(arguments: Misfortune.allCases)
  func `A follower recovers`(misfortune: Misfortune) async throws {
    let cluster = try await Cluster()
    let writer = try await cluster.instance()
    for number in 1...5 { _ = try await writer.add("\(number)", "x") }
    let memory = Memory()
    let follower = try await follower(of: cluster.instance(), into: memory)
    try await writer.withConnection { connection in
      switch misfortune {
      case .trimmed:
        try await connection.pipeline([
          "INSERT INTO plant VALUES ('6', 'y')",
          "UPDATE change SET seq = 9 WHERE seq = 5", "DELETE FROM change WHERE seq < 9",
        ])
      case .tailRewritten:
        try await connection.pipeline([
          "DELETE FROM plant WHERE id = '5'", "DELETE FROM change WHERE seq = 5",
          "SELECT append('plants', gen_random_uuid(), gen_random_uuid(), 'put', '{}')",
        ])
      case .unknownKind:
        try await connection.pipeline([
          "INSERT INTO plant VALUES ('6', 'y')",
          "SELECT append('plants', gen_random_uuid(), gen_random_uuid(), 'future', '{}')",
        ])
      case .sessionEnded: break
      }
    }
    if misfortune == .sessionEnded {
      try await cluster.endSessions()
      _ = try await writer.add("6", "y")
    }
    let expected = try await writer.plants()
    try await eventually("memory equals the table") { memory.plants == expected }
    if misfortune == .sessionEnded {
      #expect(follower.status.reconnects >= 1)
    } else {
      #expect(follower.status.reloads == 2)
    }
    _ = try await writer.add("last", "z")
    try await eventually("later changes are applied") { memory.plants["last"] == "z" }
    await follower.stop()
  }
}
