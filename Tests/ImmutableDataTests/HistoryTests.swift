import Testing

@testable import ImmutableData

/// The ring of the last changes. Its elements here are the revisions that
/// they led to.
struct HistoryTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var capacity: Int
    var appended: Int
    var asked: (after: Int, through: Int)
    var expected: [Int]?

    init(_ capacity: Int, _ appended: Int, _ asked: (after: Int, through: Int), _ expected: [Int]?)
    {
      self.capacity = capacity
      self.appended = appended
      self.asked = asked
      self.expected = expected
    }

    var testDescription: String {
      "\(appended) in \(capacity), after \(asked.after) through \(asked.through)"
    }
  }

  @Test(arguments: [
    // Nothing is remembered; that nothing happened is still known.
    Row(0, 0, (0, 0), []),
    Row(0, 3, (3, 3), []),
    Row(0, 3, (2, 3), nil),
    Row(0, 3, (0, 0), nil),
    Row(-1, 3, (3, 3), []),
    Row(-1, 3, (2, 3), nil),
    // Not full yet.
    Row(4, 0, (0, 0), []),
    Row(4, 3, (0, 3), [1, 2, 3]),
    Row(4, 3, (0, 1), [1]),
    Row(4, 3, (1, 2), [2]),
    Row(4, 3, (2, 2), []),
    // Just full.
    Row(4, 4, (0, 4), [1, 2, 3, 4]),
    Row(4, 4, (3, 4), [4]),
    // Going round.
    Row(4, 5, (0, 5), nil),
    Row(4, 5, (1, 5), [2, 3, 4, 5]),
    Row(4, 6, (2, 6), [3, 4, 5, 6]),
    Row(4, 8, (4, 8), [5, 6, 7, 8]),
    Row(4, 8, (3, 4), nil),
    Row(4, 11, (7, 11), [8, 9, 10, 11]),
    Row(4, 11, (8, 10), [9, 10]),
    Row(4, 11, (6, 6), nil),
    Row(1, 9, (8, 9), [9]),
    Row(1, 9, (7, 8), nil),
    // The future, the past before the first, and backwards.
    Row(4, 3, (3, 4), nil),
    Row(4, 3, (4, 4), nil),
    Row(4, 3, (4, 5), nil),
    Row(4, 3, (-1, 2), nil),
    Row(4, 3, (2, 1), nil),
    Row(4, 3, (.min, .max), nil),
  ])
  func `A range of remembered changes is returned`(row: Row) {
    var history = History<Int>(capacity: row.capacity)
    for revision in 0..<row.appended { _ = history.append(revision + 1) }
    #expect(history.revision == row.appended)
    #expect(history.elements(after: row.asked.after, through: row.asked.through) == row.expected)
  }

  @Test(arguments: [
    (0, [1, 2, 3, 4, 5]),
    (1, [nil, 1, 2, 3, 4]),
    (3, [nil, nil, nil, 1, 2]),
    (5, [nil, nil, nil, nil, nil]),
  ])
  func `Forgotten changes are handed out`(capacity: Int, forgotten: [Int?]) {
    var history = History<Int>(capacity: capacity)
    #expect((1...5).map { history.append($0) } == forgotten)
  }
}
