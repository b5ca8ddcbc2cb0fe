import Foundation
import ImmutableData
import TestSupport
import Testing

@testable import QuakesData

/// A row of the listener's table: an action and the expected call of the
/// stores.
struct ListenerRow: CustomTestStringConvertible, Sendable {
  let testDescription: String
  let state: QuakesState
  let action: QuakesAction
  let call: StoreCall?

  init(
    _ name: String, from state: QuakesState = .loaded, on action: QuakesAction,
    calls call: StoreCall?
  ) {
    (testDescription, self.state, self.action, self.call) = (name, state, action, call)
  }
}

@Suite struct ListenerTests {
  @Test(arguments: fetchesRows + changesRows)
  func `Each action calls the expected store`(_ row: ListenerRow) async throws {
    let fixture = ListenerFixture(row.state)
    try fixture.dispatch(row.action)
    if let call = row.call {
      #expect(try await fixture.nextCall() == call)
      try await fixture.fail()
    }
    #expect(try await fixture.callsBeforeSentinel() == [])
  }

  @Test(
    arguments: QuakesAction.each.filter {
      [
        .localDidFailToLoadQuakes, .localDidSaveQuakesSuccess, .localDidSaveQuakesFailure,
        .localDidSaveQuakesNotFound, .loaded, .log,
        .remoteDidFetchQuakesFailure,
      ].contains(ActionCase($0))
    }, allStatuses)
  func `Other results call no store`(_ action: QuakesAction, _ status: Status?) async throws {
    let fixture = ListenerFixture(.loaded.with { $0.quakes.status = status })
    try fixture.dispatch(action)
    #expect(try await fixture.callsBeforeSentinel() == [])
  }

  @Test func `A quake that does not exist is no error`() async throws {
    let fixture = ListenerFixture()
    try fixture.dispatch(.delete("elm"))
    #expect(try await fixture.nextCall() == .delete("elm", .noon))
    try await fixture.fail(QuakesReducer.Error(code: .quakeNotFound))
    #expect(
      fixture.store.actions.last
        == .local(.didSaveQuakes(change: .deleteQuake(quakeId: "elm"), result: .notFound)))
    #expect(try await fixture.callsBeforeSentinel() == [])
    #expect(fixture.errors.all.count <= 1, "only the sentinel may fail")
  }

  @Test func `The listener reports an error and continues`() async throws {
    let fixture = ListenerFixture()
    try fixture.dispatch(.delete("ash"))
    _ = try await fixture.nextCall()
    try await fixture.fail()
    try await eventually("the error is reported") { fixture.errors.all.count == 1 }
    #expect(fixture.errors.all.first as? TestError == TestError())
    #expect(fixture.store.select { $0.ledger.saveError } == TestError.message)
    try fixture.dispatch(.delete("birch"))
    #expect(try await fixture.nextCall() == .delete(.birch))
    try await fixture.end()
    #expect(fixture.store.select { $0.ledger.saveError } == nil)
    #expect(fixture.store.select { $0.ledger.unsaved } == [:])
  }
}

// MARK: Fetches

private let fetchesRows: [ListenerRow] = allStatuses.flatMap { status in
  let statusName = status.map { "\($0)" } ?? "nil"
  let state = QuakesState.loaded.with { $0.quakes.status = status }
  let hasFailed = status == .failure(error: "no luck")
  return [
    ListenerRow(
      "onAppear, \(statusName)", from: state, on: .onAppear, calls: status == nil ? .load : nil),
    ListenerRow("try again, \(statusName), loaded", from: state, on: .tryAgain, calls: nil),
    ListenerRow(
      "try again, \(statusName)", from: state.with { $0.ledger.isLoaded = false }, on: .tryAgain,
      calls: hasFailed ? .load : nil),
  ]
    + QuakesFeed.Range.allCases.map { range in
      ListenerRow(
        "refresh of \(range), \(statusName)", from: state, on: .refresh(range),
        calls: status == .waiting ? nil : .fetchRemote(range))
    }
}

// MARK: Changes

private let changesRows: [ListenerRow] =
  allStatuses.flatMap { status in
    let statusName = status.map { "\($0)" } ?? "nil"
    let state = QuakesState.loaded.with { $0.quakes.status = status }
    return [
      ListenerRow(
        "delete, \(statusName)", from: state, on: .delete("birch"), calls: .delete(.birch)),
      ListenerRow(
        "delete all, \(statusName)", from: state, on: .deleteAll, calls: .deleteAll(.noon)),
    ]
  } + [
    ListenerRow("delete an unknown one", on: .delete("b1"), calls: .delete("b1", .noon)),
    ListenerRow(
      "delete all of an empty store", from: QuakesState(), on: .deleteAll, calls: .deleteAll(.noon)),
    ListenerRow("restore", on: .restore(.all), calls: .restore(.all)),
    ListenerRow("quakes", on: .remote([.dogwood]), calls: .merge([.dogwood])),
    ListenerRow("a feed", on: .fetched(Quake.feed), calls: .mergeFeed(Quake.feed)),
  ]

extension Quake {
  static let feed = QuakesFeed.of([dogwood], at: 3)
}
