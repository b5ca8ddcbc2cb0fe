import Foundation
import HashTreeCollections
import Testing

@testable import DevelopmentTools

/// Descriptions of values, and of the difference of two.
@Suite struct ValueTextTests {
  struct Shelf: Equatable {
    var label = "a"
    var books: [Book] = []
    var byId: TreeDictionary<String, Book> = [:]
    var tags: Set<String> = []
    var status: Status?
  }

  struct Book: Hashable {
    var title: String
    var pages = 1
  }

  enum Status: Equatable {
    case waiting
    case failed(String, after: Int)
  }

  /// Values without `==` are compared by their parts.
  struct Room {
    var shelf: Shelf
    var name: String
  }

  @Test(arguments: [
    (3 as any Sendable, ["  3"]),
    ("a\"\n", [#"  "a\"\n""#]),
    (Int?.none, ["  nil"]),
    (Status?.some(.waiting), ["  .waiting"]),
    (Status.failed("x", after: 2), ["  .failed(", #"    "x""#, "    after: 2", "  )"]),
    (
      Book(title: "b"),
      ["  ValueTextTests.Book(", #"    title: "b""#, "    pages: 1", "  )"]
    ),
    ([Int](), ["  []"]),
    ([1, 2, 3, 4], ["  [", "    1", "    2", "    3", "  ]"]),
    (["b": 1, "a": 2], ["  [", #"    "a": 2"#, #"    "b": 1"#, "  ]"]),
    (["b", "a"] as Set, ["  [", #"    "a""#, #"    "b""#, "  ]"]),
    (Date(timeIntervalSince1970: 0), ["  1970-01-01 00:00:00 +0000"]),
    (Duration.seconds(2), ["  2.0 seconds"]),
  ])
  func `A value is described by its parts`(value: any Sendable, lines: [String]) {
    #expect(ValueText(value, limit: 3).lines == lines)
  }

  @Test func `Elements beyond the limit are counted`() {
    #expect(ValueText([1, 2, 3, 4, 5], limit: 3).omittedCount == 2)
    #expect(ValueText([[1, 2, 3], [4]], limit: 1).omittedCount == 3)
  }

  private static let changes: [(change: @Sendable (inout Shelf) -> Void, lines: [String])] = [
    ({ _ in }, []),
    ({ $0.label = "b" }, [#"-   label: "a""#, #"+   label: "b""#]),
    ({ $0.status = .waiting }, ["-   status: nil", "+   status: .waiting"]),
    (
      { $0.books.append(Book(title: "y")) },
      [
        "    books: [", "+     ValueTextTests.Book(", #"+       title: "y""#, "+       pages: 1",
        "+     )", "    ]",
      ]
    ),
    (
      { $0.byId["1"]?.pages = 2 },
      [
        "    byId: [", #"      "1": ValueTextTests.Book("#, "-       pages: 1", "+       pages: 2",
        "      )", "    ]",
      ]
    ),
    (
      { $0.tags = ["t", "u"] },
      ["    tags: [", #"-     "s""#, #"+     "t""#, #"+     "u""#, "    ]"]
    ),
  ]

  @Test(arguments: changes.indices)
  func `Only what differs is described`(row: Int) {
    let old = Shelf(
      books: [Book(title: "x")], byId: ["1": Book(title: "x"), "2": Book(title: "z")],
      tags: ["s"])
    var new = old
    Self.changes[row].change(&new)
    let inside = Self.changes[row].lines
    let lines = inside.isEmpty ? [] : ["  ValueTextTests.Shelf("] + inside + ["  )"]
    #expect(ValueText(from: old, to: new, limit: 3).lines == lines)
    // Within a value that cannot be compared, the same lines are indented.
    let room = ValueText(
      from: Room(shelf: old, name: "n"), to: Room(shelf: new, name: "n"), limit: 3)
    #expect(room.lines.count == (inside.isEmpty ? 0 : lines.count + 2))
  }

  @Test func `Differences beyond the limit are counted`() {
    let ids = (1...9).map { ("\($0)", Book(title: "\($0)")) }
    let difference = ValueText(
      from: Shelf(), to: Shelf(byId: TreeDictionary(uniqueKeysWithValues: ids)), limit: 2)
    #expect(difference.omittedCount == 7)
    #expect(difference.lines.count { $0.hasSuffix("ValueTextTests.Book(") } == 2)
  }

  @Test(arguments: [(5, 5), (4, nil), (100, 5)])
  func `The elements of nested collections are counted`(limit: Int, count: Int?) {
    #expect(elementCount(in: Status.waiting, atMost: limit) == 0)
    #expect(elementCount(in: (a: [[1, 2, 3], []], b: 7), atMost: limit) == count)
  }
}
