import Foundation
import ImmutableData
import Testing

@testable import ImmutableUI

/// The dependencies of a page, and the check that they are up to date.
@Suite struct PageDependenciesTests {
  private struct State: Equatable, Sendable {
    var number = 0
    var other = 0
  }

  private enum Action: Equatable, Sendable { case number(Int), other(Int) }

  private typealias IntSelector = ViewSelector<State, Action, Int>

  private let store = Store<State, Action>(initialState: State()) { state, action in
    var state = state
    switch action {
    case .number(let number): state.number = number
    case .other(let other): state.other = other
    }
    return state
  }

  /// The number without its last digit. Its filter, its dependency and its
  /// output can each detect that nothing has changed.
  private let tens = IntSelector(
    label: "tens",
    filter: { _, action in if case .number = action { true } else { false } },
    dependencySelector: DependencySelector(select: \.number),
    outputSelector: OutputSelector(select: { $0.number / 10 }))

  @Test func `Dependencies are at the latest revision until an action is reduced`() throws {
    let cache = SelectorCache(store: store)
    let select = cache.read()
    _ = select(tens)
    let dependencies = try #require(select.dependencies.first)
    #expect(dependencies.isAtLatestRevision)
    try store.dispatch(action: .other(1))
    #expect(!dependencies.isAtLatestRevision)
    #expect(dependencies.isUpToDate())
    #expect(dependencies.isAtLatestRevision, "the check advances the revision")
  }

  /// The operations after each action, and whether the page is still up to
  /// date.
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
    actions: [Action], isUpToDate: Bool, counts: SelectorCounts
  ) throws {
    let cache = SelectorCache(store: store)
    let select = cache.read()
    _ = select(tens)
    let before = try #require(cache.counts(of: tens))
    for action in actions { try store.dispatch(action: action) }
    let dependencies = try #require(select.dependencies.first)
    #expect(dependencies.isUpToDate() == isUpToDate)
    #expect(try #require(cache.counts(of: tens)) - before == counts)
    #expect(dependencies.isUpToDate() == isUpToDate, "a repeated check evaluates nothing")
    #expect(try #require(cache.counts(of: tens)) - before == counts)
  }

  @Test func `A change and its reversal result in a new version`() throws {
    let select = SelectorCache(store: store).read()
    _ = select(tens)
    try store.dispatch(action: .number(10))
    let dependencies = try #require(select.dependencies.first)
    #expect(!dependencies.isUpToDate())
    try store.dispatch(action: .number(0))
    // The output is equal again, but its version is a new one.
    #expect(!dependencies.isUpToDate())
  }

  @Test func `Outputs of an older snapshot are not up to date`() throws {
    let cache = SelectorCache(store: store)
    let late = cache.read()
    try store.dispatch(action: .number(10))
    _ = cache.read()(tens)
    #expect(late(tens) == 0)
    #expect(try #require(late.dependencies.first).isUpToDate() == false)
  }

  @Test func `A page without selectors is always up to date`() throws {
    let select = SelectorCache(store: store).read()
    try store.dispatch(action: .number(10))
    #expect(try #require(select.dependencies.first).isUpToDate())
  }

  @Test(arguments: [
    (0.0, 0.0, 60), (59.999, 0, 60), (60, 60, 120), (1_714_806_408.5, 1_714_806_360, 1_714_806_420),
    (-1, -60, 0),
  ])
  func `A date is rounded down to its minute`(seconds: Double, start: Double, end: Int) {
    let minute = ClockMinute(Date(timeIntervalSince1970: seconds))
    #expect(minute.start == Date(timeIntervalSince1970: start))
    #expect(minute.end == end)
  }

  @Test func `Extreme dates have a minute`() {
    #expect(ClockMinute(.distantFuture).end > ClockMinute(.distantPast).end)
    #expect(ClockMinute(Date(timeIntervalSince1970: 1e300)).end > 0)
  }
}
