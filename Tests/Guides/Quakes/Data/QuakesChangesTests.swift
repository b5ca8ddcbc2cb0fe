import Foundation
import HashTreeCollections
import TestSupport
import Testing

@testable import QuakesData

@Suite struct QuakesChangesTests {
  private static func states(
    _ quakes: [Quake], payload: [Quake]
  ) -> (old: QuakesState, new: QuakesState) {
    let old = QuakesState(quakes)
    var new = old
    _ = new.merge(payload)
    return (old, new)
  }

  private static let many: [Quake] = {
    var random = RandomQuakes(seed: 21)
    return random.next(1_600)
  }()

  @Test func `Changes are in the order of the payload and then of the IDs`() {
    let old = QuakesState([.of("m"), .of("k"), .of("c"), .of("d"), .of("x"), .of("w")])
    let new = QuakesState([
      .of("m", 9), .of("k", 9), .of("n"), .of("a"), .of("b"), .of("z"), .of("w", 9),
    ])
    let payload: [Quake] = [
      .of("z", 1), .of("x", 1), .of("w", 1), .of("n", 1), .of("d", 1), .of("elsewhere"),
    ]
    let changes = QuakesChanges(from: old, to: new, payload: payload)
    #expect(changes.inserted == [.of("z"), .of("n"), .of("a"), .of("b")])
    #expect(changes.updated == [.of("w", 9), .of("k", 9), .of("m", 9)])
    // Deleted quakes are listed with their values in the payload, in its order.
    #expect(changes.deleted == [.of("x", 1), .of("d", 1), .of("c")])
  }

  @Test func `A repeated ID is reported once`() {
    let (old, new) = Self.states([.ash], payload: [])
    let payload: [Quake] = [.of("elm", 1), .of("ash", 1), .of("elm", 2), .of("ash", 2)]
    var later = new
    _ = later.merge(payload)
    let changes = QuakesChanges(from: old, to: later, payload: payload)
    #expect(changes.inserted == [.of("elm", 2)])
    #expect(changes.updated == [.of("ash", 2)])
  }

  @Test func `Equal states have no changes`() {
    let (old, new) = Self.states(Self.many, payload: [])
    #expect(QuakesChanges(from: old, to: new, payload: []) == QuakesChanges())
    #expect(QuakesChanges(from: old, to: new, payload: Self.many) == QuakesChanges())
  }

  /// Even if their chunks were copied for changes to other quakes.
  @Test func `Unchanged quakes are not reported`() {
    let changed = Self.many.inOrder.enumerated().filter { $0.offset % 700 == 3 }.map {
      Quake.of($0.element.id, 9, updated: 99)
    }
    let (old, new) = Self.states(Self.many, payload: changed)
    let changes = QuakesChanges(from: old, to: new, payload: changed)
    #expect(changes == QuakesChanges(updated: changed))
  }

  /// Chunks that both states share are skipped without comparing their quakes.
  @Test func `Changes without a payload are in the order of the IDs`() {
    let payload = [Quake.of("z"), .of("a")] + Self.many.prefix(2).map { $0.missing(since: .noon) }
    var new = QuakesState(Self.many)
    let old = new
    new.quakes.apply(removing: Array(Self.many.prefix(2)), inserting: payload)
    let changes = QuakesChanges(from: old, to: new, payload: [])
    #expect(changes.inserted == [.of("a"), .of("z")])
    #expect(changes.updated == payload.suffix(2).sorted { $0.id < $1.id })
  }

  @Test func `Deleted IDs and the refresh are reported`() {
    let refresh = QuakesState.Refresh(range: .allDay, generated: .noon, counts: .init(new: 1))
    let new = QuakesState.loaded.with {
      $0.ledger.deleted.formUnion(["x", "y"])
      $0.ledger.lastRefresh = refresh
    }
    let changes = QuakesChanges(from: .loaded, to: new, payload: [])
    #expect(Set(changes.deletedIds) == ["x", "y"])
    #expect(changes.deletedIds.count == 2)
    #expect(changes.refresh == refresh)
    #expect(QuakesChanges(from: new, to: new, payload: []).refresh == nil)
  }

  @Test(arguments: Cases.seeds(4))
  func `Changes applied to the old state produce the new one`(_ seed: UInt64) {
    var random = RandomQuakes(seed: seed)
    var state = QuakesState(random.next(random.number(0...1_100)))
    for _ in 0..<10 {
      let some = random.some(random.number(0...60), of: state.values)
      let payload =
        some.map { quake in
          Quake.of(
            quake.id, random.one(in: 2) ? quake.magnitude : 9,
            updated: Double(random.number(0...20)),
            status: random.one(in: 5) ? .deleted : .reviewed)
        } + random.next(random.number(0...20))
      let old = state
      if random.one(in: 3) {
        _ = state.merge(QuakesFeed(range: .allDay, generated: .noon, quakes: payload))
      } else {
        _ = state.merge(payload)
      }
      let changes = QuakesChanges(from: old, to: state, payload: payload)
      var data = old.quakes.data
      for quake in changes.inserted {
        #expect(data[quake.id] == nil)
        data[quake.id] = quake
      }
      for quake in changes.updated {
        #expect(data[quake.id] != nil && data[quake.id] != quake)
        data[quake.id] = quake
      }
      for quake in changes.deleted {
        #expect(data[quake.id] != nil)
        data[quake.id] = nil
      }
      #expect(data == state.quakes.data)
    }
  }
}
