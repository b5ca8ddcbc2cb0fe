import ArgumentParser
import Durable
import Foundation
import HashTreeCollections
import Postgres
import Synchronization

/// Adds to a log of an SQLite file or of a PostgreSQL database, from many tasks at once.
///
/// A test kills the program and compares what it printed with what is stored.
struct LogAdds: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Measure the durable adds to a log, or print each of them.")

  @Option(help: "The folder of the file, or the address of a PostgreSQL database.")
  var place: String

  @Option(help: "The schema, if the place is a database.") var schema: String?
  @Option(help: "The number of tasks that add, one after the other.") var adders = 64
  @Option(help: "The duration in seconds.") var seconds = 5.0
  @Option(help: "A name that no other process has. Each add is printed as soon as it is answered.")
  var name: String?

  func run() async throws {
    let storage =
      if let schema {
        DurableStorage(shared: SharedDatabase(try PostgresConfiguration(place), schema: schema))
      } else {
        DurableStorage(files: URL(fileURLWithPath: place))
      }
    let log = storage.log("items", subject: "the items", from: Items())
    try await log.start()
    let name = name ?? "adder"
    let isPrinting = self.name != nil
    // A line is written at once, since the program may be killed.
    @Sendable func report(_ line: String) {
      if isPrinting { try? FileHandle.standardOutput.write(contentsOf: Data("\(line)\n".utf8)) }
    }
    report("ready")
    let start = ContinuousClock.now
    let end = start + .seconds(seconds)
    let adds = try await withThrowingTaskGroup(of: Int.self) { group in
      for adder in 0..<adders {
        group.addTask {
          var count = 0
          while ContinuousClock.now < end {
            let item = "\(name) \(adder) \(UUID())"
            try await log.perform { items in items.names.contains(item) ? nil : .add(item) }
            count += 1
            report(item)
          }
          return count
        }
      }
      return try await group.reduce(0, +)
    }
    let duration: Double = start.duration(to: .now) / .seconds(1)
    try await storage.close()
    if !isPrinting { print("\(Int((Double(adds) / duration).rounded())) adds/s") }
  }
}

/// Names that are only added.
private struct Items: DurableState {
  enum Change: Codable, Sendable { case add(String) }

  struct Row: StoredRow {
    static let table = "item"
    var name = ""
    var key: String { name }

    mutating func pass<Format: RowFormat>(through format: inout Format) throws(Format.Failure) {
      try format.pass("name", &name)
    }
  }

  private(set) var names = TreeSet<String>()

  var tables: [any StoredTable<Items>] {
    [RowTable(Row.self) { state, row in state.names.insert(row.name) }]
  }

  mutating func apply(_ change: Change, at position: Int) {
    switch change {
    case .add(let name): names.insert(name)
    }
  }

  func put(_ change: Change, at position: Int, into rows: inout RowBatch) {
    switch change {
    case .add(let name): rows.put(Row(name: name))
    }
  }
}
