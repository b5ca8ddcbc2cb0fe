import Foundation
import HashTreeCollections
import Testing

@testable import QuakesData

/// Deleted events and their restoration.
@Suite struct DeletionsTests {
  @Test(
    arguments: [
      (.quake(quakeId: "birch"), ["birch"]), (.quake(quakeId: "b2"), ["birch"]),
      (.deletion(date: .noon), ["birch"]), (.deletion(date: .noon + 9), ["ash", "cedar"]),
      (.all, ["ash", "birch", "cedar", "gone"]),
    ] as [(QuakesAction.UI.QuakeList.Restoration, [Quake.ID])])
  func `A restoration undoes deletions`(
    _ restoration: QuakesAction.UI.QuakeList.Restoration, _ ids: [Quake.ID]
  ) throws {
    let deleted = try QuakesState.loaded.after(
      .delete("birch"), .ui(.quakeList(.onTapDeleteAllQuakesButton(date: .noon + 9))))
    #expect(deleted.quakes.data.isEmpty)
    let restored = try deleted.after(.restore(restoration))
    #expect(restored.values.map(\.id) == ids)
    #expect(restored.deletions.count == 4 - ids.count)
    #expect(restored.ledger.unsaved[.restoreQuakes(restoration)] == .waiting)
    checkDerived(of: restored)
  }

  @Test func `A restored event is exactly what it was`() throws {
    let state = try QuakesState.loaded.after(.delete("birch"), .restore(.quake(quakeId: "birch")))
    #expect(state.quakes == QuakesState.loaded.quakes)
    #expect(state.ledger.deleted == QuakesState.loaded.ledger.deleted)
    #expect(state.deletions == QuakesState.loaded.deletions)
  }

  @Test(
    arguments: [.quake(quakeId: "elm"), .quake(quakeId: ""), .deletion(date: .noon)]
      as [QuakesAction.UI.QuakeList.Restoration])
  func `What was not deleted is not restored`(
    _ restoration: QuakesAction.UI.QuakeList.Restoration
  ) {
    #expect(throws: QuakesReducer.Error(code: .quakeNotFound)) {
      try QuakesState.loaded.after(.restore(restoration))
    }
  }

  @Test func `A deleted event follows its records, and is restored as it is now`() throws {
    let record = Quake.of("new", updated: 9, ids: ["gone"])
    let refreshed = try QuakesState.loaded.after(.remote([record]))
    #expect(refreshed.values == QuakesState.loaded.values)
    let restored = try refreshed.after(.restore(.quake(quakeId: "gone too")))
    #expect(
      restored.quakes.data["new"]
        == .of("new", updated: 9, ids: ["gone"], formerIds: ["gone too"]))
    #expect(restored.ledger.deleted.isDisjoint(with: ["new", "gone"]))
    // The next refresh updates it like any other.
    #expect(try restored.after(.remote([record])).quakes == restored.quakes)
  }

  /// An event is either stored or deleted.
  @Test(arguments: [Quake.birch, .of("b1", ids: ["birch"]), .of("new", ids: ["b2"])])
  func `An event that a refresh brings back is no longer deleted`(_ quake: Quake) throws {
    let state = try QuakesState.loaded.after(.deleteAll, .remote([quake]))
    #expect(state.values.map(\.id) == [quake.id])
    #expect(state.deletions.quakes(in: 0..<9).map(\.quake) == [.cedar, .ash, .gone])
    checkDerived(of: state)
    let restored = try state.after(.restore(.all))
    #expect(restored.values.map(\.id) == (["ash", "cedar", "gone", quake.id]).sorted())
  }

  @Test func `Of deleted events with a common ID, one is restored with it`() throws {
    let state = QuakesState().with {
      $0.deletions = .init([
        DeletedQuake(.of("a", ids: ["x"]), at: .noon),
        DeletedQuake(.of("b", ids: ["x"]), at: .noon + 1),
      ])
    }
    let one = try state.after(.restore(.quake(quakeId: "b")))
    #expect(one.values == [.of("b", ids: ["x"])])
    #expect(one.deletions.count == 1)
    let all = try one.after(.restore(.all))
    #expect(all.values == [.of("a"), .of("b", ids: ["x"])])
    #expect(all.deletions.count == 0)
    checkDerived(of: all)
    #expect(try state.after(.restore(.all)).values == [.of("a", ids: ["x"]), .of("b")])
  }

  @Test func `A refresh removes deletions of more than 30 days ago, and all but the last 1,000`()
    throws
  {
    var state = QuakesState()
    for number in 0..<1_010 {
      state.deletions.insert([
        DeletedQuake(.of("q\(number)"), at: .noon + Double(number) * 86_400 / 1_000)
      ])
    }
    func refreshed(days: Double) throws -> [DeletedQuake] {
      try state.after(.fetched(.of([], at: days * 86_400)))
        .deletions.quakes(in: 0..<2_000)
    }
    #expect(try refreshed(days: 2).map(\.quake.id) == (10..<1_010).reversed().map { "q\($0)" })
    #expect(try refreshed(days: 30.5).last?.quake.id == "q500")
    #expect(try refreshed(days: 32) == [])
  }

  @Test(
    arguments: [
      (0..<2, ["d", "c"]), (1..<3, ["c", "b"]), (2..<9, ["b", "a"]), (4..<9, []), (0..<0, []),
    ])
  func `The events deleted last come first, and of those the newest`(
    _ range: Range<Int>, _ ids: [Quake.ID]
  ) {
    let deletions = QuakesState.Deletions([
      DeletedQuake(.of("a", time: 9), at: .noon), DeletedQuake(.of("b", time: 1), at: .noon + 1),
      DeletedQuake(.of("c", time: 2), at: .noon + 1), DeletedQuake(.of("d"), at: .noon + 2),
    ])
    #expect(deletions.quakes(in: range).map(\.quake.id) == ids)
  }
}
