import Foundation
import HashTreeCollections
import ImmutableData
import Testing

@testable import QuakesData

/// The state of an instance that follows the log of a shared store.
@Suite struct FollowingTests {
  /// The state with stored quakes.
  private static let loaded = QuakesState.loaded.with { $0.isFollowing = true }

  private func following(
    _ changes: QuakesChange..., from state: QuakesState = loaded
  ) throws -> QuakesState {
    try QuakesReducer.reduce(state: state, action: .data(.log(changes)))
  }

  @Test(arguments: QuakesAction.each.filter { ActionCase($0) != .log })
  func `Only the log changes quakes and the ledger`(_ action: QuakesAction) throws {
    func durable(_ state: QuakesState) -> QuakesState {
      state.with {
        $0.quakes.status = nil
        $0.ledger.unsaved = [:]
        $0.ledger.saveError = nil
        $0.ledger.lastRange = nil
        $0.reports = .init()
      }
    }
    for before in [Self.loaded, QuakesState(isFollowing: true)] {
      guard let after = try? QuakesReducer.reduce(state: before, action: action) else {
        #expect(throws: QuakesReducer.Error(code: .quakeNotFound)) {
          try QuakesReducer.reduce(
            state: before.with { $0.isFollowing = false }, action: action)
        }
        continue
      }
      #expect(durable(after) == durable(before))
    }
  }

  @Test(arguments: QuakesAction.each.filter { ActionCase($0) != .log })
  func `Statuses change as without a log`(_ action: QuakesAction) throws {
    let local = try QuakesReducer.reduce(state: .loaded, action: action)
    let following = try QuakesReducer.reduce(state: Self.loaded, action: action)
    #expect(following.quakes.status == local.quakes.status)
    #expect(following.ledger.saveError == local.ledger.saveError)
    #expect(Set(following.ledger.unsaved.keys) == Set(local.ledger.unsaved.keys))
  }

  @Test func `A change that was rejected is not in memory`() throws {
    let state = try QuakesReducer.reduce(
      state: Self.loaded,
      action: .local(
        .didSaveQuakes(change: .deleteQuake(quakeId: "ash"), result: .failure(error: "away"))))
    #expect(state.quakes.data["ash"] == .ash)
    #expect(state.ledger.unsaved == [.deleteQuake(quakeId: "ash"): .rejected])
    #expect(state.ledger.saveError == "away")
  }

  @Test func `Merged quakes are inserted, replaced and removed`() throws {
    let renamed = Quake.of("new", 3.5, ids: ["cedar"])
    let newer = Quake.of("ash", 2, updated: 7)
    let refresh = QuakesState.Refresh(range: .allDay, generated: .noon, counts: .init(new: 1))
    let state = try following(
      .changed(
        QuakesChanges(
          inserted: [renamed], updated: [newer], deleted: [.cedar], deletedIds: ["x"],
          refresh: refresh)))
    #expect(Set(state.quakes.data.keys) == ["ash", "birch", "new"])
    #expect(state.quakes.data["ash"] == newer)
    #expect(state.quakes.quake(anyId: "cedar") == renamed)
    #expect(state.ledger.deleted == ["gone", "gone too", "x"])
    #expect(state.ledger.lastRefresh == refresh)
    #expect(state.ledger.saveError == nil)
  }

  @Test func `A change without a feed keeps the last refresh`() throws {
    let state = try following(.deleting(.birch, at: .noon))
    #expect(Set(state.quakes.data.keys) == ["ash", "cedar"])
    #expect(state.ledger.deleted.isSuperset(of: ["birch", "b1", "b2"]))
    #expect(state.ledger.lastRefresh == QuakesState.loaded.ledger.lastRefresh)
  }

  @Test func `All quakes are removed, and stay known to the ledger`() throws {
    let state = try following(.removedAll(date: .noon))
    #expect(state.quakes.data.isEmpty)
    #expect(state.ledger.deleted == QuakesState.loaded.ledger.deleted)
    #expect(state.deletions.quakes(in: 0..<9).map(\.quake) == [.cedar, .birch, .ash, .gone])
    #expect(state.ledger.known.periods == [])
    #expect(
      try following(.restored(quakeIds: ["ash", "birch", "cedar"]), from: state).ledger.known
        == QuakesState.loaded.ledger.known)
    let forever = try following(.removedAll(date: nil))
    #expect(forever.deletions == QuakesState.loaded.deletions)
    #expect(forever.ledger.known == KnownTime())
  }

  @Test func `Everything is replaced`() throws {
    let ledger = QuakesState.Ledger(deleted: ["y"], known: KnownTime(days: [(1, 2)]))
    let state = try following(.everything(quakes: [.dogwood], ledger: ledger))
    #expect(state.quakes.data == ["dogwood": .dogwood])
    #expect(state.quakes.index.count == 1)
    #expect(state.ledger.deleted == ["y"])
    #expect(state.ledger.known == ledger.known)
    #expect(state.ledger.lastRefresh == nil)
    let first = try following(
      .everything(quakes: [], ledger: ledger), from: QuakesState(isFollowing: true))
    #expect(first.ledger.isLoaded)
    #expect(first.quakes.status == .success)
    let loading = QuakesState(isFollowing: true).with { $0.quakes.status = .waiting }
    #expect(
      try following(.everything(quakes: [], ledger: ledger), from: loading).quakes.status
        == .success, "a page that was requested before the start waits for the log")
    let refreshing = Self.loaded.with { $0.quakes.status = .waiting }
    #expect(
      try following(.everything(quakes: [], ledger: ledger), from: refreshing).quakes.status
        == .waiting, "a refresh settles its own status")
  }

  @Test func `Restored quakes are stored again`() throws {
    let state = try following(.deleting(.birch, at: .noon), .restored(quakeIds: ["birch"]))
    #expect(state.quakes == QuakesState.loaded.quakes)
    #expect(state.ledger.deleted == QuakesState.loaded.ledger.deleted)
    #expect(state.deletions == QuakesState.loaded.deletions)
  }

  @Test func `A stored event is not a deleted one, too`() throws {
    let state = try following(
      .deletions([
        DeletedQuake(.of("b1"), at: .noon), DeletedQuake(.dogwood, at: .noon),
      ]))
    #expect(state.deletions == .init([DeletedQuake(.dogwood, at: .noon)]))
  }

  /// Two instances compute their changes one after the other.
  @Test func `The log of merges leads to the merged state`() throws {
    var (local, shared) = (QuakesState.loaded, Self.loaded)
    let feeds = [
      QuakesFeed(range: .allDay, generated: .noon + 60, quakes: [.of("ash", 2, updated: 3)]),
      QuakesFeed(
        range: .allDay, generated: .noon + 120, quakes: [.dogwood, .of("b1", 5, ids: ["birch"])]),
    ]
    for feed in feeds {
      let action = QuakesAction.remote(.didFetchFeed(feed: feed))
      local = try QuakesReducer.reduce(state: local, action: action)
      var merged = shared
      merged.refresh(with: feed)
      shared = try following(
        .changed(QuakesChanges(from: shared, to: merged, payload: feed.quakes)), from: shared)
    }
    #expect(shared.quakes.data == local.quakes.data)
    #expect(shared.ledger.deleted == local.ledger.deleted)
    #expect(shared.ledger.lastRefresh == local.ledger.lastRefresh)
    #expect(shared.ledger.known == local.ledger.known)
  }

  /// The format of the log, which other versions of the program read.
  @Test(
    arguments: [
      (
        .deleting(.of("a"), at: .noon),
        """
        {"changed":{"_0":{"deleted":[{"depth":30,"isMagnitudeKnown":true,\
        "isTsunamiPossible":false,"latitude":20,"longitude":10,"magnitude":4.5,\
        "name":"Somewhere","network":"","otherIds":[],"quakeId":"a","significance":0,\
        "status":"automatic","time":771692800,"type":"earthquake","updated":772692801}],\
        "deletedIds":["a"],"inserted":[],\
        "kept":[{"date":771692800,"quake":{"depth":30,"isMagnitudeKnown":true,\
        "isTsunamiPossible":false,"latitude":20,"longitude":10,"magnitude":4.5,\
        "name":"Somewhere","network":"","otherIds":[],"quakeId":"a","significance":0,\
        "status":"automatic","time":771692800,"type":"earthquake","updated":772692801}}],\
        "updated":[]}}}
        """
      ),
      (
        .changed(QuakesChanges(known: KnownTime([.noon..<(.noon + 60)]))),
        """
        {"changed":{"_0":{"deleted":[],"deletedIds":[],"inserted":[],\
        "known":{"forgotten":[],"periods":[[771692800,771692860]]},"updated":[]}}}
        """
      ),
      (.removedAll(date: nil), #"{"removedAll":{}}"#),
      (.removedAll(date: .noon), #"{"removedAll":{"date":771692800}}"#),
      (.restored(quakeIds: ["a"]), #"{"restored":{"quakeIds":["a"]}}"#),
    ] as [(QuakesChange, String)])
  func `The format of a change is fixed`(_ change: QuakesChange, _ json: String) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    #expect(String(decoding: try encoder.encode(change), as: UTF8.self) == json)
    #expect(try JSONDecoder().decode(QuakesChange.self, from: Data(json.utf8)) == change)
  }
}
