import ImmutableData
import Testing

@testable import ImmutableUI

/// The number of operations after one action: one row for each combination of
/// filter and dependencies.
@Suite struct SelectorEvaluationTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let name: String
    /// The result of the filter; `nil` for a selector without one.
    var filter: Bool?
    /// The number of dependencies: none, `a`, or `a` and `b`.
    let dependencies: Int
    let action: Numbers.Action
    let expected: SelectorCounts

    var testDescription: String { name }
  }

  @Test(arguments: [
    Row(
      name: "filter false", filter: false, dependencies: 2, action: .setA(1),
      expected: SelectorCounts(filters: 1)),
    Row(
      name: "no filter, no dependencies, output same", dependencies: 0, action: .nothing,
      expected: SelectorCounts(outputSelects: 1, outputComparisons: 1)),
    Row(
      name: "no filter, no dependencies, output differs", dependencies: 0, action: .setC(1),
      expected: SelectorCounts(outputSelects: 1, outputComparisons: 1, publishes: 1)),
    Row(
      name: "filter true, no dependencies", filter: true, dependencies: 0, action: .setC(1),
      expected: SelectorCounts(filters: 1, outputSelects: 1, outputComparisons: 1, publishes: 1)),
    Row(
      name: "none of one dependency changed", dependencies: 1, action: .setC(1),
      expected: SelectorCounts(dependencySelects: 1, dependencyComparisons: 1)),
    Row(
      name: "none of two dependencies changed", filter: true, dependencies: 2, action: .setC(1),
      expected: SelectorCounts(filters: 1, dependencySelects: 2, dependencyComparisons: 2)),
    Row(
      name: "first of two changed", dependencies: 2, action: .setA(1),
      expected: SelectorCounts(
        dependencySelects: 2, dependencyComparisons: 1, outputSelects: 1, outputComparisons: 1,
        publishes: 1)),
    Row(
      name: "second of two changed", dependencies: 2, action: .setB(1),
      expected: SelectorCounts(
        dependencySelects: 2, dependencyComparisons: 2, outputSelects: 1, outputComparisons: 1,
        publishes: 1)),
  ])
  func `A selector performs no more operations than necessary`(_ row: Row) throws {
    let store = Numbers.store()
    let cache = SelectorCache(store: store)
    let selector = Self.selector(filter: row.filter, dependencies: row.dependencies)
    _ = cache.read()(selector)
    let start = try #require(cache.counts(of: selector))
    #expect(
      start
        == SelectorCounts(
          dependencySelects: row.dependencies, outputSelects: 1, publishes: 1),
      "the first evaluation calls no filter and compares nothing")

    try store.dispatch(action: row.action)
    // The output is stale if the filter or the dependencies report no change.
    let isEvaluated = row.expected.outputSelects > 0
    #expect(cache.read()(selector) == (isEvaluated ? Self.sum(store.snapshot.state) : 0))
    #expect(try #require(cache.counts(of: selector)) - start == row.expected)
  }

  @Test func `An unchanged output is not published`() throws {
    let store = Numbers.store()
    let cache = SelectorCache(store: store)
    let isPositive = NumberSelector<Bool>(
      label: "isPositive", dependencySelector: DependencySelector(select: { $0.a }),
      outputSelector: OutputSelector(select: { $0.a > 0 }))
    for value in [1, 2, 3] {
      try store.dispatch(action: .setA(value))
      #expect(cache.read()(isPositive))
    }
    #expect(
      cache.counts(of: isPositive)
        == SelectorCounts(
          dependencySelects: 3, dependencyComparisons: 2, outputSelects: 3, outputComparisons: 2,
          publishes: 1))
  }

  @Test func `Nothing is evaluated without an action`() throws {
    let cache = SelectorCache(store: Numbers.store())
    let selector = Self.selector(filter: nil, dependencies: 2)
    for _ in 1...5 { _ = cache.read()(selector) }
    #expect(cache.counts(of: selector)?.outputSelects == 1)
    #expect(cache.counts(of: selector)?.dependencySelects == 2)
  }

  @Test func `Several actions between two reads are one update`() throws {
    let store = Numbers.store()
    let cache = SelectorCache(store: store)
    let selector = Self.selector(filter: true, dependencies: 2)
    _ = cache.read()(selector)
    let start = try #require(cache.counts(of: selector))
    for value in 1...10 { try store.dispatch(action: .setA(value)) }
    #expect(cache.read()(selector) == 10)
    let counts = try #require(cache.counts(of: selector)) - start
    #expect(counts.filters == 1, "the filter stops at the first relevant action")
    #expect(counts.outputSelects == 1)
  }

  @Test func `Actions evicted from the history count as relevant`() throws {
    let store = Numbers.store()
    let cache = SelectorCache(store: store)
    let selector = Self.selector(filter: false, dependencies: 0)
    _ = cache.read()(selector)
    for value in 1...65 { try store.dispatch(action: .setC(value)) }
    #expect(cache.read()(selector) == 65)
  }

  @Test func `A filter receives the state before the action`() throws {
    let store = Numbers.store()
    let cache = SelectorCache(store: store)
    let selector = NumberSelector<Int>(
      label: "a while b is 0", filter: { old, _ in old.b == 0 },
      outputSelector: OutputSelector(select: { $0.a }))
    _ = cache.read()(selector)
    try store.dispatch(action: .setB(1))
    _ = cache.read()(selector)
    try store.dispatch(action: .setA(7))
    #expect(cache.read()(selector) == 0, "b was 1 before the last action")
  }

  @Test func `Cached dependencies advance even if nothing changed`() throws {
    let store = Numbers.store()
    let cache = SelectorCache(store: store)
    let selector = NumberSelector<Int>(
      label: "jumps of a",
      dependencySelector: DependencySelector(
        select: { $0.a }, didChange: { abs($0 - $1) > 1 }),
      outputSelector: OutputSelector(select: { $0.a }))
    _ = cache.read()(selector)
    for value in [1, 2, 3] {
      try store.dispatch(action: .setA(value))
      // Each value is compared with the previous one, not with that of the last
      // output.
      #expect(cache.read()(selector) == 0)
    }
    try store.dispatch(action: .setA(5))
    #expect(cache.read()(selector) == 5)
  }

  @Test func `Each stage is reported by label`() throws {
    let store = Numbers.store()
    let events = EventLog()
    let cache = SelectorCache(store: store) { events.append($0) }
    let selector = Self.selector(filter: nil, dependencies: 1)
    _ = cache.read()(selector)
    #expect(events.take() == ["sum Update", "sum Update Dependency", "sum Update Output"])
    try store.dispatch(action: .nothing)
    _ = cache.read()(selector)
    #expect(events.take() == ["sum Update", "sum Update Dependency"])
  }

  private static func sum(_ state: Numbers) -> Int { state.a + state.b + state.c }

  private static func selector(filter: Bool?, dependencies: Int) -> NumberSelector<Int> {
    let filter = filter.map { result -> @Sendable (Numbers, Numbers.Action) -> Bool in
      { _, _ in result }
    }
    let output = OutputSelector<Numbers, Int>(select: { sum($0) })
    let a = DependencySelector<Numbers, Int>(select: { $0.a })
    let b = DependencySelector<Numbers, Int>(select: { $0.b })
    return switch dependencies {
    case 0: NumberSelector(label: "sum", filter: filter, outputSelector: output)
    case 1:
      NumberSelector(
        label: "sum", filter: filter, dependencySelector: a, outputSelector: output)
    default:
      NumberSelector(
        label: "sum", filter: filter, dependencySelector: a, b, outputSelector: output)
    }
  }
}
