import Foundation
import HashTreeCollections
import ImmutableData
import Testing
import WebClient

@testable import QuakesData

/// A row of the transition table. It compares the whole state, so that
/// unintended changes are detected.
struct Transition: CustomTestStringConvertible, Sendable {
  let testDescription: String
  let before: QuakesState
  let action: QuakesAction
  private(set) var after: QuakesState

  init(
    _ name: String, from before: QuakesState = .loaded, on action: QuakesAction,
    to change: (inout QuakesState) -> Void
  ) {
    (testDescription, self.before, self.action) = (name, before, action)
    after = before.with(change)
  }

  /// Returns the row for an action whose change must be saved.
  func saving(_ change: QuakesState.Ledger.Change) -> Transition {
    var row = self
    row.after.ledger.unsaved[change] = .waiting
    return row
  }

  func check() throws {
    let state = try before.after(action)
    #expect(state == after)
    checkDerived(of: state)
  }
}

@Suite struct QuakesReducerTests {
  @Test(arguments: statusesRows)
  func `Requests set the status to waiting`(_ row: Transition) throws { try row.check() }

  @Test(arguments: deletionsRows)
  func `Deletions change the state with the log`(_ row: Transition) throws { try row.check() }

  @Test(arguments: [(QuakesState.loaded, "elm"), (QuakesState(), "")])
  func `An event that does not exist is not deleted`(_ state: QuakesState, _ id: Quake.ID) {
    #expect(throws: QuakesReducer.Error(code: .quakeNotFound)) { try state.after(.delete(id)) }
  }

  @Test(arguments: localRows)
  func `Results of the local store are applied`(_ row: Transition) throws { try row.check() }

  @Test(arguments: remoteRows)
  func `Results of the remote store are applied`(_ row: Transition) throws { try row.check() }

  @Test(arguments: feedsRows)
  func `Feeds are applied`(_ row: Transition) throws { try row.check() }

  @Test(arguments: QuakesAction.each.filter { ![.loaded, .log].contains(ActionCase($0)) })
  func `Only the log changes what is stored`(_ action: QuakesAction) throws {
    for before in [QuakesState.loaded, QuakesState()] {
      let after = try QuakesReducer.reduce(state: before, action: action)
      #expect(after.durable == before.durable)
    }
  }

  @Test func `A new state is empty`() {
    let state = QuakesState()
    #expect(state.quakes == QuakesState.Quakes(data: [:], status: nil))
    #expect(state.ledger == QuakesState.Ledger(deleted: [], lastRefresh: nil))
    #expect(state.ledger.lastRange == nil)
    #expect(state.ledger.saveError == nil)
    let isLoaded = state.ledger.isLoaded
    #expect(!isLoaded)
  }

  @Test(arguments: QuakesAction.each, allStatuses)
  func `No action sets the status to empty`(_ action: QuakesAction, _ status: Status?) throws {
    let before = QuakesState.loaded.with { $0.quakes.status = status }
    let after = try before.after(action)
    #expect(after.quakes.status != .empty || status == .empty)
  }

  /// The status is not `waiting` after the result of a fetch.
  @Test(
    arguments: QuakesAction.each.filter {
      [
        .localDidFailToLoadQuakes, .remoteDidFetchQuakesSuccess, .remoteDidFetchQuakesFailure,
        .remoteDidFetchFeed,
      ].contains(ActionCase($0))
    })
  func `Every result of a fetch ends the waiting status`(_ action: QuakesAction) throws {
    let before = QuakesState.loaded.with { $0.quakes.status = .waiting }
    let after = try before.after(action)
    #expect(after.quakes.status != .waiting)
  }

  @Test(arguments: allStatuses)
  func `The part that was received is kept while waiting`(status: Status?) throws {
    let part = DownloadProgress(received: 1, total: nil)
    let before = QuakesState.loaded.with { $0.quakes.status = status }
    let state = try before.after(.remote(.didReceive(part)))
    #expect(state.quakes.received == (status == .waiting ? part : nil))
    let failure = QuakesAction.remote(.didFetchQuakes(result: .failure(error: "e")))
    #expect(try state.after(failure).quakes.received == nil)
  }

  @Test func `Each error has a message for visitors`() {
    let error = QuakesReducer.Error(code: .quakeNotFound)
    #expect(error.localizedDescription == "The earthquake no longer exists.")
  }
}

// MARK: Requests

private let statusesRows: [Transition] = allStatuses.flatMap { status in
  let statusName = status.map { "\($0)" } ?? "nil"
  let before = QuakesState.loaded.with { $0.quakes.status = status }
  let notLoaded = before.with { $0.ledger.isLoaded = false }
  let hasFailed = status == .failure(error: "no luck")
  return [
    Transition(status == nil ? "Q1" : "Q1' \(statusName)", from: before, on: .onAppear) {
      if status == nil { $0.quakes.status = .waiting }
    },
    Transition("try again, \(statusName), loaded", from: before, on: .tryAgain) {
      _ in
    },
    Transition("try again, \(statusName)", from: notLoaded, on: .tryAgain) {
      if hasFailed { $0.quakes.status = .waiting }
    },
  ]
    + QuakesFeed.Range.allCases.map { range in
      Transition(
        status == .waiting ? "Q2' \(range)" : "Q2 \(range), \(statusName)", from: before,
        on: .refresh(range)
      ) {
        if status == .waiting { return }
        $0.quakes.status = .waiting
        $0.ledger.lastRange = range
      }
    }
}

// MARK: Deletions

private let deletionsRows: [Transition] =
  allStatuses.flatMap { status in
    let statusName = status.map { "\($0)" } ?? "nil"
    let before = QuakesState.loaded.with { $0.quakes.status = status }
    return [
      Transition("T2 \(statusName)", from: before, on: .delete("ash")) { $0.delete(.ash) }
        .saving(.deleteQuake(quakeId: "ash")),
      Transition(
        "T2 all its ids are marked as deleted, \(statusName)", from: before, on: .delete("birch")
      ) { $0.delete(.birch) }
      .saving(.deleteQuake(quakeId: "birch")),
      Transition("T3 \(statusName)", from: before, on: .deleteAll) {
        $0.quakes.data = [:]
        $0.deletions.insert(Quake.samples.map { DeletedQuake($0, at: .noon) })
        $0.ledger.known.forget(at: .noon)
      }
      .saving(.deleteQuakes),
    ]
  } + [
    Transition("T2 the last one", from: QuakesState([.ash]), on: .delete("ash")) { $0.delete(.ash) }
      .saving(.deleteQuake(quakeId: "ash")),
    Transition("T2' deleted before", on: .delete("gone")) { _ in }
      .saving(.deleteQuake(quakeId: "gone")),
    Transition("T2 by one of its other ids", on: .delete("b1")) { $0.delete(.birch) }
      .saving(.deleteQuake(quakeId: "b1")),
    Transition("T3 none", from: QuakesState(), on: .deleteAll) { _ in }.saving(.deleteQuakes),
  ]

// MARK: The local store

private let waiting = QuakesState.loaded.with { $0.quakes.status = .waiting }

private let unsaved = QuakesState.loaded.with {
  $0.ledger.unsaved = [
    .refresh: .waiting, .deleteQuake(quakeId: "elm"): .waiting,
    .deleteQuake(quakeId: "fir"): .failed, .deleteQuakes: .failed,
  ]
}

private let localRows: [Transition] = [
  Transition(
    "Q5f", from: waiting, on: .local(.didFailToLoadQuakes(error: "lost"))
  ) { $0.quakes.status = .failure(error: "lost") },
  Transition(
    "saved", on: .local(.didSaveQuakes(change: .deleteQuake(quakeId: "ash"), result: .success))
  ) { $0.ledger.saveError = nil },
  Transition(
    "saved, without a previous failure", from: QuakesState(),
    on: .local(.didSaveQuakes(change: .refresh, result: .success))
  ) { _ in },
  Transition(
    "saved: with all failed changes", from: unsaved,
    on: .local(.didSaveQuakes(change: .deleteQuake(quakeId: "elm"), result: .success))
  ) {
    $0.ledger.saveError = nil
    $0.ledger.unsaved = [.refresh: .waiting]
  },
  Transition(
    "not found", from: unsaved,
    on: .local(.didSaveQuakes(change: .deleteQuake(quakeId: "elm"), result: .notFound))
  ) { $0.ledger.unsaved[.deleteQuake(quakeId: "elm")] = nil },
  Transition(
    "not saved",
    on: .local(.didSaveQuakes(change: .deleteQuakes, result: .failure(error: "full")))
  ) {
    $0.ledger.saveError = "full"
    $0.ledger.unsaved[.deleteQuakes] = .failed
  },
  Transition(
    "not saved, while waiting", from: waiting,
    on: .local(.didSaveQuakes(change: .refresh, result: .failure(error: "full")))
  ) {
    $0.ledger.saveError = "full"
    $0.ledger.unsaved[.refresh] = .failed
  },
]

// MARK: The remote store

private let remoteRows: [Transition] =
  [
    Transition("Q6 inserts and replaces", from: waiting, on: .remote([.dogwood, .of("ash", 6)])) {
      $0.quakes.data["dogwood"] = .dogwood
      $0.quakes.data["ash"] = .of("ash", 6)
      $0.quakes.status = .success
    },
    Transition("Q6 the first time", from: QuakesState(), on: .remote([.ash, .birch])) {
      $0.quakes = .init(data: ["ash": .ash, "birch": .birch], status: .success)
    },
    Transition("Q6 empty: absent events are retained", from: waiting, on: .remote([])) {
      $0.quakes.status = .success
    },
    Transition("Q6 magnitude 0 is stored", on: .remote([.of("ash", 0)])) {
      $0.quakes.data["ash"] = .of("ash", 0)
    },
    Transition("Q6 a negative magnitude is stored", on: .remote([.of("ash", -1.5)])) {
      $0.quakes.data["ash"] = .of("ash", -1.5)
    },
    Transition("Q6 an unknown magnitude is stored", on: .remote([.of("elm", nil)])) {
      $0.quakes.data["elm"] = .of("elm", nil)
    },
    Transition("Q6 status deleted", on: .remote([.of("birch", updated: 2, status: .deleted)])) {
      $0.quakes.data["birch"] = nil
    },
    Transition("Q6 status deleted, unknown", on: .remote([.of("elm", status: .deleted)])) { _ in },
    Transition(
      "Q6 the same id twice", on: .remote([.of("elm", 2, updated: 1), .of("elm", 3, updated: 2)])
    ) { $0.quakes.data["elm"] = .of("elm", 3, updated: 2) },
    Transition("Q6 events deleted by visitors stay deleted", on: .remote([.gone])) { _ in },
  ].map { $0.saving(.refresh) } + [
    Transition(
      "Q6f", from: waiting, on: .remote(.didFetchQuakes(result: .failure(error: "lost")))
    ) { $0.quakes.status = .failure(error: "lost") },
    Transition(
      "Q6f the first time", from: QuakesState(),
      on: .remote(.didFetchQuakes(result: .failure(error: "lost")))
    ) { $0.quakes.status = .failure(error: "lost") },
  ]

// MARK: Feeds

private let feedsRows: [Transition] =
  (QuakesFeed.Range.allCases.map { range in
    Transition(
      "the summary of a feed, \(range)", from: QuakesState(),
      on: .fetched(.of([.ash, .birch, .of("birch", updated: 0)], range, at: 9, skipped: 4))
    ) {
      $0.quakes = .init(data: ["ash": .ash, "birch": .birch], status: .success)
      $0.ledger.lastRefresh = .init(
        range: range, generated: .noon + 9, counts: .init(new: 2, skipped: 4, unchanged: 1))
      $0.ledger.known = KnownTime([.noon + 9 - range.seconds..<(.noon + 9)])
    }
  } + [
    Transition(
      "a feed marks omitted events", from: waiting, on: .fetched(.of([.ash], at: 3, skipped: 1))
    ) {
      $0.quakes.data["birch"] = Quake.birch.missing(since: .noon + 3)
      $0.quakes.data["cedar"] = Quake.cedar.missing(since: .noon + 3)
      $0.end(.init(withdrawn: 2, skipped: 1, unchanged: 1))
    },
    Transition(
      "a skipped feature does not mark its event as missing", from: waiting,
      on: .fetched(.of([.ash], at: 3, skipped: 1, skippedIds: ["b2", "unknown"]))
    ) {
      $0.quakes.data["cedar"] = Quake.cedar.missing(since: .noon + 3)
      $0.end(.init(withdrawn: 1, skipped: 1, unchanged: 1))
    },
    Transition(
      "a skipped feature without an id: nothing is marked", from: waiting,
      on: .fetched(.of([.ash], at: 3, skipped: 1, skippedIds: nil))
    ) { $0.end(.init(skipped: 1, unchanged: 1)) },
  ]
  + QuakesFeed.Range.allCases.map { range in
    Transition(
      "an older feed adds and updates but marks nothing, \(range)", from: waiting,
      on: .fetched(.of([.dogwood, .of("ash", 6, updated: 2)], range, at: -60.001))
    ) {
      $0.quakes.data["dogwood"] = .dogwood
      $0.quakes.data["ash"] = .of("ash", 6, updated: 2)
      $0.quakes.status = .success
      // The summary is that of this feed; the time remains that of the newest
      // one.
      $0.ledger.lastRefresh = .init(
        range: range, generated: .noon - 60, counts: .init(new: 1, changed: 1))
      $0.ledger.known.insert(.noon - 60.001 - range.seconds..<(.noon - 60))
    }
  } + [
    Transition(
      "a feed of the same time marks omitted events",
      from: QuakesState([.of("a", time: -99)])
        .with {
          $0.ledger.lastRefresh = .init(range: .allDay, generated: .noon, counts: .init())
        },
      on: .fetched(.of([]))
    ) {
      $0.quakes.data["a"] = .of("a", time: -99, missingSince: .noon)
      $0.quakes.status = .success
      $0.ledger.lastRefresh = .init(
        range: .allHour, generated: .noon, counts: .init(withdrawn: 1))
      $0.ledger.known = KnownTime([.noon - 3_600..<(.noon)])
    },
    Transition("an empty feed", from: QuakesState(), on: .fetched(.of([]))) {
      $0.quakes.status = .success
      $0.ledger.lastRefresh = .init(range: .allHour, generated: .noon, counts: .init())
      $0.ledger.known = KnownTime([.noon - 3_600..<(.noon)])
    },
  ])
  .map { $0.saving(.refresh) }

extension QuakesState {
  /// Deletes a quake at noon.
  fileprivate mutating func delete(_ quake: Quake) {
    quakes.data[quake.id] = nil
    ledger.deleted.formUnion(quake.ids)
    deletions.insert([DeletedQuake(quake, at: .noon)])
  }

  /// Ends the refresh by a feed of an hour that was generated three seconds after `noon`.
  fileprivate mutating func end(_ counts: Refresh.Counts) {
    quakes.status = .success
    ledger.lastRefresh = .init(range: .allHour, generated: .noon + 3, counts: counts)
    ledger.known.insert(.noon - 60..<(.noon + 3))
  }
}
