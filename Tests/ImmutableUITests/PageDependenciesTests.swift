import Foundation
import ImmutableData
import Testing

@testable import ImmutableUI

/// What a page was made from, and whether it is still so.
@Suite struct PageDependenciesTests {
  private struct State: Equatable, Sendable {
    var number = 0
    var other = 0
  }

  private enum Action: Equatable, Sendable { case number(Int), other(Int) }

  private typealias Question = ViewSelector<State, Action, Int>

  private let store = Store<State, Action>(initialState: State()) { state, action in
    var state = state
    switch action {
    case .number(let number): state.number = number
    case .other(let other): state.other = other
    }
    return state
  }

  /// The number without its last digit: filter, dependency and output can
  /// each tell that nothing has changed.
  private let tens = Question(
    label: "tens",
    filter: { _, action in if case .number = action { true } else { false } },
    dependencySelector: DependencySelector(select: \.number),
    outputSelector: OutputSelector(select: { $0.number / 10 }))

  @Test func `A dependencies is current until something happens`() throws {
    let cache = SelectorCache(store: store)
    let select = cache.read()
    _ = select(tens)
    let dependencies = try #require(select.dependencies.first)
    #expect(dependencies.isAtLatestRevision)
    try store.dispatch(action: .other(1))
    #expect(!dependencies.isAtLatestRevision)
    #expect(dependencies.isUpToDate())
    #expect(dependencies.isAtLatestRevision, "what was looked at counts as seen")
  }

  /// What each action costs, and whether the page still holds.
  @Test(
    arguments: [
      ([Action.other(1)], true, SelectorCounts(filters: 1)),
      (
        [.number(0)], true,
        SelectorCounts(filters: 1, dependencySelects: 1, dependencyComparisons: 1)
      ),
      (
        [.number(5)], true,
        SelectorCounts(
          filters: 1, dependencySelects: 1, dependencyComparisons: 1, outputSelects: 1,
          outputComparisons: 1)
      ),
      (
        [.number(10)], false,
        SelectorCounts(
          filters: 1, dependencySelects: 1, dependencyComparisons: 1, outputSelects: 1,
          outputComparisons: 1, publishes: 1)
      ),
      (
        [.other(1), .other(2), .number(10)], false,
        SelectorCounts(
          filters: 3, dependencySelects: 1, dependencyComparisons: 1, outputSelects: 1,
          outputComparisons: 1, publishes: 1)
      ),
    ] as [([Action], Bool, SelectorCounts)])
  private func `No more is evaluated than necessary`(
    actions: [Action], holds: Bool, counts: SelectorCounts
  ) throws {
    let cache = SelectorCache(store: store)
    let select = cache.read()
    _ = select(tens)
    let before = try #require(cache.counts(of: tens))
    for action in actions { try store.dispatch(action: action) }
    let dependencies = try #require(select.dependencies.first)
    #expect(dependencies.isUpToDate() == holds)
    #expect(try #require(cache.counts(of: tens)) - before == counts)
    #expect(dependencies.isUpToDate() == holds, "and again, without looking anew")
    #expect(try #require(cache.counts(of: tens)) - before == counts)
  }

  @Test func `A change and its reversal make a new version`() throws {
    let select = SelectorCache(store: store).read()
    _ = select(tens)
    try store.dispatch(action: .number(10))
    let dependencies = try #require(select.dependencies.first)
    #expect(!dependencies.isUpToDate())
    try store.dispatch(action: .number(0))
    // The selector went through another answer: nobody remembers the first.
    #expect(!dependencies.isUpToDate())
  }

  @Test func `A reading of an earlier moment is not current`() throws {
    let cache = SelectorCache(store: store)
    let late = cache.read()
    try store.dispatch(action: .number(10))
    _ = cache.read()(tens)
    #expect(late(tens) == 0)
    #expect(try #require(late.dependencies.first).isUpToDate() == false)
  }

  @Test func `A page that reads nothing depends on nothing`() throws {
    let select = SelectorCache(store: store).read()
    try store.dispatch(action: .number(10))
    #expect(try #require(select.dependencies.first).isUpToDate())
  }

  @Test(arguments: [
    (0.0, 0.0, 60), (59.999, 0, 60), (60, 60, 120), (1_714_806_408.5, 1_714_806_360, 1_714_806_420),
    (-1, -60, 0),
  ])
  func `A page depends on a minute of the clock`(moment: Double, start: Double, end: Int) {
    let minute = ClockMinute(Date(timeIntervalSince1970: moment))
    #expect(minute.start == Date(timeIntervalSince1970: start))
    #expect(minute.end == end)
  }

  @Test func `An extreme clock has a minute`() {
    #expect(ClockMinute(.distantFuture).end > ClockMinute(.distantPast).end)
    #expect(ClockMinute(Date(timeIntervalSince1970: 1e300)).end > 0)
  }
}
