import Foundation
import GRDB
import Glibc
import Postgres
import SharedLog
import Synchronization
import TestSupport
import Testing

/// Programs that add to a log and are killed, again and again.
@Suite(.serialized, .timeLimit(.minutes(3)))
struct KillTests {
  /// The lines that a process has printed.
  private final class Output: Sendable {
    private struct State {
      var lines: [String] = []
      /// The beginning of a line that is incomplete.
      var rest: [UInt8] = []
    }

    private let state = Mutex(State())

    func add(_ data: Data) {
      state.withLock { state in
        let parts = (state.rest + data).split(
          separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        state.rest = parts.last.map(Array.init) ?? []
        state.lines += parts.dropLast().map { String(decoding: $0, as: UTF8.self) }
      }
    }

    var lines: [String] { state.withLock { $0.lines } }
  }

  /// A process that prints each add that was acknowledged.
  private struct Adder {
    let process = Process()
    let output = Output()

    init(_ arguments: [String]) throws {
      process.executableURL = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
        .appending(path: "fieldguide-benchmark")
      process.arguments = ["log-adds", "--adders", "16", "--seconds", "60"] + arguments
      let pipe = Pipe()
      process.standardOutput = pipe
      pipe.fileHandleForReading.readabilityHandler = { [output] handle in
        let data = handle.availableData
        if data.isEmpty { handle.readabilityHandler = nil }
        output.add(data)
      }
      try process.run()
    }

    /// Kills the process, and returns what was acknowledged.
    func kill() async throws -> [String] {
      Glibc.kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
      // What is in the pipe is read until its end.
      try await Task.sleep(for: .milliseconds(100))
      return output.lines.filter { $0 != "ready" }
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
    var acknowledged: [String] = []
    var adders: [Adder] = []
    var number = 0
    func start() throws {
      number += 1
      adders.append(try Adder(arguments + ["--name", "p\(number)"]))
    }
    for _ in 0..<processes { try start() }
    let end = ContinuousClock.now + .seconds(20)
    while ContinuousClock.now < end {
      let adder = adders.removeFirst()
      let output = adder.output
      try await eventually("it adds") { output.lines.count > 5 }
      try await Task.sleep(for: .milliseconds(.random(in: 0...300)))
      acknowledged += try await adder.kill()
      try start()
    }
    for adder in adders { acknowledged += try await adder.kill() }
    let (stored, positions) = try await Self.contents(of: place)
    #expect(acknowledged.count > 100 && number > 10)
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
