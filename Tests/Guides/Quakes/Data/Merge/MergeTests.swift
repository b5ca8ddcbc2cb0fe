import Foundation
import HashTreeCollections
import Testing

@testable import QuakesData

/// A row of the merge table: the state before and after a feed, and the counts.
/// The feed covers the hour before `noon + 100`. The state after it consists of its quakes,
/// unless another one is given.
struct MergeRow: CustomTestStringConvertible, Sendable {
  let testDescription: String
  let before: QuakesState
  let feed: [Quake]
  let counts: QuakesState.Refresh.Counts
  let after: QuakesState

  static let date = Date.noon + 100

  init(
    _ name: String, _ before: [Quake], deleted: TreeSet<Quake.ID> = [], merging feed: [Quake],
    _ counts: QuakesState.Refresh.Counts, to after: [Quake]? = nil,
    deleted deletedAfter: TreeSet<Quake.ID>? = nil
  ) {
    (testDescription, self.feed, self.counts) = (name, feed, counts)
    self.before = QuakesState(before, deleted: deleted)
    self.after = QuakesState(after ?? feed, deleted: deletedAfter ?? deleted)
  }

  /// Returns the state after the feed, and the counts.
  static func merge(
    _ feed: [Quake], into state: QuakesState, on date: Date = date
  ) -> (QuakesState, QuakesState.Refresh.Counts) {
    var state = state
    let counts = state.merge(QuakesFeed(range: .allHour, generated: date, quakes: feed))
    return (state, counts)
  }

  func check() {
    let (state, counts) = Self.merge(feed, into: before)
    #expect(counts == self.counts)
    #expect(state.values == after.values)
    #expect(state.ledger == after.ledger)
    checkDerived(of: state)
    // Merging the same feed again changes nothing.
    let (again, same) = Self.merge(feed, into: state)
    #expect(again == state)
    #expect(same == .init(unchanged: feed.count))
    checkDerived(of: again)
  }
}

@Suite struct MergeTests {
  @Test(arguments: oneRows)
  func `A record changes its event`(_ row: MergeRow) { row.check() }

  @Test(arguments: namesRows)
  func `Changed IDs rename an event`(_ row: MergeRow) { row.check() }

  @Test(arguments: separationRows)
  func `Each record of a feed is an event of its own`(_ row: MergeRow) { row.check() }

  @Test(arguments: absenceRows)
  func `Events omitted from the feed are missing`(_ row: MergeRow) { row.check() }

  @Test(arguments: withdrawalsRows)
  func `Events that the network deleted are withdrawn`(_ row: MergeRow) { row.check() }

  @Test(arguments: duplicatesRows)
  func `Two records of an event in a feed are merged`(_ row: MergeRow) { row.check() }

  @Test(arguments: deletedRows)
  func `Events deleted by visitors are not restored`(_ row: MergeRow) { row.check() }

  @Test func `A renamed quake is found by any of its IDs`() {
    let (state, _) = MergeRow.merge(
      [.of("new", updated: 2, ids: ["more", "other"])],
      into: QuakesState([.of("old", ids: ["other"])]))
    for id in ["new", "old", "other", "more"] {
      #expect(QuakesState.selectQuake(anyId: id)(state)?.id == "new")
    }
    for id in ["old", "other", "more"] {
      #expect(QuakesState.selectQuake(quakeId: id)(state) == nil)
    }
  }

  @Test func `The date of a missing quake is set once`() {
    let first = QuakesState([.ash, .birch])
    let (second, counts) = MergeRow.merge([.ash], into: first)
    #expect(counts == .init(withdrawn: 1, unchanged: 1))
    let (third, countsLater) = MergeRow.merge([.ash], into: second, on: .noon + 200)
    #expect(countsLater == .init(unchanged: 1))
    #expect(third == second)
    #expect(third.quakes.data["birch"]?.missingSince == MergeRow.date)
    // The event reappears, which is not counted, and disappears again.
    let (fourth, countsBack) = MergeRow.merge([.ash, .birch], into: third, on: .noon + 300)
    #expect(countsBack == .init(unchanged: 2))
    #expect(fourth == first)
    let (fifth, countsAgain) = MergeRow.merge([.ash], into: fourth, on: .noon + 400)
    #expect(countsAgain == .init(withdrawn: 1, unchanged: 1))
    #expect(fifth.quakes.data["birch"]?.missingSince == .noon + 400)
  }

  @Test func `Quakes without a feed mark nothing as missing`() throws {
    let before = QuakesState([.ash, .birch])
    let after = try before.after(.remote([.ash]))
    #expect(after.quakes.data == before.quakes.data)
  }

  /// Two feeds of one hour with all kinds of changes.
  @Test func `A pair of feeds is merged`() {
    let first = [
      Quake.of("us1", 5, time: 50, ids: ["ci1"]), .of("ak2", 2.1, time: 40),
      .of("hv3", nil, time: 30), .of("nc4", -0.3, time: 20), .of("nc5", 0, time: 10),
      .of("ci6", 1, time: 0, type: "earthquake"), .of("tx7", 3, time: -5), .of("uw8", 2, time: -10),
    ]
    let (state, counts) = MergeRow.merge(first, into: QuakesState())
    #expect(counts == .init(new: 8))
    #expect(state.values == first.sorted { $0.id < $1.id })
    let second = [
      Quake.of("new9", 1, time: 90),
      // The preferred ID is another one of its IDs.
      .of("ci1", 5.1, time: 50, updated: 2, ids: ["us1"]),
      // It has a new ID.
      .of("us2", 2.1, time: 40, updated: 2, ids: ["ak2"]),
      .of("hv3", nil, time: 30),
      // From a machine that is behind.
      .of("nc4", -0.5, time: 20, updated: 0),
      // The same date of the record, with another place.
      .of("nc5", 0, time: 10, name: "Elsewhere"),
      .of("ci6", 1, time: 0, updated: 2, type: "quarry blast"),
      .of("tx7", 3, time: -5, updated: 2, status: .deleted),
    ]
    let (later, changes) = MergeRow.merge(second, into: state)
    #expect(
      changes == .init(new: 1, changed: 2, renamed: 2, withdrawn: 2, skipped: 0, unchanged: 2))
    #expect(
      later.values == [
        .of("ci1", 5.1, time: 50, updated: 2, ids: ["us1"]),
        .of("ci6", 1, time: 0, updated: 2, type: "quarry blast"), .of("hv3", nil, time: 30),
        .of("nc4", -0.3, time: 20), .of("nc5", 0, time: 10, name: "Elsewhere"),
        .of("new9", 1, time: 90), .of("us2", 2.1, time: 40, updated: 2, ids: ["ak2"]),
        .of("uw8", 2, time: -10, missingSince: MergeRow.date),
      ])
    checkDerived(of: later)
  }
}

// MARK: One record

private let oneRows: [MergeRow] = [
  MergeRow("new", [], merging: [.ash], .init(new: 1)),
  MergeRow("unchanged", [.birch], merging: [.birch], .init(unchanged: 1)),
  MergeRow("newer", [.of("a", 1)], merging: [.of("a", 2, updated: 2)], .init(changed: 1)),
  MergeRow("newer date only", [.of("a")], merging: [.of("a", updated: 2)], .init(changed: 1)),
  MergeRow(
    "older", [.of("a", 1)], merging: [.of("a", 2, updated: 0.999)], .init(unchanged: 1),
    to: [.of("a", 1)]),
  MergeRow(
    "the same date, another place", [.of("a", name: "Here")], merging: [.of("a", name: "There")],
    .init(changed: 1)),
  MergeRow(
    "another time", [.of("a", time: 5)], merging: [.of("a", time: 6, updated: 2)], .init(changed: 1)
  ),
  MergeRow(
    "another type", [.of("a")], merging: [.of("a", updated: 2, type: "ice quake")],
    .init(changed: 1)),
  MergeRow("magnitude 0", [], merging: [.of("a", 0)], .init(new: 1)),
  MergeRow(
    "negative magnitude", [.of("a", 1)], merging: [.of("a", -1.64, updated: 2)], .init(changed: 1)),
  MergeRow("no magnitude", [], merging: [.of("a", nil)], .init(new: 1)),
  MergeRow(
    "magnitude withdrawn", [.of("a", 0)], merging: [.of("a", nil, updated: 2)], .init(changed: 1)),
  MergeRow("no place", [.of("a")], merging: [.of("a", updated: 2, name: "")], .init(changed: 1)),
]

// MARK: Names

private let namesRows: [MergeRow] = [
  MergeRow(
    "renamed", [.of("old")], merging: [.of("new", updated: 2, ids: ["old"])], .init(renamed: 1)),
  MergeRow(
    "renamed, without the old id", [.of("old", ids: ["both"])],
    merging: [.of("new", updated: 2, ids: ["both"])], .init(renamed: 1),
    to: [.of("new", updated: 2, ids: ["both"], formerIds: ["old"])]),
  MergeRow(
    "renamed to one of its ids", [.of("a", ids: ["b"])],
    merging: [.of("b", updated: 2, ids: ["a"])], .init(renamed: 1)),
  MergeRow(
    "renamed at the same time", [.of("old")], merging: [.of("new", ids: ["old"])], .init(renamed: 1)
  ),
  MergeRow(
    "renamed again: all its ids lead to it", [.of("b", ids: ["x"], formerIds: ["a"])],
    merging: [.of("c", updated: 2, ids: ["x"])], .init(renamed: 1),
    to: [.of("c", updated: 2, ids: ["x"], formerIds: ["b", "a"])]),
  MergeRow(
    "an older record lists its id: another event", [.of("a")],
    merging: [.of("b", updated: 0, ids: ["a"])], .init(new: 1, withdrawn: 1),
    to: [.of("a", missingSince: MergeRow.date), .of("b", updated: 0)]),
  MergeRow(
    "an older record under a former id", [.of("new", ids: ["old"])],
    merging: [.of("old", updated: 0)], .init(unchanged: 1), to: [.of("new", ids: ["old"])]),
  MergeRow(
    "an older record under an id that it had", [.of("new", formerIds: ["old"])],
    merging: [.of("old", updated: 0)], .init(unchanged: 1), to: [.of("new", formerIds: ["old"])]),
  MergeRow("one more id", [.of("a")], merging: [.of("a", ids: ["b"])], .init(changed: 1)),
  MergeRow(
    "one id fewer: it still leads to the event", [.of("a", ids: ["b"])],
    merging: [.of("a", updated: 2)], .init(changed: 1), to: [.of("a", updated: 2, formerIds: ["b"])]
  ),
  MergeRow(
    "a former id again", [.of("a", formerIds: ["b"])], merging: [.of("a", updated: 2, ids: ["b"])],
    .init(changed: 1)),
  MergeRow(
    "joins two", [.of("a", 1, ids: ["x"]), .of("b", 2, ids: ["y"]), .ash],
    merging: [.of("a", 3, updated: 2, ids: ["b"]), .ash], .init(renamed: 1, unchanged: 1),
    to: [.of("a", 3, updated: 2, ids: ["b"], formerIds: ["x", "y"]), .ash]),
  MergeRow(
    "joins two under a new id", [.of("a", 1), .of("b", 2)],
    merging: [.of("c", 3, updated: 2, ids: ["a", "b"])], .init(renamed: 1)),
]

// MARK: Separation

private let separationRows: [MergeRow] = [
  MergeRow(
    "two records of a feed, one of which lists the other", [],
    merging: [.of("a", 1), .of("b", 2, updated: 2, ids: ["a", "x"])], .init(new: 2),
    to: [.of("a", 1), .of("b", 2, updated: 2, ids: ["x"])]),
  MergeRow(
    "both list each other", [], merging: [.of("a", ids: ["b"]), .of("b", updated: 2, ids: ["a"])],
    .init(new: 2), to: [.of("a"), .of("b", updated: 2)]),
  MergeRow(
    "both list a third id: the newer has it", [],
    merging: [.of("a", updated: 2, ids: ["x"]), .of("b", ids: ["x"])], .init(new: 2),
    to: [.of("a", updated: 2, ids: ["x"]), .of("b")]),
  MergeRow(
    "both list the id of a stored event: the newer continues it", [.of("x", updated: 0)],
    merging: [.of("a", ids: ["x"]), .of("b", updated: 2, ids: ["x"])], .init(new: 1, renamed: 1),
    to: [.of("a"), .of("b", updated: 2, ids: ["x"])]),
  MergeRow(
    "split: the id has a record of its own", [.of("a", ids: ["b"])],
    merging: [.of("a", updated: 2), .of("b", updated: 2)], .init(new: 1, changed: 1)),
  MergeRow(
    "split, with the same records", [.of("a", ids: ["b"])], merging: [.of("b"), .of("a")],
    .init(new: 1, unchanged: 1), to: [.of("a"), .of("b")]),
  MergeRow(
    "split, only the new event in the feed", [.of("a", time: -5_000, ids: ["b"])],
    merging: [.of("b", updated: 2)], .init(new: 1),
    to: [.of("a", time: -5_000), .of("b", updated: 2)]),
  MergeRow(
    "split by an older record: both in the feed", [.of("a", updated: 5, ids: ["b"])],
    merging: [.of("b", updated: 2), .of("a", updated: 5, ids: ["b"])], .init(new: 1, unchanged: 1),
    to: [.of("a", updated: 5), .of("b", updated: 2)]),
  MergeRow(
    "a former id has a record of its own", [.of("a", formerIds: ["b", "c"])],
    merging: [.of("b", updated: 2), .of("a")], .init(new: 1, unchanged: 1),
    to: [.of("a", formerIds: ["c"]), .of("b", updated: 2)]),
  MergeRow(
    "another id moves to another event", [.of("a", ids: ["x", "y"]), .of("b")],
    merging: [.of("b", updated: 2, ids: ["x"]), .of("a", updated: 2, ids: ["y"])],
    .init(changed: 2), to: [.of("a", updated: 2, ids: ["y"]), .of("b", updated: 2, ids: ["x"])]),
  MergeRow(
    "a former id moves to another event", [.of("a", formerIds: ["x"]), .of("b")],
    merging: [.of("b", updated: 2, ids: ["x"]), .of("a")], .init(changed: 1, unchanged: 1),
    to: [.of("a"), .of("b", updated: 2, ids: ["x"])]),
  MergeRow(
    "the listed event has a newer record, and the feed does not cover it",
    [.of("a", time: -5_000, updated: 3)], merging: [.of("b", updated: 2, ids: ["a"])],
    .init(new: 1), to: [.of("a", time: -5_000, updated: 3), .of("b", updated: 2)]),
  MergeRow(
    "the feed does not cover the listed event", [.of("a", time: -5_000)],
    merging: [.of("b", updated: 2, ids: ["a"])], .init(new: 1),
    to: [.of("a", time: -5_000), .of("b", updated: 2)]),
  MergeRow(
    "the feed does not cover the listed event, which has nearly the same time",
    [.of("a", time: -3_510)], merging: [.of("b", time: -3_490, updated: 2, ids: ["a"])],
    .init(renamed: 1)),
  MergeRow(
    "an older record joins nothing", [.of("a", 1, updated: 5), .of("b", 2, updated: 1)],
    merging: [.of("a", 3, updated: 2, ids: ["b"])], .init(withdrawn: 1, unchanged: 1),
    to: [.of("a", 1, updated: 5), .of("b", 2, updated: 1, missingSince: MergeRow.date)]),
]

// MARK: Absence

private let absenceRows: [MergeRow] = [
  MergeRow(
    "within the window", [.ash, .birch], merging: [.birch], .init(withdrawn: 1, unchanged: 1),
    to: [Quake.ash.missing(since: MergeRow.date), .birch]),
  MergeRow(
    "at the ends of the window", [.of("a", time: 100), .of("b", time: -3500)], merging: [],
    .init(withdrawn: 2),
    to: [
      .of("a", time: 100, missingSince: MergeRow.date),
      .of("b", time: -3500, missingSince: MergeRow.date),
    ]),
  MergeRow(
    "outside the window", [.of("a", time: 100.001), .of("b", time: -3500.001)], merging: [],
    .init(), to: [.of("a", time: 100.001), .of("b", time: -3500.001)]),
  MergeRow(
    "missing before", [.of("a", missingSince: .noon)], merging: [], .init(),
    to: [.of("a", missingSince: .noon)]),
  MergeRow("reappears", [.of("a", missingSince: .noon)], merging: [.of("a")], .init(unchanged: 1)),
  MergeRow(
    "reappears, older", [.of("a", missingSince: .noon)], merging: [.of("a", 1, updated: 0)],
    .init(unchanged: 1), to: [.of("a")]),
  MergeRow(
    "reappears, newer", [.of("a", missingSince: .noon)], merging: [.of("a", 1, updated: 2)],
    .init(changed: 1)),
  MergeRow(
    "reappears under another id", [.of("a", missingSince: .noon)], merging: [.of("b", ids: ["a"])],
    .init(renamed: 1)),
  MergeRow(
    "present under another id", [.of("a", ids: ["b"])], merging: [.of("b", updated: 0)],
    .init(unchanged: 1), to: [.of("a", ids: ["b"])]),
]

// MARK: Withdrawals

private let withdrawalsRows: [MergeRow] = [
  MergeRow(
    "older than the known record", [.of("a", updated: 2)],
    merging: [.of("a", updated: 1, status: .deleted)], .init(unchanged: 1),
    to: [.of("a", updated: 2)]),
  MergeRow("unknown", [], merging: [.of("a", status: .deleted)], .init(unchanged: 1), to: []),
  MergeRow(
    "of another id of an event", [.of("a", ids: ["b"])],
    merging: [.of("b", updated: 2, status: .deleted), .of("a")], .init(changed: 1, unchanged: 1),
    to: [.of("a")]),
]

@Suite struct WithdrawalTests {
  /// After the removal, the same record belongs to an unknown event.
  @Test(
    arguments: [
      (.of("a", updated: 2, status: .deleted), ["birch"]),
      (.of("a", status: .deleted), ["birch"]),
      (.of("b", updated: 2, status: .deleted, ids: ["a"]), ["birch"]),
      (.of("a", updated: 2, status: .deleted, ids: ["b1"]), []),
    ] as [(Quake, [Quake.ID])])
  func `A record that is not older removes the event`(_ record: Quake, _ remaining: [Quake.ID]) {
    let before = QuakesState([.of("a", ids: ["alias"]), .birch])
    let feed = remaining.isEmpty ? [record] : [record, .birch]
    let (state, counts) = MergeRow.merge(feed, into: before)
    #expect(counts == .init(withdrawn: 1, unchanged: remaining.count))
    #expect(state.values.map(\.id) == remaining)
    #expect(QuakesState.selectQuake(anyId: "alias")(state) == nil)
    // The network may restore the event.
    #expect(state.ledger.deleted == [])
    checkDerived(of: state)
    let (again, countsAgain) = MergeRow.merge(feed, into: state)
    #expect(again == state)
    #expect(countsAgain == .init(unchanged: feed.count))
  }
}

// MARK: Duplicates

private let duplicatesRows: [MergeRow] = [
  MergeRow(
    "older, newer", [], merging: [.of("a", 1), .of("a", 2, updated: 2)], .init(new: 1, changed: 1),
    to: [.of("a", 2, updated: 2)]),
  MergeRow(
    "newer, older", [], merging: [.of("a", 2, updated: 2), .of("a", 1)],
    .init(new: 1, unchanged: 1), to: [.of("a", 2, updated: 2)]),
  MergeRow(
    "older, newer, of a known event", [.of("a", 0, updated: 0)],
    merging: [.of("a", 1), .of("a", 2, updated: 2)], .init(changed: 2),
    to: [.of("a", 2, updated: 2)]),
  MergeRow(
    "newer, older, of a known event", [.of("a", 0, updated: 0)],
    merging: [.of("a", 2, updated: 2), .of("a", 1)], .init(changed: 1, unchanged: 1),
    to: [.of("a", 2, updated: 2)]),
  MergeRow(
    "the same record twice", [], merging: [.ash, .ash], .init(new: 1, unchanged: 1), to: [.ash]),
  MergeRow(
    "deleted, older", [], merging: [.of("a", updated: 2, status: .deleted), .of("a", 1)],
    .init(unchanged: 2), to: []),
  MergeRow(
    "deleted, another event that it lists", [],
    merging: [.of("a", updated: 2, status: .deleted, ids: ["b"]), .of("b", 1)],
    .init(new: 1, unchanged: 1), to: [.of("b", 1)]),
  MergeRow(
    "deleted, newer", [], merging: [.of("a", status: .deleted), .of("a", 1, updated: 2)],
    .init(new: 1, unchanged: 1), to: [.of("a", 1, updated: 2)]),
]

@Suite struct DuplicateTests {
  /// In either order the newer record wins, even if it is a deletion.
  @Test(arguments: [[], [Quake.of("a", 0, updated: 0)]], [true, false])
  func `An older deletion is ignored`(_ before: [Quake], _ isDeletedFirst: Bool) {
    let records = [Quake.of("a", updated: 2, status: .deleted), .of("a", 1)]
    let (state, _) = MergeRow.merge(
      isDeletedFirst ? records : records.reversed(), into: QuakesState(before))
    #expect(state.values == [])
    checkDerived(of: state)
  }
}

// MARK: Deleted by visitors

private let deletedRows: [MergeRow] = [
  MergeRow(
    "the id", [], deleted: ["a"], merging: [.of("a", updated: 2)], .init(unchanged: 1), to: []),
  MergeRow(
    "one of its other ids", [], deleted: ["a"], merging: [.of("b", ids: ["a"])],
    .init(unchanged: 1), to: [], deleted: ["a", "b"]),
  MergeRow(
    "new ids are added", [], deleted: ["a"], merging: [.of("a", ids: ["b", "c"])],
    .init(unchanged: 1), to: [], deleted: ["a", "b", "c"]),
  MergeRow(
    "also deleted by the network", [], deleted: ["a"],
    merging: [.of("a", status: .deleted, ids: ["b"])], .init(unchanged: 1), to: [],
    deleted: ["a", "b"]),
  MergeRow(
    "a known event lists the id: it is not the deleted one", [.of("b", ids: ["c"])], deleted: ["a"],
    merging: [.of("b", updated: 2, ids: ["a", "c"])], .init(changed: 1),
    to: [.of("b", updated: 2, ids: ["c"])]),
  MergeRow(
    "a new id, then a record with it", [], deleted: ["a"],
    merging: [.of("b", ids: ["a"]), .of("b", updated: 0)], .init(unchanged: 2), to: [],
    deleted: ["a", "b"]),
  MergeRow(
    "another event of the feed lists the id", [], deleted: ["a"],
    merging: [.of("b", ids: ["a"]), .of("a", updated: 2)], .init(new: 1, unchanged: 1),
    to: [.of("b")]),
]

@Suite struct DeletedByVisitorTests {
  @Test func `A deletion stays with its event when another separates from it`() throws {
    for isLoaded in [true, false] {
      // Without the loaded deletions the program knows nothing but the IDs.
      var state = QuakesState([.of("a", ids: ["b"])])
      state = try state.after(.delete("a"))
      if !isLoaded { state.deletions = .init() }
      (state, _) = MergeRow.merge([.of("b", updated: 2), .of("a", updated: 2)], into: state)
      #expect(state.values.map(\.id) == (isLoaded ? ["b"] : []))
      #expect(state.ledger.deleted == (isLoaded ? ["a"] : ["a", "b"]))
      checkDerived(of: state)
      guard isLoaded else { continue }
      let restored = try state.after(.restore(.all))
      #expect(restored.values == [.of("a", updated: 2), .of("b", updated: 2)])
      checkDerived(of: restored)
    }
  }

  @Test func `A deleted event is not restored under another ID`() throws {
    let state = try QuakesState.loaded.after(
      .delete("birch"), .remote([.of("b3", updated: 2, ids: ["b2"])]),
      .remote([.of("b3", updated: 3)]))
    #expect(state.values == [.ash, .cedar])
    for id in ["birch", "b1", "b2", "b3"] {
      #expect(QuakesState.selectIsDeleted(quakeId: id)(state))
    }
    #expect(
      state.deletions.quake(anyId: "birch")?.quake
        == .of("b3", updated: 3, formerIds: ["b2", "birch", "b1"]))
  }

  @Test func `Quakes deleted all together may be restored`() throws {
    let state = try QuakesState.loaded.after(.deleteAll, .remote([.ash]))
    #expect(state.values == [.ash])
  }
}
