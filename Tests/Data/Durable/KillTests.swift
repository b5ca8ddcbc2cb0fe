import Durable
import Foundation
import GRDB
import Glibc
import Postgres
import TestSupport
import Testing

/// Programs that add to a log and are killed, again and again.
@Suite(.serialized, .timeLimit(.minutes(3)))
struct KillTests {
  /// A process that writes each add that was acknowledged to a file. It adds as fast as it can, so
  /// other tests come first.
  private struct Adder {
    let process = Process()
    let output: URL

    init(_ arguments: [String], output: URL) throws {
      self.output = output
      let program = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
        .appending(path: "fieldguide-benchmark")
      process.executableURL = URL(filePath: "/usr/bin/nice")
      process.arguments =
        ["-n", "19", program.path, "log-adds", "--adders", "16", "--seconds", "60"] + arguments
      try Data().write(to: output)
      process.standardOutput = try FileHandle(forWritingTo: output)
      try process.run()
    }

    static func lines(of output: URL) -> [String] {
      let text = (try? String(contentsOf: output, encoding: .utf8)) ?? ""
      return text.split(separator: "\n").map(String.init).filter { $0 != "ready" }
    }

    /// Kills the process, and returns what was acknowledged.
    func kill() -> [String] {
      Glibc.kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
      return Self.lines(of: output)
    }
  }

  @Test(arguments: [(DurablePlace.Database.sqlite, 1), (.postgres, 1), (.postgres, 3)])
  func `No acknowledged add is lost, and none is there twice`(
    _ database: DurablePlace.Database, processes: Int
  ) async throws {
    let place = try DurablePlace(database)
    let arguments =
      switch database {
      case .sqlite: ["--place", place.folder.url.path]
      case .postgres:
        ["--place", try await PostgresServer.shared.address(), "--schema", place.schema]
      }
    let outputs = try TemporaryFolder()
    var acknowledged: [String] = []
    var adders: [Adder] = []
    var number = 0
    func start() throws {
      number += 1
      adders.append(
        try Adder(
          arguments + ["--name", "p\(number)"], output: outputs.url.appending(path: "\(number)")))
    }
    for _ in 0..<processes { try start() }
    for _ in 0..<12 {
      let adder = adders.removeFirst()
      let output = adder.output
      try await eventually("it adds") { Adder.lines(of: output).count > 5 }
      try await Task.sleep(for: .milliseconds(.random(in: 0...300)))
      acknowledged += adder.kill()
      try start()
    }
    for adder in adders { acknowledged += adder.kill() }
    let (stored, positions) = try await Self.contents(of: place)
    #expect(acknowledged.count > 100)
    #expect(Set(acknowledged).subtracting(stored).isEmpty)
    #expect(stored.count == Set(stored).count)
    // One entry for each row, without a gap.
    #expect(positions == Array(1...max(stored.count, 1)))
  }

  /// Returns the rows and the numbers of the entries.
  private static func contents(
    of place: DurablePlace
  ) async throws -> (names: [String], positions: [Int]) {
    switch place.database {
    case .sqlite:
      let queue = try DatabaseQueue(path: place.file(of: "items").path)
      return try await queue.read { db in
        (
          try String.fetchAll(db, sql: "SELECT name FROM item"),
          try Int.fetchAll(db, sql: "SELECT seq FROM change ORDER BY seq")
        )
      }
    case .postgres:
      return try await place.shared().withConnection { connection in
        (
          try await connection.query("SELECT name FROM item").map { try $0.decode(String.self) },
          try await connection.query("SELECT seq FROM change ORDER BY seq").map {
            try $0.decode(Int.self)
          }
        )
      }
    }
  }
}
