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
    var tags: Set<Int> = []
    var status: Status?
  }

  struct Book: Hashable {
    var title: String
    var pages = 1
  }

  enum Status: Equatable {
    case waiting
  }

  /// Values without `==` are compared by their parts.
  struct Room {
    var shelf: Shelf
    var name = "n"
  }

  private static let changes: [(change: @Sendable (inout Shelf) -> Void, lines: [String])] = [
    ({ _ in }, []),
    ({ $0.label = "b" }, ["label", #"- "a""#, #"+ "b""#]),
    ({ $0.status = .waiting }, ["status", "- nil", "+ .waiting"]),
    (
      {
        $0.label = "<b>"
        $0.status = .waiting
      },
      ["label", #"- "a""#, #"+ "<b>""#, "status", "- nil", "+ .waiting"]
    ),
  ]

  @Test(arguments: changes.indices)
  func `Only properties that differ are described`(row: Int) {
    let old = Shelf(books: [Book(title: "x")], byId: ["1": Book(title: "x")], tags: [1])
    var new = old
    Self.changes[row].change(&new)
    let lines = Self.changes[row].lines
    #expect(ValueText.lines(from: old, to: new) == lines)
    let nested = lines.map { $0.first?.isLetter == true ? "shelf.\($0)" : $0 }
    #expect(ValueText.lines(from: Room(shelf: old), to: Room(shelf: new)) == nested)
  }

  @Test func `Only entries of a dictionary that differ are described`() {
    let old = Shelf(byId: ["1": Book(title: "x"), "2": Book(title: "y")])
    var new = old
    new.byId["1"]?.pages = 2
    new.byId["3"] = Book(title: "z")
    let lines = ValueText.lines(from: old, to: new)
    #expect(lines.first == "byId")
    #expect(lines.contains { $0.hasPrefix("-") && $0.hasSuffix("pages: 1") })
    #expect(lines.contains { $0.hasPrefix("+") && $0.hasSuffix("pages: 2") })
    #expect(lines.contains { $0.hasPrefix("+") && $0.contains(#"title: "z""#) })
    #expect(!lines.contains { $0.contains(#""2""#) || $0.contains(#""y""#) })
  }

  @Test func `A large difference is shortened`() {
    let ids = (1...50).map { ("\($0)", Book(title: "t\($0)")) }
    let new = Shelf(
      books: (1...300).map { Book(title: "t\($0)") },
      byId: TreeDictionary(uniqueKeysWithValues: ids), tags: Set(1...400))
    let lines = ValueText.lines(from: Shelf(), to: new)
    #expect(lines.filter { $0.hasPrefix("+") && $0.contains("title: ") }.count == 40)
    for omission in ["  … (280 more)", "  … (30 more)", "  … (380 more)"] {
      #expect(lines.contains(omission))
    }
  }

  @Test func `A value is described`() {
    #expect(ValueText.lines(of: 3) == ["3"])
    #expect(ValueText.lines(of: "a") == [#""a""#])
    #expect(ValueText.lines(of: Book(title: "b")).contains { $0.contains(#"title: "b""#) })
    #expect(
      ValueText.lines(of: Array(1...1_000)) == ["More than 200 elements are omitted."])
  }

  @Test func `A long text is shortened`() {
    let wide = ValueText.lines(of: String(repeating: "x", count: 100_000))
    #expect(wide.map(\.count) == [401])
    let long = ValueText.lines(of: String(repeating: "x\n", count: 1_000))
    #expect(long.count == 401)
    #expect(long.last == "The rest is omitted.")
  }

  @Test(arguments: [(5, 5), (4, nil), (100, 5)])
  func `The elements of nested collections are counted`(limit: Int, count: Int?) {
    #expect(elementCount(in: Status.waiting, atMost: limit) == 0)
    #expect(elementCount(in: (a: [[1, 2, 3], []], b: 7), atMost: limit) == count)
  }
}
