import Foundation
import HashTreeCollections
import Testing

@testable import QuakesData

/// A row of the merge table: the state before and after a feed, and the counts.
/// The feed covers the hour before `noon + 100`.
struct MergeRow: CustomTestStringConvertible, Sendable {
  var name: String
  var before: QuakesState
  var feed: [Quake]
  var counts: QuakesState.Refresh.Counts
  var after: QuakesState

  var testDescription: String { name }

  static let date = Date.noon + 100

  init(
    _ name: String, _ before: [Quake], deleted: TreeSet<Quake.ID> = [], merging feed: [Quake],
    _ counts: QuakesState.Refresh.Counts, to after: [Quake],
    deleted deletedAfter: TreeSet<Quake.ID>? = nil
  ) {
    self.name = name
    self.before = QuakesState(before, deleted: deleted)
    self.feed = feed
    self.counts = counts
    self.after = QuakesState(after, deleted: deletedAfter ?? deleted)
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
    let after = try QuakesReducer.reduce(state: before, action: .remote([.ash]))
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
  MergeRow("new", [], merging: [.ash], .init(new: 1), to: [.ash]),
  MergeRow("unchanged", [.birch], merging: [.birch], .init(unchanged: 1), to: [.birch]),
  MergeRow(
    "newer", [.of("a", 1)], merging: [.of("a", 2, updated: 2)], .init(changed: 1),
    to: [.of("a", 2, updated: 2)]),
  MergeRow(
    "newer date only", [.of("a")], merging: [.of("a", updated: 2)], .init(changed: 1),
    to: [.of("a", updated: 2)]),
  MergeRow(
    "older", [.of("a", 1)], merging: [.of("a", 2, updated: 0.999)], .init(unchanged: 1),
    to: [.of("a", 1)]),
  MergeRow(
    "the same date, another place", [.of("a", name: "Here")],
    merging: [.of("a", name: "There")], .init(changed: 1), to: [.of("a", name: "There")]),
  MergeRow(
    "another time", [.of("a", time: 5)], merging: [.of("a", time: 6, updated: 2)],
    .init(changed: 1), to: [.of("a", time: 6, updated: 2)]),
  MergeRow(
    "another type", [.of("a")], merging: [.of("a", updated: 2, type: "ice quake")],
    .init(changed: 1), to: [.of("a", updated: 2, type: "ice quake")]),
  MergeRow("magnitude 0", [], merging: [.of("a", 0)], .init(new: 1), to: [.of("a", 0)]),
  MergeRow(
    "negative magnitude", [.of("a", 1)], merging: [.of("a", -1.64, updated: 2)],
    .init(changed: 1), to: [.of("a", -1.64, updated: 2)]),
  MergeRow("no magnitude", [], merging: [.of("a", nil)], .init(new: 1), to: [.of("a", nil)]),
  MergeRow(
    "magnitude withdrawn", [.of("a", 0)], merging: [.of("a", nil, updated: 2)],
    .init(changed: 1), to: [.of("a", nil, updated: 2)]),
  MergeRow(
    "no place", [.of("a")], merging: [.of("a", updated: 2, name: "")], .init(changed: 1),
    to: [.of("a", updated: 2, name: "")]),
]

// MARK: Names

private let namesRows: [MergeRow] = [
  MergeRow(
    "renamed", [.of("old")], merging: [.of("new", updated: 2, ids: ["old"])], .init(renamed: 1),
    to: [.of("new", updated: 2, ids: ["old"])]),
  MergeRow(
    "renamed, without the old id", [.of("old", ids: ["both"])],
    merging: [.of("new", updated: 2, ids: ["both"])], .init(renamed: 1),
    to: [.of("new", updated: 2, ids: ["both", "old"])]),
  MergeRow(
    "renamed to one of its ids", [.of("a", ids: ["b"])],
    merging: [.of("b", updated: 2, ids: ["a"])], .init(renamed: 1),
    to: [.of("b", updated: 2, ids: ["a"])]),
  MergeRow(
    "renamed at the same time", [.of("old")], merging: [.of("new", ids: ["old"])],
    .init(renamed: 1), to: [.of("new", ids: ["old"])]),
  MergeRow(
    "renamed in an older record: keeps its id, gains the new one", [.of("a")],
    merging: [.of("b", updated: 0, ids: ["a"])], .init(changed: 1), to: [.of("a", ids: ["b"])]),
  MergeRow(
    "updated under a former id", [.of("new", ids: ["old"])], merging: [.of("old", updated: 0)],
    .init(unchanged: 1), to: [.of("new", ids: ["old"])]),
  MergeRow(
    "one more id", [.of("a")], merging: [.of("a", ids: ["b"])], .init(changed: 1),
    to: [.of("a", ids: ["b"])]),
  MergeRow(
    "one id fewer: it is retained", [.of("a", ids: ["b"])], merging: [.of("a", updated: 2)],
    .init(changed: 1), to: [.of("a", updated: 2, ids: ["b"])]),
  MergeRow(
    "joins two", [.of("a", 1, ids: ["x"]), .of("b", 2, ids: ["y"]), .ash],
    merging: [.of("a", 3, updated: 2, ids: ["b"]), .ash], .init(renamed: 1, unchanged: 1),
    to: [.of("a", 3, updated: 2, ids: ["b", "x", "y"]), .ash]),
  MergeRow(
    "joins two under a new id", [.of("a", 1), .of("b", 2)],
    merging: [.of("c", 3, updated: 2, ids: ["a", "b"])], .init(renamed: 1),
    to: [.of("c", 3, updated: 2, ids: ["a", "b"])]),
  MergeRow(
    "joins two in an older record: the newer one wins",
    [.of("a", 1, updated: 5), .of("b", 2, updated: 6)],
    merging: [.of("a", 3, updated: 2, ids: ["b"])], .init(renamed: 1),
    to: [.of("b", 2, updated: 6, ids: ["a"])]),
  MergeRow(
    "joins a known event and one of the same feed", [.of("a", 1)],
    merging: [.of("b", 2), .of("c", 3, updated: 2, ids: ["b", "a"])], .init(new: 1, renamed: 1),
    to: [.of("c", 3, updated: 2, ids: ["b", "a"])]),
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
  MergeRow(
    "reappears", [.of("a", missingSince: .noon)], merging: [.of("a")], .init(unchanged: 1),
    to: [.of("a")]),
  MergeRow(
    "reappears, older", [.of("a", missingSince: .noon)], merging: [.of("a", 1, updated: 0)],
    .init(unchanged: 1), to: [.of("a")]),
  MergeRow(
    "reappears, newer", [.of("a", missingSince: .noon)], merging: [.of("a", 1, updated: 2)],
    .init(changed: 1), to: [.of("a", 1, updated: 2)]),
  MergeRow(
    "reappears under another id", [.of("a", missingSince: .noon)], merging: [.of("b", ids: ["a"])],
    .init(renamed: 1), to: [.of("b", ids: ["a"])]),
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
  MergeRow(
    "unknown", [], merging: [.of("a", status: .deleted)], .init(unchanged: 1), to: []),
]

@Suite struct WithdrawalTests {
  /// After the removal, the same record belongs to an unknown event.
  @Test(
    arguments: [
      (.of("a", updated: 2, status: .deleted), ["birch"]),
      (.of("a", status: .deleted), ["birch"]),
      (.of("b", updated: 2, status: .deleted, ids: ["a"]), ["birch"]),
      (.of("alias", updated: 2, status: .deleted), ["birch"]),
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
    "older, newer", [], merging: [.of("a", 1), .of("a", 2, updated: 2)],
    .init(new: 1, changed: 1), to: [.of("a", 2, updated: 2)]),
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
    "older, newer under another id", [],
    merging: [.of("a", 1), .of("b", 2, updated: 2, ids: ["a"])],
    .init(new: 1, renamed: 1), to: [.of("b", 2, updated: 2, ids: ["a"])]),
  MergeRow(
    "newer under another id, older", [],
    merging: [.of("b", 2, updated: 2, ids: ["a"]), .of("a", 1)],
    .init(new: 1, unchanged: 1), to: [.of("b", 2, updated: 2, ids: ["a"])]),
  MergeRow(
    "deleted, older", [], merging: [.of("a", updated: 2, status: .deleted), .of("a", 1)],
    .init(unchanged: 2), to: []),
  MergeRow(
    "deleted, older under another id", [],
    merging: [.of("a", updated: 2, status: .deleted, ids: ["b"]), .of("b", 1)],
    .init(unchanged: 2), to: []),
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
    "a known event turns out to be the same", [.of("b", ids: ["c"])], deleted: ["a"],
    merging: [.of("b", updated: 2, ids: ["a"])], .init(unchanged: 1), to: [],
    deleted: ["a", "b", "c"]),
  MergeRow(
    "a new id, then a record with it", [], deleted: ["a"],
    merging: [.of("b", ids: ["a"]), .of("b", updated: 0)], .init(unchanged: 2), to: [],
    deleted: ["a", "b"]),
]

@Suite struct DeletedByVisitorTests {
  @Test func `A record is deleted by an ID of the next one`() {
    let feed = [Quake.of("b", updated: 0), .of("a", ids: ["b"])]
    let (state, _) = MergeRow.merge(feed, into: QuakesState([], deleted: ["a"]))
    #expect(state.values == [])
    #expect(state.ledger.deleted == ["a", "b"])
    checkDerived(of: state)
  }

  @Test func `A deleted event is not restored under another ID`() throws {
    var state = try QuakesReducer.reduce(state: .loaded, action: .delete("birch"))
    state = try QuakesReducer.reduce(
      state: state, action: .remote([.of("b3", updated: 2, ids: ["b2"])]))
    state = try QuakesReducer.reduce(state: state, action: .remote([.of("b3", updated: 3)]))
    #expect(state.values == [.ash, .cedar])
    for id in ["birch", "b1", "b2", "b3"] {
      #expect(QuakesState.selectIsDeleted(quakeId: id)(state))
    }
  }

  @Test func `Quakes deleted all together may be restored`() throws {
    var state = try QuakesReducer.reduce(state: .loaded, action: .deleteAll)
    state = try QuakesReducer.reduce(state: state, action: .remote([.ash]))
    #expect(state.values == [.ash])
  }
}
