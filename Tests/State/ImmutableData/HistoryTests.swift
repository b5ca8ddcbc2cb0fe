import Testing

@testable import ImmutableData

/// The ring buffer of the latest changes. Its elements here are the revisions
/// that they led to.
struct HistoryTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var capacity: Int
    var appended: Int
    var range: (after: Int, through: Int)
    var expected: [Int]?

    init(_ capacity: Int, _ appended: Int, _ range: (after: Int, through: Int), _ expected: [Int]?)
    {
      self.capacity = capacity
      self.appended = appended
      self.range = range
      self.expected = expected
    }

    var testDescription: String {
      "\(appended) in \(capacity), after \(range.after) through \(range.through)"
    }
  }

  @Test(arguments: [
    // Capacity 0: only empty ranges are known.
    Row(0, 0, (0, 0), []),
    Row(0, 3, (3, 3), []),
    Row(0, 3, (2, 3), nil),
    Row(0, 3, (0, 0), nil),
    Row(-1, 3, (3, 3), []),
    Row(-1, 3, (2, 3), nil),
    // Before the buffer is full.
    Row(4, 0, (0, 0), []),
    Row(4, 3, (0, 3), [1, 2, 3]),
    Row(4, 3, (0, 1), [1]),
    Row(4, 3, (1, 2), [2]),
    Row(4, 3, (2, 2), []),
    // When it becomes full.
    Row(4, 4, (0, 4), [1, 2, 3, 4]),
    Row(4, 4, (3, 4), [4]),
    // After it wraps around.
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
    // Future revisions, negative revisions, and reversed ranges.
    Row(4, 3, (3, 4), nil),
    Row(4, 3, (4, 4), nil),
    Row(4, 3, (4, 5), nil),
    Row(4, 3, (-1, 2), nil),
    Row(4, 3, (2, 1), nil),
    Row(4, 3, (.min, .max), nil),
  ])
  func `A range of changes in the history is returned`(row: Row) {
    var history = History<Int>(capacity: row.capacity)
    for revision in 0..<row.appended { _ = history.append(revision + 1) }
    #expect(history.revision == row.appended)
    #expect(history.elements(after: row.range.after, through: row.range.through) == row.expected)
  }

  @Test(arguments: [
    (0, [1, 2, 3, 4, 5]),
    (1, [nil, 1, 2, 3, 4]),
    (3, [nil, nil, nil, 1, 2]),
    (5, [nil, nil, nil, nil, nil]),
  ])
  func `Appending returns the evicted change`(capacity: Int, evicted: [Int?]) {
    var history = History<Int>(capacity: capacity)
    #expect((1...5).map { history.append($0) } == evicted)
  }
}
