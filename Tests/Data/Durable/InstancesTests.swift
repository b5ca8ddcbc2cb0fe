import Durable
import Foundation
import Postgres
import Synchronization
import TestSupport
import Testing

/// Logs of several instances in one schema.
@Suite(.timeLimit(.minutes(2)))
struct InstancesTests {
  private let place: DurablePlace

  init() throws { place = try DurablePlace(.postgres) }

  private func row(_ id: String, _ name: String? = nil) -> PlantRow {
    PlantRow(id: id, name: name ?? id)
  }

  /// Executes a statement on the tables of the instances.
  private func execute(_ statement: PostgresStatement) async throws {
    let database = try await place.shared()
    defer { database.close() }
    try await database.withConnection { try await $0.query(statement) }
  }

  @Test func `Changes of one instance reach the others, in one order`() async throws {
    let logs = [try await place.log(), try await place.log(), try await place.log()]
    try await withThrowingTaskGroup { group in
      for (index, log) in logs.enumerated() {
        for number in 0..<50 { group.addTask { try await log.add(self.row("\(index) \(number)")) } }
      }
      try await group.waitForAll()
    }
    try await eventually("all have all changes") {
      logs.allSatisfy { $0.status.position == 150 }
    }
    #expect(logs[1].state == logs[0].state && logs[2].state == logs[0].state)
    #expect(try await place.log().state == logs[0].state)
  }

  /// Each is decided on what the others have committed, whatever this one knows.
  @Test func `An operation is decided on the newest state`() async throws {
    let (first, second) = (try await place.log(), try await place.log())
    for number in 0..<40 {
      let name = "plant \(number)"
      try await first.add(row(name))
      // At once, before a notification can arrive.
      #expect(try await second.remove(name) == .committed(3 * number + 2))
      #expect(second.state.plants[name] == nil)
      // What it removed is back, although this instance has just seen it there.
      #expect(try await first.add(row(name, "again \(number)")) == .committed(3 * number + 3))
    }
    await #expect(throws: PlantError.taken) { try await second.add(row("other", "again 7")) }
    #expect(second.state == first.state)
  }

  @Test func `A form that a proxy repeats on another instance answers the same`() async throws {
    let (first, second) = (try await place.log(), try await place.log())
    let id = UUID()
    #expect(try await first.add(row("fern"), id) == .committed(1))
    #expect(try await second.add(row("fern"), id) == .repeated(1))
    try await first.remove("fern")
    #expect(try await second.add(row("fern"), id) == .repeated(1))
    #expect(second.state.plants.isEmpty)
    // Also by one that started later.
    #expect(try await place.log().add(row("fern"), id) == .repeated(1))
  }

  /// Changes of a log that an instance has read differently.
  @Test(arguments: [
    // The log was trimmed while the instance was paused.
    "DELETE FROM change WHERE seq < 3; UPDATE change SET seq = seq + 2000",
    // It was restored to an earlier state, and went on.
    "DELETE FROM change WHERE seq > 1; DELETE FROM plant WHERE id = 'ivy'",
    "UPDATE change SET operation = gen_random_uuid(); DELETE FROM plant WHERE id = 'ivy'",
    // A newer program made a change that this one does not know.
    """
    INSERT INTO change (log, seq, operation, payload) VALUES
      ('plants', 4, gen_random_uuid(), '{"new": {}}');
    DELETE FROM plant WHERE id = 'ivy'
    """,
  ])
  func `An instance that cannot follow the log loads everything`(_ script: String) async throws {
    for reads in [true, false] {
      let place = try DurablePlace(.postgres)
      let log = try await place.log()
      for id in ["fern", "moss", "ivy"] { try await log.add(row(id)) }
      let database = try await place.shared()
      try await database.withConnection {
        try await $0.execute(script: "SET search_path TO \(place.quotedSchema); \(script)")
      }
      // By reading, or by its next write, whichever comes first.
      if reads {
        try await eventually("it was loaded") { log.status.loads == 2 }
      } else {
        try await log.add(row("new"))
      }
      #expect(try await place.log().state == log.state)
      try await log.add(row("last"))
      #expect(try await place.log().state.plants["last"] != nil)
    }
  }

  @Test func `Sessions that are ended lose and double nothing`() async throws {
    let log = try await place.log()
    let administrator = try await PostgresConnection.connect(
      to: try PostgresConfiguration(
        await PostgresServer.shared.address(), applicationName: "administrator"))
    defer { administrator.close() }
    var outcomes: [DurableOutcome] = []
    // Once for each add, a little later each time, so that no add loses all its connections.
    for number in 0..<100 {
      // A busy machine takes seconds to connect again.
      async let outcome = log.add(row("\(number)"), within: .seconds(60))
      try await Task.sleep(for: .microseconds(number * 50))
      try await administrator.query(
        """
        SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE application_name = \(place.applicationName)
        """)
      outcomes.append(try await outcome)
    }
    // A commit whose answer was lost is found when it is tried again.
    let numbers = outcomes.compactMap { outcome in
      switch outcome {
      case .committed(let number), .repeated(let number): number
      case .unchanged: nil
      }
    }
    #expect(numbers == Array(1...100))
    #expect(try await place.log().state.plants.count == 100)
  }

  @Test func `A holder of the lock that hangs is ended`() async throws {
    let log = try await place.log()
    try await log.add(row("fern"))
    let database = try await place.shared()
    try await database.withConnection { stuck in
      try await stuck.pipeline([
        "BEGIN",
        "SELECT pg_advisory_xact_lock(7001, hashtext(current_schema() || '.plants'))",
      ])
      #expect(
        try await log.perform(within: .seconds(10)) { _ in .remove(["fern"]) } == .committed(2))
      try await eventually("the session has ended") { stuck.isClosed }
    }
  }

  @Test func `Without the database an operation fails in time, and nothing is in memory`()
    async throws
  {
    var server: PostgresServer? = try await PostgresServer.start()
    let database = SharedDatabase(
      try PostgresConfiguration(server?.address() ?? ""), schema: "plants")
    let log = DurableStorage(shared: database).log(
      "plants", subject: "the plants", from: Plants())
    try await log.start()
    try await log.add(row("fern"))
    // It ends with its last reference.
    server = nil
    #expect(server == nil)
    let error = await #expect(throws: DurableError.self) {
      try await log.perform(within: .milliseconds(500)) { _ in .remove(["fern"]) }
    }
    guard case .unavailable = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(log.state.plants.count == 1)
    try await eventually("it is known to be away") { log.status.isAway }
  }

  /// Fetches of a plant that end when a gate opens.
  private final class Fetches: Sendable {
    let count = Mutex(0)
    let gate = Gate()

    func fetch(for log: DurableLog<Plants>) async throws {
      try await log.fetch("fern", patience: .seconds(30)) {
        $0.plants["fern"]?.planted
      } _: {
        count.withLock { $0 += 1 }
        await gate.wait()
        try await log.add(PlantRow(id: "fern", name: "fern", planted: .now))
      }
    }
  }

  @Test func `Of several instances one fetches, and the others have its data`() async throws {
    let (first, second) = (try await place.log(), try await place.log())
    let fetches = Fetches()
    async let one: Void = fetches.fetch(for: first)
    try await eventually("the first fetches") { fetches.count.withLock { $0 } == 1 }
    async let other: Void = fetches.fetch(for: second)
    try await Task.sleep(for: .milliseconds(200))
    fetches.gate.open()
    _ = try await (one, other)
    #expect(fetches.count.withLock { $0 } == 1)
    #expect(second.state.plants["fern"] == first.state.plants["fern"])
    // Another instance that holds the lease for too long is not waited for.
    let holder = Task {
      try await first.driver.lease("fern", every: .zero, for: .seconds(30)) {
        try await Task.sleep(for: .seconds(30))
      }
    }
    defer { holder.cancel() }
    try await Task.sleep(for: .milliseconds(200))
    await #expect(throws: FetchInProgress.self) {
      try await second.fetch("fern", patience: .milliseconds(300)) {
        $0.plants["fern"]?.planted
      } _: {
      }
    }
  }

  @Test func `A null character is stored as a replacement character, in memory as well`()
    async throws
  {
    let log = try await place.log()
    try await log.add(row("f\0rn", "\\u0000 \0"))
    #expect(log.state.plants["f\u{FFFD}rn"]?.name == "\\u0000 \u{FFFD}")
    #expect(try await place.log().state == log.state)
  }

  @Test func `Instances that start at once create the tables once`() async throws {
    let logs = try await withThrowingTaskGroup(of: DurableLog<Plants>.self) { group in
      for _ in 0..<8 { group.addTask { try await self.place.log() } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(logs.allSatisfy { $0.status.position == 0 })
  }
}
