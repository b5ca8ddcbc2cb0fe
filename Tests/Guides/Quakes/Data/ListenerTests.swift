import Foundation
import HashTreeCollections
import ImmutableData
import TestSupport
import Testing

@testable import QuakesData

/// A row of the listener's table: an action and the expected call of the
/// stores.
struct ListenerRow: CustomTestStringConvertible, Sendable {
  var name: String
  var state: QuakesState
  var action: QuakesAction
  var call: StoreCall?

  var testDescription: String { name }

  init(
    _ name: String, from state: QuakesState = .loaded, on action: QuakesAction,
    calls call: StoreCall?
  ) {
    self.name = name
    self.state = state
    self.action = action
    self.call = call
  }
}

@Suite struct ListenerTests {
  @Test(arguments: fetchesRows + deletionsRows + restorationsRows + differencesRows)
  func `Each action calls the expected store`(_ row: ListenerRow) async throws {
    let fixture = ListenerFixture(row.state)
    try fixture.dispatch(row.action)
    if let call = row.call {
      #expect(try await fixture.nextCall() == call)
      try await fixture.fail()
    }
    let calls = try await fixture.callsBeforeSentinel()
    #expect(calls == [])
  }

  @Test(
    arguments: QuakesAction.each.filter {
      [
        .localDidFetchQuakesSuccess, .localDidFetchQuakesFailure, .localDidFetchLedger,
        .localDidFetchDeletions, .localDidSaveQuakesSuccess, .localDidSaveQuakesFailure,
        .remoteDidFetchQuakesFailure,
      ].contains(ActionCase($0))
    }, allStatuses)
  func `Other results call no store`(_ action: QuakesAction, _ status: Status?) async throws {
    let fixture = ListenerFixture(.loaded.with { $0.quakes.status = status })
    try fixture.dispatch(action)
    let calls = try await fixture.callsBeforeSentinel()
    #expect(calls == [])
  }

  @Test(arguments: ["elm", "gone", "b1", ""])
  func `Deleting an unknown quake calls no store`(_ id: Quake.ID) async throws {
    let fixture = ListenerFixture()
    #expect(throws: QuakesReducer.Error(code: .quakeNotFound)) {
      try fixture.dispatch(.delete(id))
    }
    let calls = try await fixture.callsBeforeSentinel()
    #expect(calls == [])
    #expect(fixture.errors.all.count <= 1, "only the sentinel may fail")
  }

  @Test func `The listener reports an error and continues`() async throws {
    let fixture = ListenerFixture()
    try fixture.dispatch(.delete("ash"))
    _ = try await fixture.nextCall()
    try await fixture.fail()
    try await eventually("the error is reported") { fixture.errors.all.count == 1 }
    #expect(fixture.errors.all.first as? TestError == TestError())
    // What failed is saved with the next change.
    try fixture.dispatch(.delete("birch"))
    guard case .save(let changes) = try await fixture.nextCall() else {
      Issue.record("expected a call of save")
      return
    }
    #expect(changes.deleted == [.ash, .birch])
    try await fixture.end()
    #expect(fixture.store.select { $0.ledger.saveError } == nil)
    try fixture.dispatch(.delete("cedar"))
    #expect(try await fixture.nextCall() == .delete(.cedar))
    try await fixture.end()
  }

  @Test func `A feed is saved with its ledger`() async throws {
    let fixture = ListenerFixture()
    let feed = QuakesFeed(
      range: .allHour, generated: .noon + 3,
      quakes: [.dogwood, .of("ash", 6), .of("elm", ids: ["gone"])], skipped: 2)
    try fixture.dispatch(.remote(.didFetchFeed(feed: feed)))
    let refresh = QuakesState.Refresh(
      range: .allHour, generated: .noon + 3,
      counts: .init(new: 1, changed: 1, withdrawn: 2, skipped: 2, unchanged: 1))
    #expect(
      try await fixture.nextCall()
        == .save(
          QuakesChanges(
            inserted: [.dogwood],
            updated: [
              .of("ash", 6), Quake.birch.missing(since: .noon + 3),
              Quake.cedar.missing(since: .noon + 3),
            ], deletedIds: ["elm"], refresh: refresh, kept: [.goneAsElm],
            released: ["gone"],
            known: QuakesState.loaded.with { $0.ledger.known.insert(.noon - 60..<(.noon + 3)) }
              .ledger.known)))
    try await fixture.end()
    #expect(
      fixture.store.actions.last == .local(.didSaveQuakes(change: .refresh, result: .success)))
  }
}

// MARK: Fetches

private let fetchesRows: [ListenerRow] = allStatuses.flatMap { status in
  let statusName = status.map { "\($0)" } ?? "nil"
  let state = QuakesState.loaded.with { $0.quakes.status = status }
  let hasFailed = status == .failure(error: "no luck")
  return [
    ListenerRow(
      "onAppear, \(statusName)", from: state, on: .onAppear,
      calls: status == nil ? .fetchLocal : nil),
    ListenerRow("try again, \(statusName), loaded", from: state, on: .tryAgain, calls: nil),
    ListenerRow(
      "try again, \(statusName)", from: state.with { $0.ledger.isLoaded = false }, on: .tryAgain,
      calls: hasFailed ? .fetchLocal : nil),
  ]
    + QuakesFeed.Range.allCases.map { range in
      ListenerRow(
        "refresh of \(range), \(statusName)", from: state, on: .refresh(range),
        calls: status == .waiting ? nil : .fetchRemote(range))
    }
}

// MARK: Deletions

private let deletionsRows: [ListenerRow] = allStatuses.flatMap { status in
  let statusName = status.map { "\($0)" } ?? "nil"
  let state = QuakesState.loaded.with { $0.quakes.status = status }
  return [
    ListenerRow("delete, \(statusName)", from: state, on: .delete("birch"), calls: .delete(.birch)),
    ListenerRow("delete all, \(statusName)", from: state, on: .deleteAll, calls: .deleteAll),
    ListenerRow(
      "delete all of an empty store, \(statusName)",
      from: QuakesState().with { $0.quakes.status = status },
      on: .deleteAll, calls: .deleteAll),
  ]
}

// MARK: Restorations

private let restorationsRows: [ListenerRow] = [
  ListenerRow(
    "restore", on: .restore(.quake(quakeId: "gone too")),
    calls: .save(
      QuakesChanges(
        inserted: [.gone], released: ["gone"], restoredIds: ["gone", "gone too"]))),
  ListenerRow(
    "restore a deletion", on: .restore(.deletion(date: .noon - 100)),
    calls: .save(
      QuakesChanges(
        inserted: [.gone], released: ["gone"], restoredIds: ["gone", "gone too"]))),
]

extension DeletedQuake {
  /// The deleted quake of the loaded state, after a feed with another ID for it.
  static let goneAsElm = DeletedQuake(
    .of("elm", ids: ["gone"], formerIds: ["gone too"]), at: .noon - 100)
}

// MARK: Differences

private let differencesRows: [ListenerRow] = [
  ListenerRow(
    "inserted, in the order of the payload",
    on: .remote([.of("z", time: 9), .of("m", time: 8), .of("y", time: 7)]),
    calls: .save(
      QuakesChanges(inserted: [.of("z", time: 9), .of("m", time: 8), .of("y", time: 7)]))),
  ListenerRow(
    "updated", on: .remote([.of("cedar", 6), .of("ash", 7)]),
    calls: .save(QuakesChanges(updated: [.of("cedar", 6), .of("ash", 7)]))),
  ListenerRow(
    "updated, with the values of the state", on: .remote([.of("birch", 6)]),
    calls: .save(QuakesChanges(updated: [.of("birch", 6, formerIds: ["b1", "b2"])]))),
  ListenerRow(
    "deleted, with the values of the payload",
    on: .remote([.of("cedar", 0, status: .deleted), .of("ash", 0, status: .deleted)]),
    calls: .save(
      QuakesChanges(
        deleted: [.of("cedar", 0, status: .deleted), .of("ash", 0, status: .deleted)]))),
  ListenerRow(
    "unchanged", on: .remote(Quake.samples), calls: .save(QuakesChanges())),
  ListenerRow("nothing", on: .remote([]), calls: .save(QuakesChanges())),
  ListenerRow("never stored", on: .remote([.of("elm", status: .deleted)]), calls: .save(.init())),
  ListenerRow(
    "deleted by a visitor", on: .remote([.gone]), calls: .save(QuakesChanges())),
  ListenerRow(
    "deleted by a visitor, newer", on: .remote([.of("gone", updated: 2)]),
    calls: .save(
      QuakesChanges(
        kept: [
          DeletedQuake(.of("gone", updated: 2, formerIds: ["gone too"]), at: .noon - 100)
        ]))),
  ListenerRow(
    "deleted by a visitor, under another id", on: .remote([.of("elm", ids: ["gone"])]),
    calls: .save(
      QuakesChanges(deletedIds: ["elm"], kept: [.goneAsElm], released: ["gone"]))),
  ListenerRow(
    "renamed", on: .remote([.of("elm", updated: 2, ids: ["birch"])]),
    calls: .save(
      QuakesChanges(
        inserted: [.of("elm", updated: 2, ids: ["birch"], formerIds: ["b1", "b2"])],
        deleted: [.birch]))),
  ListenerRow(
    "a repeated id is saved once, with the values of the state",
    on: .remote([.of("elm", 1), .of("elm", 2, updated: 2)]),
    calls: .save(QuakesChanges(inserted: [.of("elm", 2, updated: 2)]))),
  ListenerRow(
    "some of each",
    on: .remote([
      .of("z", time: 9), .ash, .of("cedar", 6), .of("birch", 0, updated: 2, status: .deleted),
      .of("y"),
    ]),
    calls: .save(
      QuakesChanges(
        inserted: [.of("z", time: 9), .of("y")], updated: [.of("cedar", 6)],
        deleted: [.of("birch", 0, updated: 2, status: .deleted)]))),
]
