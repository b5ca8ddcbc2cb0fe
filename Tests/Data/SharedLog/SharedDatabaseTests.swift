import Foundation
import Postgres
import SharedLog
import TestSupport
import Testing

/// Writes of several instances to one database.
@Suite(.timeLimit(.minutes(2)))
struct SharedDatabaseTests {
  @Test func `A write changes rows and appends to the log`() async throws {
    let database = try await Cluster().instance()
    #expect(try await database.add("fern", "Fern") == .committed(1))
    #expect(try await database.add("fern", "Other") == .unchanged(at: 1))
    #expect(try await database.rename("fern", from: "Fern", to: "Bracken") == .committed(2))
    #expect(try await database.rename("fern", from: "Fern", to: "Late") == .unchanged(at: 2))
    #expect(try await database.plants() == ["fern": "Bracken"])
    #expect(try await database.changes().map(\.number) == [0, 1, 2])
  }

  @Test func `A repeated operation takes effect once`() async throws {
    let database = try await Cluster().instance()
    let operation = UUID()
    #expect(try await database.add("fern", "Fern", operation: operation) == .committed(1))
    #expect(try await database.add("moss", "Moss") == .committed(2))
    #expect(try await database.add("fern", "Fern", operation: operation) == .unchanged(at: 1))
    #expect(try await database.changes().count == 3)
  }

  @Test func `A repeated operation among others leaves them alone`() async throws {
    let database = try await Cluster().instance()
    let operation = UUID()
    #expect(try await database.add("fern", "Fern", operation: operation) == .committed(1))
    let outcomes = try await withThrowingTaskGroup { group in
      for number in 0..<20 {
        group.addTask {
          number == 7
            ? try await database.add("fern", "Fern", operation: operation)
            : try await database.add("\(number)", "x")
        }
      }
      return try await group.reduce(into: Set()) { $0.insert($1) }
    }
    #expect(outcomes.contains(.unchanged(at: 1)))
    #expect(outcomes.count == 20)
    #expect(try await database.changes().map(\.number) == Array(0...20))
  }

  @Test(arguments: [(0, true), (1, false), (7, false)])
  func `A write can expect a position`(position: Int, isCommitted: Bool) async throws {
    let database = try await Cluster().instance()
    let write = {
      try await database.write(
        SharedWrite(
          kind: "put", payload: "{}", expecting: position,
          rows: "INSERT INTO plant VALUES ('fern', 'Fern') RETURNING id"),
        to: "plants")
    }
    if isCommitted {
      #expect(try await write() == .committed(1))
    } else {
      await #expect(throws: SharedLogError.positionChanged) { try await write() }
      #expect(try await database.plants().isEmpty)
    }
  }

  @Test func `A rejected statement changes nothing`() async throws {
    let database = try await Cluster().instance()
    let error = await #expect(throws: PostgresError.self) {
      try await database.write(
        SharedWrite(
          kind: "put", payload: "{}",
          rows: "INSERT INTO plant VALUES ('fern', NULL) RETURNING id"),
        to: "plants")
    }
    #expect(error?.sqlState == SQLState(rawValue: "23502"))
    #expect(try await database.changes().isEmpty)
    #expect(try await database.add("fern", "Fern") == .committed(1))
  }

  @Test func `Concurrent writes of several instances leave no gap`() async throws {
    let cluster = try await Cluster()
    let numbers = try await withThrowingTaskGroup { group in
      for instance in 0..<4 {
        group.addTask {
          let database = try await cluster.instance()
          defer { database.close() }
          var numbers: [Int] = []
          for number in 0..<25 {
            let outcome = try await database.add("\(instance) \(number)", "x")
            if case .committed(let number) = outcome { numbers.append(number) }
          }
          return numbers
        }
      }
      return try await group.reduce(into: []) { $0 += $1 }
    }
    #expect(numbers.sorted() == Array(1...100))
    let database = try await cluster.instance()
    #expect(try await database.changes().map(\.number) == Array(0...100))
  }

  @Test func `Writes that wait share a transaction`() async throws {
    let database = try await Cluster().instance()
    let outcomes = try await withThrowingTaskGroup { group in
      for number in 0..<40 {
        // Two ids are taken, and one name is missing.
        let id = number == 7 ? "0" : number == 8 ? "1" : "\(number)"
        group.addTask { () -> SharedDatabase.Outcome? in
          do {
            return try await database.write(
              SharedWrite(
                kind: "put", payload: "{}",
                rows: """
                  INSERT INTO plant VALUES (\(id), \(number == 9 ? nil : "x"))
                  ON CONFLICT DO NOTHING RETURNING id
                  """),
              to: "plants")
          } catch PostgresError.server {
            return nil
          }
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    let numbers = outcomes.compactMap { outcome -> Int? in
      if case .committed(let number) = outcome { number } else { nil }
    }
    #expect(numbers.sorted() == Array(1...37))
    #expect(outcomes.filter { $0 == nil }.count == 1)
    #expect(try await database.plants().count == 37)
    let more = try await withThrowingTaskGroup { group in
      for number in 40..<140 { group.addTask { try await database.add("\(number)", "x") } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(more.count == 100)
    let transactions = try await database.withConnection { connection in
      try await connection.query("SELECT count(DISTINCT xmin::text) FROM plant").first?
        .decode(Int.self)
    }
    // At most one for each of the first 40, and a few for the next 100.
    #expect(try #require(transactions) < 80)
  }

  @Test func `Of several edits of one version one is committed`() async throws {
    let cluster = try await Cluster()
    let database = try await cluster.instance()
    _ = try await database.add("fern", "Fern")
    let outcomes = try await withThrowingTaskGroup { group in
      for number in 0..<8 {
        group.addTask { try await database.rename("fern", from: "Fern", to: "Edit \(number)") }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(outcomes.filter { $0 == .committed(2) }.count == 1)
    #expect(outcomes.filter { $0 == .unchanged(at: 2) }.count == 7)
  }

  @Test func `Writes survive sessions that are ended`() async throws {
    let cluster = try await Cluster()
    let database = try await cluster.instance()
    let killer = Task {
      while !Task.isCancelled {
        try await cluster.endSessions()
        try await Task.sleep(for: .milliseconds(50))
      }
    }
    var committed: [Int] = []
    for number in 0..<200 {
      let outcome = try await database.add("\(number)", "x")
      guard case .committed(let number) = outcome else {
        Issue.record("\(outcome)")
        continue
      }
      committed.append(number)
    }
    killer.cancel()
    _ = await killer.result
    #expect(committed == Array(1...200))
    // Connections of the pool that were ended are found out when they are used.
    let other = try await cluster.instance()
    #expect(try await other.changes().map(\.number) == Array(0...200))
    #expect(try await other.plants().count == 200)
  }

  @Test func `An execution of an earlier write is none of a late copy`() async throws {
    let cluster = try await Cluster()
    let database = try await cluster.instance()
    let operation = UUID()
    #expect(try await database.add("fern", "Fern", operation: operation) == .committed(1))
    // One end of all sessions for each copy, a little later each time: some of the
    // copies lose their connection before they get an answer, and none of them
    // loses every connection that it tries.
    for number in 0..<100 {
      async let copy = database.add("fern", "Fern", operation: operation)
      try await Task.sleep(for: .microseconds(number * 50))
      try await cluster.endSessions()
      #expect(try await copy == .unchanged(at: 1))
    }
  }

  @Test func `A holder of the lock that hangs is ended`() async throws {
    let cluster = try await Cluster()
    let database = try await cluster.instance()
    let stuck = try await PostgresConnection.connect(to: cluster.configuration)
    try await stuck.pipeline([
      "SET search_path TO \(identifier: cluster.schema)", "BEGIN",
      "SELECT begin_write('plants', ARRAY[]::uuid[], NULL)",
    ])
    #expect(
      try await database.write(
        SharedWrite(
          kind: "put", payload: "{}",
          rows: "INSERT INTO plant VALUES ('fern', 'Fern') RETURNING id"),
        to: "plants", within: .seconds(10))
        == .committed(1))
    try await eventually("the session has ended") { stuck.isClosed }
  }

  @Test func `A database that is away is unavailable`() async throws {
    let database = SharedDatabase(
      try PostgresConfiguration("host=/nonexistent"), schema: "plants")
    let error = await #expect(throws: SharedLogError.self) {
      try await database.write(
        SharedWrite(kind: "put", payload: "{}", rows: "SELECT 1"), to: "plants",
        within: .milliseconds(300))
    }
    guard case .unavailable(let mayHaveBeenSaved, _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(!mayHaveBeenSaved)
  }

  @Test func `Trimming keeps the newest and the young`() async throws {
    let database = try await Cluster().instance()
    for number in 1...20 { _ = try await database.add("\(number)", "x") }
    #expect(try await database.trim(keeping: 5) == 0)
    try await database.withConnection { connection in
      try await connection.query("UPDATE change SET at = at - interval '2 days' WHERE seq < 18")
    }
    #expect(try await database.trim(keeping: 5) == 16)
    #expect(try await database.changes().map(\.number) == Array(16...20))
    #expect(try await database.trim(keeping: 0) == 2)
    #expect(try await database.changes().map(\.number) == [18, 19, 20])
  }
}
