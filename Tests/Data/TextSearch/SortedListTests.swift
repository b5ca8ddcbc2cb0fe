import TestSupport
import Testing
import TextSearch

/// A sorted list is compared with a sorted array.
@Suite struct SortedListTests {
  private struct Number: SortedListElement, Hashable {
    let value: Int
    static func < (left: Number, right: Number) -> Bool { left.value < right.value }
    static func summary(of numbers: [Number]) -> Int { numbers.reduce(0) { $0 + $1.value } }
  }

  /// Random changes of a list, and of the array that it stands for.
  @Test(arguments: [1, 2, 3]) func `Changes have the effect of those of an array`(_ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var values = Set((0..<2_000).map { _ in Int.random(in: 0..<5_000, using: &random) })
    var list = SortedList(values.map(Number.init))
    for step in 0..<300 {
      func numbers(_ limit: Int) -> [Int] {
        (0..<Int.random(in: 0...limit, using: &random)).map { _ in
          Int.random(in: 0..<5_000, using: &random)
        }
      }
      // First more are inserted, then more removed.
      let (removed, inserted) = (numbers(step < 150 ? 5 : 40), numbers(step < 150 ? 40 : 5))
      values.subtract(removed)
      values.formUnion(inserted)
      list.change(
        removing: removed.map(Number.init), inserting: inserted.map(Number.init))
    }
    let sorted = values.sorted()
    #expect(list.count == sorted.count)
    #expect(list[0..<list.count].map(\.value) == sorted)
    #expect(list.chunks.map(\.summary) == list.chunks.map { Number.summary(of: $0.elements) })
    #expect(list.chunks.allSatisfy { !$0.elements.isEmpty && $0.elements.count <= 512 })
    for rank in stride(from: 0, to: sorted.count, by: 37) {
      #expect(list.rank(of: Number(value: sorted[rank])) == rank)
      let end = min(rank + 100, sorted.count)
      #expect(list[rank..<end].map(\.value) == Array(sorted[rank..<end]))
    }
    #expect(list.rank(of: Number(value: 5_000)) == nil)
  }

  @Test func `A list can become empty and be filled again`() {
    var list = SortedList([Number(value: 1)])
    for _ in 0..<2 { list.change(removing: [Number(value: 1)], inserting: []) }
    #expect(list.count == 0)
    #expect(list[0..<0].isEmpty)
    for _ in 0..<2 { list.change(inserting: [Number(value: 2)]) }
    #expect(list[0..<1].map(\.value) == [2])
  }

  @Test func `A copy keeps its elements`() {
    let old = SortedList((0..<1_000).map(Number.init))
    var new = old
    new.change(removing: [Number(value: 500)], inserting: [Number(value: 1_000)])
    #expect(old[0..<old.count].map(\.value) == Array(0..<1_000))
    #expect(new.count == 1_000)
  }

  @Test(arguments: [
    ("roo", [true, false, false]), ("e", [true, true, true]), ("w\nh", [false, false, false]),
    ("", [true, true, true]), ("NEWT", [false, true, false]), ("ere", [false, false, false]),
  ])
  func `Joined texts are searched each for itself`(_ search: String, _ hits: [Bool]) {
    var texts = JoinedTexts()
    for name in ["Red kangaroo", "Newt", "Häher"] { texts.append([SearchText(name)]) }
    #expect(texts.hits(of: SearchText(search)) == hits)
  }
}
