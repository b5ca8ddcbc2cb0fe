import Foundation
import HashTreeCollections
import ImmutableData
import Testing

@testable import QuakesData

@Suite struct QuakesSelectorsTests {
  private let state = QuakesState.loaded

  @Test(arguments: allStatuses)
  func `The status is selected`(_ status: Status?) {
    let state = state.with { $0.quakes.status = status }
    #expect(QuakesState.selectQuakesStatus()(state) == status)
  }

  @Test func `All quakes are counted`() throws {
    let count = QuakesState.selectQuakesCount()
    #expect(count(QuakesState()) == 0)
    #expect(count(state) == 3)
    var later = try state.after(.delete("birch"))
    #expect(count(later) == 2)
    later = try later.after(.remote([.ash, .dogwood]))
    #expect(count(later) == 3)
    later = try later.after(.deleteAll)
    #expect(count(later) == 0)
  }

  @Test(
    arguments: [
      ("birch", .birch, .birch), ("b1", nil, .birch), ("Birch", nil, nil), ("elm", nil, nil),
      ("gone", nil, nil), ("", nil, nil), (nil, nil, nil),
    ] as [(Quake.ID?, Quake?, Quake?)])
  func `A quake is found by its ID`(_ id: Quake.ID?, byPreferredId: Quake?, byAnyId: Quake?) {
    #expect(QuakesState.selectQuake(quakeId: id)(state) == byPreferredId)
    #expect(QuakesState.selectQuake(anyId: id)(state) == byAnyId)
  }

  @Test(arguments: [("gone", true), ("gone too", true), ("birch", false), ("", false)])
  func `A deleted quake is recognised`(_ id: Quake.ID, _ isDeleted: Bool) {
    #expect(QuakesState.selectIsDeleted(quakeId: id)(state) == isDeleted)
  }

  @Test func `The newest quake is found`() {
    #expect(QuakesState.selectNewestQuake()(QuakesState()) == nil)
    #expect(QuakesState.selectNewestQuake()(state) == .cedar)
    let tied = QuakesState([.of("b"), .of("c"), .of("a")])
    #expect(QuakesState.selectNewestQuake()(tied)?.id == "c")
  }

  @Test func `The ledger is selected`() {
    #expect(QuakesState.selectLedger()(state) == state.ledger)
  }
}

// MARK: Text

/// A search text, the names that match it and those that do not.
struct TextRow: CustomTestStringConvertible, Sendable {
  var text: String
  var finds: [String]
  var leaves: [String]

  var testDescription: String { text.debugDescription }

  init(_ text: String, finds: [String] = [], leaves: [String] = []) {
    (self.text, self.finds, self.leaves) = (text, finds, leaves)
  }
}

@Suite struct QuakesTextTests {
  @Test(arguments: textRows)
  func `Quakes are filtered by text`(_ row: TextRow) {
    let names = row.finds + row.leaves
    let quakes = names.enumerated().map { Quake.of("\($0)", time: Double($0), name: $1) }
    let state = QuakesState(quakes)
    let select = QuakesState.selectQuakesValues(
      searchText: row.text, searchDate: .noon, sort: \.time, calendar: .utc)
    #expect(select(state).map(\.name) == row.finds)
    let selectById = QuakesState.selectQuakes(
      searchText: row.text, searchDate: .noon, calendar: .utc)
    #expect(selectById(state).values.map(\.name).sorted() == row.finds.sorted())
  }
}

private let textRows: [TextRow] = [
  TextRow("", finds: ["", " ", "Anywhere"]),
  TextRow("west", finds: ["West of California", "10 km WEST", "Midwest"], leaves: ["", "wes t"]),
  TextRow("WEST", finds: ["west"], leaves: ["est"]),
  TextRow("san jose", finds: ["San José", "SAN JOSE", "San Jose\u{301}"], leaves: ["Sanjose"]),
  TextRow("San José", finds: ["San Jose", "san jose\u{301}"]),
  TextRow("Jose\u{301}", finds: ["San José", "San Jose"]),
  TextRow("pahala", finds: ["Pāhala, Hawaii"], leaves: ["Paha la"]),
  TextRow("ÅNGSTRÖM", finds: ["angstrom", "A\u{30A}ngstro\u{308}m"]),
  TextRow(
    "kuril'sk", finds: ["Kuril’sk", "Kuril'sk", "Kurilʼsk", "KURIL‘SK"], leaves: ["Kurilsk"]),
  TextRow("‘ohonua", finds: ["ʻOhonua, Tonga", "'Ohonua"], leaves: ["Ohonua"]),
  TextRow("ＴＯＮＧＡ", finds: ["Tonga", "tonga", "Ｔｏｎｇａ"]),
  TextRow("tonga", finds: ["Ｔｏｎｇａ"]),
  TextRow(" ", finds: ["San José", " "], leaves: ["", "Tonga"]),
  TextRow("  ", finds: ["a  b"], leaves: ["a b", " "]),
  TextRow(" of ", finds: ["West of California"], leaves: ["of", "Out of", "of it"]),
  TextRow("West ", finds: ["West of"], leaves: ["West", "Western"]),
  TextRow("a b", leaves: ["b a", "ab"]),
  TextRow("of|to", finds: ["of|to"], leaves: ["of", "to"]),
  TextRow("%", finds: ["100 %"], leaves: ["anything"]),
  TextRow("_", leaves: ["anything"]),
  TextRow(".*", leaves: ["anything"]),
  TextRow("東", finds: ["東京"], leaves: ["京"]),
  // No match crosses two names.
  TextRow("end\nstart", leaves: ["The end", "start it"]),
  TextRow("dst", leaves: ["The end", "start it"]),
  TextRow("\n", finds: ["two\nlines", "a b"], leaves: ["Tonga"]),
  TextRow("\0", finds: ["nu\0l", "a b"], leaves: ["Tonga"]),
  TextRow("l after", finds: ["nul after\0all"]),
  TextRow("all", finds: ["before\0all"]),
]

// MARK: Days

extension Calendar {
  static let utc = zoned("UTC")

  static func zoned(_ zone: String) -> Calendar {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = TimeZone(identifier: zone) ?? .gmt
    return calendar
  }
}

/// A day in a time zone: a moment of it, its start and its length.
struct DayRow: CustomTestStringConvertible, Sendable {
  var name: String
  var zone: String
  var moment: String
  var start: String
  var hours: Double

  var testDescription: String { "\(name), \(zone), asked at \(moment)" }

  init(_ name: String, _ zone: String, at moment: String, from start: String, hours: Double) {
    (self.name, self.zone, self.moment, self.start, self.hours) = (name, zone, moment, start, hours)
  }

  static func date(_ text: String) throws -> Date { try Date(text, strategy: .iso8601) }
}

@Suite struct QuakesDayTests {
  @Test(arguments: daysRows)
  func `Quakes are filtered by day`(_ row: DayRow) throws {
    #expect(TimeZone(identifier: row.zone) != nil)
    let start = try DayRow.date(row.start)
    let end = start + row.hours * 3600
    let day = QuakesQuery.day(of: try DayRow.date(row.moment), in: .zoned(row.zone))
    #expect(day == start...end)
    let quakes = [
      ("before", start - 0.001), ("first", start), ("within", start + 12 * 3600),
      ("last", end - 0.001), ("midnight", end), ("after", end + 0.001),
    ].map { id, time in Quake.of(id, time: time.timeIntervalSince(.noon)) }
    let select = QuakesState.selectQuakesValues(
      searchText: "", searchDate: try DayRow.date(row.moment), sort: \.time,
      calendar: .zoned(row.zone))
    let ids = select(QuakesState(quakes)).map(\.id)
    #expect(ids == ["first", "within", "last", "midnight"])
  }

  /// Each day ends where the next one begins, even if clocks change.
  @Test(
    arguments: [
      "UTC", "Europe/Berlin", "America/New_York", "America/Sao_Paulo", "Asia/Beirut",
      "Asia/Kathmandu", "Pacific/Apia", "Pacific/Kiritimati", "Australia/Lord_Howe",
    ], [2011, 2018, 2022, 2025])
  func `Each day ends at the next midnight`(_ zone: String, _ year: Int) throws {
    let calendar = Calendar.zoned(zone)
    let start = try #require(calendar.date(from: DateComponents(year: year, month: 1, day: 1)))
    var day = QuakesQuery.day(of: start, in: calendar)
    for _ in 0..<364 {
      let next = QuakesQuery.day(of: day.upperBound, in: calendar)
      #expect(next.lowerBound == day.upperBound)
      #expect(next.upperBound > next.lowerBound)
      let middle = day.lowerBound + day.upperBound.timeIntervalSince(day.lowerBound) / 2
      #expect(QuakesQuery.day(of: middle, in: calendar) == day)
      day = next
    }
  }

  @Test func `A quake at midnight belongs to both days`() throws {
    let midnight = try DayRow.date("2025-06-16T00:00:00Z")
    let quake = Quake.of("q", time: midnight.timeIntervalSince(.noon))
    let found = [-90_000.0, -1, 0, 1, 90_000].map { seconds in
      QuakesState.selectQuakes(
        searchText: "", searchDate: midnight + seconds, calendar: .utc
      )(QuakesState([quake])).count
    }
    #expect(found == [0, 1, 1, 1, 0])
  }

  @Test func `Quakes are filtered by day and text`() {
    let state = QuakesState([
      .of("a", name: "Tonga"), .of("b", name: "Japan"), .of("c", time: -90_000, name: "Tonga"),
    ])
    let select = QuakesState.selectQuakes(searchText: "tonga", searchDate: .noon, calendar: .utc)
    #expect(Array(select(state).keys) == ["a"])
    #expect(select(state)["a"] == .of("a", name: "Tonga"))
    #expect(select(QuakesState()) == [:])
  }
}

private let daysRows: [DayRow] = [
  DayRow("a day", "UTC", at: "2025-06-15T15:00:00Z", from: "2025-06-15T00:00:00Z", hours: 24),
  DayRow(
    "at its beginning", "UTC", at: "2025-06-15T00:00:00Z", from: "2025-06-15T00:00:00Z", hours: 24),
  DayRow("at its end", "UTC", at: "2025-06-15T23:59:59Z", from: "2025-06-15T00:00:00Z", hours: 24),
  DayRow(
    "the clocks go forward", "Europe/Berlin", at: "2025-03-30T12:00:00Z",
    from: "2025-03-29T23:00:00Z", hours: 23),
  DayRow(
    "the clocks go back", "Europe/Berlin", at: "2025-10-26T12:00:00Z",
    from: "2025-10-25T22:00:00Z", hours: 25),
  DayRow(
    "the clocks go forward", "America/New_York", at: "2025-03-09T12:00:00Z",
    from: "2025-03-09T05:00:00Z", hours: 23),
  DayRow(
    "the clocks go back", "America/New_York", at: "2025-11-02T12:00:00Z",
    from: "2025-11-02T04:00:00Z", hours: 25),
  DayRow(
    "another day there than in UTC", "America/New_York", at: "2025-06-16T03:00:00Z",
    from: "2025-06-15T04:00:00Z", hours: 24),
  DayRow(
    "no midnight", "America/Sao_Paulo", at: "2018-11-04T12:00:00Z",
    from: "2018-11-04T03:00:00Z", hours: 23),
  DayRow(
    "the day before", "America/Sao_Paulo", at: "2018-11-03T12:00:00Z",
    from: "2018-11-03T03:00:00Z", hours: 24),
  DayRow(
    "the day after", "America/Sao_Paulo", at: "2018-11-05T12:00:00Z",
    from: "2018-11-05T02:00:00Z", hours: 24),
  DayRow(
    "the last hour twice", "America/Sao_Paulo", at: "2018-02-17T12:00:00Z",
    from: "2018-02-17T02:00:00Z", hours: 25),
  DayRow(
    "the last hour once more", "America/Sao_Paulo", at: "2018-02-18T02:30:00Z",
    from: "2018-02-17T02:00:00Z", hours: 25),
  DayRow(
    "no midnight", "Asia/Beirut", at: "2022-03-27T12:00:00Z", from: "2022-03-26T22:00:00Z",
    hours: 23),
  DayRow(
    "the day before", "Asia/Beirut", at: "2022-03-26T12:00:00Z", from: "2022-03-25T22:00:00Z",
    hours: 24),
  DayRow(
    "half an hour", "Australia/Lord_Howe", at: "2025-10-05T05:00:00Z",
    from: "2025-10-04T13:30:00Z", hours: 23.5),
  DayRow(
    "a quarter of an hour off", "Asia/Kathmandu", at: "2025-06-15T12:00:00Z",
    from: "2025-06-14T18:15:00Z", hours: 24),
  DayRow(
    "far in the east", "Pacific/Kiritimati", at: "2025-06-15T12:00:00Z",
    from: "2025-06-15T10:00:00Z", hours: 24),
]

// MARK: Sorting

@Suite struct QuakesSortingTests {
  private let state = QuakesState([
    .of("c", 1, time: 3), .of("b", 3, time: 2), .of("a", 2, time: 1), .of("d", -1, time: 4),
  ])

  @Test(
    arguments: [(.forward, ["a", "b", "c", "d"]), (.reverse, ["d", "c", "b", "a"])]
      as [(SortOrder, [Quake.ID])])
  func `Quakes are sorted by time`(_ order: SortOrder, _ ids: [Quake.ID]) {
    #expect(sorted(state, by: \.time, order) == ids)
  }

  @Test(
    arguments: [(.forward, ["d", "c", "a", "b"]), (.reverse, ["b", "a", "c", "d"])]
      as [(SortOrder, [Quake.ID])])
  func `Quakes are sorted by magnitude`(_ order: SortOrder, _ ids: [Quake.ID]) {
    #expect(sorted(state, by: \.magnitude, order) == ids)
  }

  @Test(arguments: [SortOrder.forward, .reverse])
  func `Ties are sorted by ID in both directions`(_ order: SortOrder) {
    let ids = (10..<60).map { "id \($0)" }
    let quakes = ids.reversed().map { Quake.of($0, 3, time: 7) }
    let all = QuakesState(quakes + [.of("small", 1, time: 1), .of("large", 9, time: 9)])
    let ends = order == .forward ? ["small", "large"] : ["large", "small"]
    #expect(sorted(all, by: \.time, order) == [ends[0]] + ids + [ends[1]])
    #expect(sorted(all, by: \.magnitude, order) == [ends[0]] + ids + [ends[1]])
  }

  @Test func `The default order is forward`() {
    let select = QuakesState.selectQuakesValues(
      searchText: "", searchDate: .noon, sort: \.time, calendar: .utc)
    #expect(select(state).map(\.id) == ["a", "b", "c", "d"])
    #expect(select(QuakesState()) == [])
  }

  private func sorted<Key: Comparable & SendableMetatype>(
    _ state: QuakesState, by keyPath: any KeyPath<Quake, Key> & Sendable, _ order: SortOrder
  ) -> [Quake.ID] {
    QuakesState.selectQuakesValues(
      searchText: "", searchDate: .noon, sort: keyPath, order: order, calendar: .utc
    )(state).map(\.id)
  }
}
