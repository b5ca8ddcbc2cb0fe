import Foundation
import HashTreeCollections
import Testing

@testable import QuakesData

/// A row of what becomes of one feed: the whole state after it, and the
/// counts. It tells of the hour before `noon + 100`.
struct MergeRow: CustomTestStringConvertible, Sendable {
  var name: String
  var before: QuakesState
  var feed: [Quake]
  var counts: QuakesState.Refresh.Counts
  var after: QuakesState

  var testDescription: String { name }

  static let date = Date.noon + 100

  init(
    _ name: String, _ before: [Quake], deleted: TreeSet<Quake.ID> = [], takes feed: [Quake],
    _ counts: QuakesState.Refresh.Counts, to after: [Quake],
    deleted deletedAfter: TreeSet<Quake.ID>? = nil
  ) {
    self.name = name
    self.before = QuakesState(before, deleted: deleted)
    self.feed = feed
    self.counts = counts
    self.after = QuakesState(after, deleted: deletedAfter ?? deleted)
  }

  /// The state after the feed, and the counts.
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
    // The same feed again: nothing is new in it.
    let (again, same) = Self.merge(feed, into: state)
    #expect(again == state)
    #expect(same == .init(unchanged: feed.count))
    checkDerived(of: again)
  }
}

@Suite struct MergeTests {
  @Test(arguments: rowsOfOne)
  func `A record changes its event`(_ row: MergeRow) { row.check() }

  @Test(arguments: rowsOfNames)
  func `Changed IDs rename an event`(_ row: MergeRow) { row.check() }

  @Test(arguments: rowsOfAbsence)
  func `Events that the feed leaves out are missing`(_ row: MergeRow) { row.check() }

  @Test(arguments: rowsOfWithdrawals)
  func `Events that the network deleted are withdrawn`(_ row: MergeRow) { row.check() }

  @Test(arguments: rowsOfDuplicates)
  func `Two records of an event in a feed are merged`(_ row: MergeRow) { row.check() }

  @Test(arguments: rowsOfDeleted)
  func `Events that people deleted do not come back`(_ row: MergeRow) { row.check() }

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
    // It comes back, silently, and goes once more.
    let (fourth, countsBack) = MergeRow.merge([.ash, .birch], into: third, on: .noon + 300)
    #expect(countsBack == .init(unchanged: 2))
    #expect(fourth == first)
    let (fifth, countsAgain) = MergeRow.merge([.ash], into: fourth, on: .noon + 400)
    #expect(countsAgain == .init(withdrawn: 1, unchanged: 1))
    #expect(fifth.quakes.data["birch"]?.missingSince == .noon + 400)
  }

  @Test func `Quakes without a window mark nothing as missing`() throws {
    let before = QuakesState([.ash, .birch])
    let after = try QuakesReducer.reduce(state: before, action: .remote([.ash]))
    #expect(after.quakes.data == before.quakes.data)
  }

  /// Two feeds of one hour, with something of everything.
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
      // The preferred id is another one of its.
      .of("ci1", 5.1, time: 50, updated: 2, ids: ["us1"]),
      // It got another id.
      .of("us2", 2.1, time: 40, updated: 2, ids: ["ak2"]),
      .of("hv3", nil, time: 30),
      // From a machine that lags behind.
      .of("nc4", -0.5, time: 20, updated: 0),
      // The same change of the record, and another place.
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

private let rowsOfOne: [MergeRow] = [
  MergeRow("new", [], takes: [.ash], .init(new: 1), to: [.ash]),
  MergeRow("as before", [.birch], takes: [.birch], .init(unchanged: 1), to: [.birch]),
  MergeRow(
    "newer", [.of("a", 1)], takes: [.of("a", 2, updated: 2)], .init(changed: 1),
    to: [.of("a", 2, updated: 2)]),
  MergeRow(
    "newer in nothing else", [.of("a")], takes: [.of("a", updated: 2)], .init(changed: 1),
    to: [.of("a", updated: 2)]),
  MergeRow(
    "older", [.of("a", 1)], takes: [.of("a", 2, updated: 0.999)], .init(unchanged: 1),
    to: [.of("a", 1)]),
  MergeRow(
    "of the same time, with another place", [.of("a", name: "Here")],
    takes: [.of("a", name: "There")], .init(changed: 1), to: [.of("a", name: "There")]),
  MergeRow(
    "of another time", [.of("a", time: 5)], takes: [.of("a", time: 6, updated: 2)],
    .init(changed: 1), to: [.of("a", time: 6, updated: 2)]),
  MergeRow(
    "of another type", [.of("a")], takes: [.of("a", updated: 2, type: "ice quake")],
    .init(changed: 1), to: [.of("a", updated: 2, type: "ice quake")]),
  MergeRow("magnitude 0", [], takes: [.of("a", 0)], .init(new: 1), to: [.of("a", 0)]),
  MergeRow(
    "a negative magnitude", [.of("a", 1)], takes: [.of("a", -1.64, updated: 2)],
    .init(changed: 1), to: [.of("a", -1.64, updated: 2)]),
  MergeRow("no magnitude", [], takes: [.of("a", nil)], .init(new: 1), to: [.of("a", nil)]),
  MergeRow(
    "no magnitude any more", [.of("a", 0)], takes: [.of("a", nil, updated: 2)],
    .init(changed: 1), to: [.of("a", nil, updated: 2)]),
  MergeRow(
    "no place", [.of("a")], takes: [.of("a", updated: 2, name: "")], .init(changed: 1),
    to: [.of("a", updated: 2, name: "")]),
]

// MARK: Names

private let rowsOfNames: [MergeRow] = [
  MergeRow(
    "renamed", [.of("old")], takes: [.of("new", updated: 2, ids: ["old"])], .init(renamed: 1),
    to: [.of("new", updated: 2, ids: ["old"])]),
  MergeRow(
    "renamed, and the old id is told no more", [.of("old", ids: ["both"])],
    takes: [.of("new", updated: 2, ids: ["both"])], .init(renamed: 1),
    to: [.of("new", updated: 2, ids: ["both", "old"])]),
  MergeRow(
    "renamed to another id of its", [.of("a", ids: ["b"])],
    takes: [.of("b", updated: 2, ids: ["a"])], .init(renamed: 1),
    to: [.of("b", updated: 2, ids: ["a"])]),
  MergeRow(
    "renamed at the same time", [.of("old")], takes: [.of("new", ids: ["old"])],
    .init(renamed: 1), to: [.of("new", ids: ["old"])]),
  MergeRow(
    "renamed in an older record: keeps its name, learns the id", [.of("a")],
    takes: [.of("b", updated: 0, ids: ["a"])], .init(changed: 1), to: [.of("a", ids: ["b"])]),
  MergeRow(
    "told by a former id", [.of("new", ids: ["old"])], takes: [.of("old", updated: 0)],
    .init(unchanged: 1), to: [.of("new", ids: ["old"])]),
  MergeRow(
    "one more id", [.of("a")], takes: [.of("a", ids: ["b"])], .init(changed: 1),
    to: [.of("a", ids: ["b"])]),
  MergeRow(
    "one id less: it is kept", [.of("a", ids: ["b"])], takes: [.of("a", updated: 2)],
    .init(changed: 1), to: [.of("a", updated: 2, ids: ["b"])]),
  MergeRow(
    "joins two", [.of("a", 1, ids: ["x"]), .of("b", 2, ids: ["y"]), .ash],
    takes: [.of("a", 3, updated: 2, ids: ["b"]), .ash], .init(renamed: 1, unchanged: 1),
    to: [.of("a", 3, updated: 2, ids: ["b", "x", "y"]), .ash]),
  MergeRow(
    "joins two under a new id", [.of("a", 1), .of("b", 2)],
    takes: [.of("c", 3, updated: 2, ids: ["a", "b"])], .init(renamed: 1),
    to: [.of("c", 3, updated: 2, ids: ["a", "b"])]),
  MergeRow(
    "joins two in an older record: the newer of them stays",
    [.of("a", 1, updated: 5), .of("b", 2, updated: 6)],
    takes: [.of("a", 3, updated: 2, ids: ["b"])], .init(renamed: 1),
    to: [.of("b", 2, updated: 6, ids: ["a"])]),
  MergeRow(
    "joins a known one and one of the same feed", [.of("a", 1)],
    takes: [.of("b", 2), .of("c", 3, updated: 2, ids: ["b", "a"])], .init(new: 1, renamed: 1),
    to: [.of("c", 3, updated: 2, ids: ["b", "a"])]),
]

// MARK: Absence

private let rowsOfAbsence: [MergeRow] = [
  MergeRow(
    "within the window", [.ash, .birch], takes: [.birch], .init(withdrawn: 1, unchanged: 1),
    to: [Quake.ash.missing(since: MergeRow.date), .birch]),
  MergeRow(
    "at the ends of the window", [.of("a", time: 100), .of("b", time: -3500)], takes: [],
    .init(withdrawn: 2),
    to: [
      .of("a", time: 100, missingSince: MergeRow.date),
      .of("b", time: -3500, missingSince: MergeRow.date),
    ]),
  MergeRow(
    "outside the window", [.of("a", time: 100.001), .of("b", time: -3500.001)], takes: [],
    .init(), to: [.of("a", time: 100.001), .of("b", time: -3500.001)]),
  MergeRow(
    "missing before", [.of("a", missingSince: .noon)], takes: [], .init(),
    to: [.of("a", missingSince: .noon)]),
  MergeRow(
    "is back", [.of("a", missingSince: .noon)], takes: [.of("a")], .init(unchanged: 1),
    to: [.of("a")]),
  MergeRow(
    "is back, older", [.of("a", missingSince: .noon)], takes: [.of("a", 1, updated: 0)],
    .init(unchanged: 1), to: [.of("a")]),
  MergeRow(
    "is back, newer", [.of("a", missingSince: .noon)], takes: [.of("a", 1, updated: 2)],
    .init(changed: 1), to: [.of("a", 1, updated: 2)]),
  MergeRow(
    "is back under another id", [.of("a", missingSince: .noon)], takes: [.of("b", ids: ["a"])],
    .init(renamed: 1), to: [.of("b", ids: ["a"])]),
  MergeRow(
    "is told of under another id", [.of("a", ids: ["b"])], takes: [.of("b", updated: 0)],
    .init(unchanged: 1), to: [.of("a", ids: ["b"])]),
]

// MARK: Withdrawals

private let rowsOfWithdrawals: [MergeRow] = [
  MergeRow(
    "older than what is known", [.of("a", updated: 2)],
    takes: [.of("a", updated: 1, status: .deleted)], .init(unchanged: 1),
    to: [.of("a", updated: 2)]),
  MergeRow(
    "unknown", [], takes: [.of("a", status: .deleted)], .init(unchanged: 1), to: []),
]

@Suite struct WithdrawalTests {
  /// What is gone is unknown when its record comes again.
  @Test(
    arguments: [
      (.of("a", updated: 2, status: .deleted), ["birch"]),
      (.of("a", status: .deleted), ["birch"]),
      (.of("b", updated: 2, status: .deleted, ids: ["a"]), ["birch"]),
      (.of("alias", updated: 2, status: .deleted), ["birch"]),
      (.of("a", updated: 2, status: .deleted, ids: ["b1"]), []),
    ] as [(Quake, [Quake.ID])])
  func `A record that is not older removes the event`(_ record: Quake, _ left: [Quake.ID]) {
    let before = QuakesState([.of("a", ids: ["alias"]), .birch])
    let feed = left.isEmpty ? [record] : [record, .birch]
    let (state, counts) = MergeRow.merge(feed, into: before)
    #expect(counts == .init(withdrawn: 1, unchanged: left.count))
    #expect(state.values.map(\.id) == left)
    #expect(QuakesState.selectQuake(anyId: "alias")(state) == nil)
    // The network can take it back.
    #expect(state.ledger.deleted == [])
    checkDerived(of: state)
    let (again, countsAgain) = MergeRow.merge(feed, into: state)
    #expect(again == state)
    #expect(countsAgain == .init(unchanged: feed.count))
  }
}

// MARK: Duplicates

private let rowsOfDuplicates: [MergeRow] = [
  MergeRow(
    "older, newer", [], takes: [.of("a", 1), .of("a", 2, updated: 2)],
    .init(new: 1, changed: 1), to: [.of("a", 2, updated: 2)]),
  MergeRow(
    "newer, older", [], takes: [.of("a", 2, updated: 2), .of("a", 1)],
    .init(new: 1, unchanged: 1), to: [.of("a", 2, updated: 2)]),
  MergeRow(
    "older, newer, of a known one", [.of("a", 0, updated: 0)],
    takes: [.of("a", 1), .of("a", 2, updated: 2)], .init(changed: 2),
    to: [.of("a", 2, updated: 2)]),
  MergeRow(
    "newer, older, of a known one", [.of("a", 0, updated: 0)],
    takes: [.of("a", 2, updated: 2), .of("a", 1)], .init(changed: 1, unchanged: 1),
    to: [.of("a", 2, updated: 2)]),
  MergeRow("twice the same", [], takes: [.ash, .ash], .init(new: 1, unchanged: 1), to: [.ash]),
  MergeRow(
    "older, newer under another id", [], takes: [.of("a", 1), .of("b", 2, updated: 2, ids: ["a"])],
    .init(new: 1, renamed: 1), to: [.of("b", 2, updated: 2, ids: ["a"])]),
  MergeRow(
    "newer under another id, older", [], takes: [.of("b", 2, updated: 2, ids: ["a"]), .of("a", 1)],
    .init(new: 1, unchanged: 1), to: [.of("b", 2, updated: 2, ids: ["a"])]),
  MergeRow(
    "deleted, older", [], takes: [.of("a", updated: 2, status: .deleted), .of("a", 1)],
    .init(unchanged: 2), to: []),
  MergeRow(
    "deleted, older under another id", [],
    takes: [.of("a", updated: 2, status: .deleted, ids: ["b"]), .of("b", 1)],
    .init(unchanged: 2), to: []),
  MergeRow(
    "deleted, newer", [], takes: [.of("a", status: .deleted), .of("a", 1, updated: 2)],
    .init(new: 1, unchanged: 1), to: [.of("a", 1, updated: 2)]),
]

@Suite struct DuplicateTests {
  /// In both orders the newer record counts, be it that of a deletion.
  @Test(arguments: [[], [Quake.of("a", 0, updated: 0)]], [true, false])
  func `An older deletion is ignored`(_ before: [Quake], _ isDeletedFirst: Bool) {
    let records = [Quake.of("a", updated: 2, status: .deleted), .of("a", 1)]
    let (state, _) = MergeRow.merge(
      isDeletedFirst ? records : records.reversed(), into: QuakesState(before))
    #expect(state.values == [])
    checkDerived(of: state)
  }
}

// MARK: Deleted by people

private let rowsOfDeleted: [MergeRow] = [
  MergeRow(
    "the id", [], deleted: ["a"], takes: [.of("a", updated: 2)], .init(unchanged: 1), to: []),
  MergeRow(
    "another id of its", [], deleted: ["a"], takes: [.of("b", ids: ["a"])],
    .init(unchanged: 1), to: [], deleted: ["a", "b"]),
  MergeRow(
    "new ids are remembered", [], deleted: ["a"], takes: [.of("a", ids: ["b", "c"])],
    .init(unchanged: 1), to: [], deleted: ["a", "b", "c"]),
  MergeRow(
    "deleted by the network, too", [], deleted: ["a"],
    takes: [.of("a", status: .deleted, ids: ["b"])], .init(unchanged: 1), to: [],
    deleted: ["a", "b"]),
  MergeRow(
    "a known one turns out to be the same event", [.of("b", ids: ["c"])], deleted: ["a"],
    takes: [.of("b", updated: 2, ids: ["a"])], .init(unchanged: 1), to: [],
    deleted: ["a", "b", "c"]),
  MergeRow(
    "a new id, then a record under it", [], deleted: ["a"],
    takes: [.of("b", ids: ["a"]), .of("b", updated: 0)], .init(unchanged: 2), to: [],
    deleted: ["a", "b"]),
]

@Suite struct DeletedByPeopleTests {
  @Test func `A record is deleted by an ID of the next one`() {
    let feed = [Quake.of("b", updated: 0), .of("a", ids: ["b"])]
    let (state, _) = MergeRow.merge(feed, into: QuakesState([], deleted: ["a"]))
    #expect(state.values == [])
    #expect(state.ledger.deleted == ["a", "b"])
    checkDerived(of: state)
  }

  @Test func `A deleted event does not come back under another ID`() throws {
    var state = try QuakesReducer.reduce(state: .loaded, action: .delete("birch"))
    state = try QuakesReducer.reduce(
      state: state, action: .remote([.of("b3", updated: 2, ids: ["b2"])]))
    state = try QuakesReducer.reduce(state: state, action: .remote([.of("b3", updated: 3)]))
    #expect(state.values == [.ash, .cedar])
    for id in ["birch", "b1", "b2", "b3"] {
      #expect(QuakesState.selectIsDeleted(quakeId: id)(state))
    }
  }

  @Test func `Quakes that were deleted at once may come back`() throws {
    var state = try QuakesReducer.reduce(state: .loaded, action: .deleteAll)
    state = try QuakesReducer.reduce(state: state, action: .remote([.ash]))
    #expect(state.values == [.ash])
  }
}
