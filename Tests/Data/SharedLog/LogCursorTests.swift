import Foundation
import SharedLog
import TestSupport
import Testing

/// The decision what to do with rows that were read from a log.
@Suite struct LogCursorTests {
  private static let ids = (0..<9).map { _ in UUID() }

  /// Rows with these numbers; a negative one stands for another operation of
  /// the same number.
  private static func rows(_ numbers: [Int]) -> [LogEntry] {
    numbers.map { number in
      LogEntry(
        position: LogPosition(
          number: abs(number), operation: number < 0 ? UUID() : ids[number]),
        kind: "put", payload: "{}")
    }
  }

  @Test(
    arguments: [
      ("nothing new", [3], [], 3),
      ("one", [3, 4], [4], 4),
      ("several", [3, 4, 5, 6], [4, 5, 6], 6),
      ("the applied row was trimmed", [4, 5], nil, 3),
      ("the log is empty", [], nil, 3),
      ("the tail was lost and written again", [-3, 4], nil, 3),
      ("a gap", [3, 4, 6], nil, 3),
      ("a gap at once", [3, 5], nil, 3),
      ("out of order", [3, 5, 4], nil, 3),
      ("twice", [3, 4, 4], nil, 3),
    ] as [(String, [Int], [Int]?, Int)])
  func `Rows are applied or lead to a reload`(
    situation: String, numbers: [Int], applied: [Int]?, position: Int
  ) {
    var cursor = LogCursor(LogPosition(number: 3, operation: Self.ids[3]))
    switch cursor.advance(over: Self.rows(numbers)) {
    case .reload: #expect(applied == nil)
    case .apply(let entries): #expect(entries.map(\.position.number) == applied)
    }
    #expect(cursor.position.number == position)
  }

  /// A log that is written, trimmed and cut off at random, and an instance that
  /// reads it now and then in batches of any size.
  @Test(arguments: 0..<200 as Range<UInt64>)
  func `An instance that reads at any time ends with the state of the log`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var log = [LogEntry(position: LogPosition(number: 0, operation: UUID()), kind: "", payload: "")]
    /// The truth: the payloads of all changes, by number.
    var table: [Int: String] = [:]
    var memory = table
    var cursor = LogCursor(log[0].position)
    func read(_ limit: Int) -> Bool {
      let rows = log.filter { $0.position.number >= cursor.position.number }.prefix(limit)
      switch cursor.advance(over: Array(rows)) {
      case .apply(let entries):
        for entry in entries { memory[entry.position.number] = entry.payload }
        return !entries.isEmpty
      case .reload:
        memory = table
        cursor = LogCursor(log[log.count - 1].position)
        return true
      }
    }
    for _ in 0..<60 {
      switch Int.random(in: 0..<10, using: &random) {
      case 0 where log.count > 2:
        log.removeFirst(Int.random(in: 1..<log.count, using: &random))
      case 1 where log.count > 2:
        let lost = Int.random(in: 1..<log.count, using: &random)
        for entry in log.suffix(lost) { table[entry.position.number] = nil }
        log.removeLast(lost)
      case 2...4: _ = read(Int.random(in: 2...5, using: &random))
      default:
        let number = log[log.count - 1].position.number + 1
        let payload = "\(UInt64.random(in: 0 ... .max, using: &random))"
        log.append(
          LogEntry(
            position: LogPosition(number: number, operation: UUID()), kind: "put",
            payload: payload))
        table[number] = payload
      }
    }
    while read(3) {}
    #expect(memory == table)
    #expect(cursor.position == log.last?.position)
  }
}
