import Foundation
import HashTreeCollections
import ImmutableData
import Synchronization
import TestSupport
import Testing
import WebServer

@testable import QuakesData

/// Loading and keeping reports.
@Suite(.timeLimit(.minutes(1)))
struct ReportsTests {
  private static func report(_ id: Quake.ID, fetched: Date = .noon) -> EventReport {
    EventReport(quakeId: id, fetched: fetched)
  }

  private static func open(_ id: Quake.ID, at now: Date = .noon) -> QuakesAction {
    .ui(.quakeDetail(.onAppear(quakeId: id, now: now)))
  }

  /// The hours after the event at which the report was fetched, the seconds since then,
  /// and whether it is loaded again.
  @Test(
    arguments: [
      (0.5, 299, false), (0.5, 300, true), (2, 1_799, false), (2, 1_800, true),
      (48, 86_399, false), (48, 86_400, true), (24 * 40, 86_400 * 29, false),
      (24 * 40, 86_400 * 30, true),
    ] as [(Double, Double, Bool)])
  func `A report of a young event is loaded again sooner`(
    _ hours: Double, _ seconds: Double, _ isDue: Bool
  ) throws {
    let quake = Quake.ash
    let fetched = quake.time + hours * 3_600
    let report = Self.report("ash", fetched: fetched)
    let state = try QuakesState.loaded.after(
      Self.open("ash", at: fetched), .report(of: "ash", .success(report: report)))
    #expect(state.reports.isDue(quake, at: fetched + seconds) == isDue)
  }

  @Test func `A report is loaded once at a time, and after a failure not at once`() throws {
    var state = try QuakesState.loaded.after(Self.open("ash"))
    #expect(state.reports.entries["ash"]?.status == .waiting)
    #expect(!state.reports.isDue(.ash, at: .noon + 10))
    state = try state.after(.report(of: "ash", .failure(error: "No")))
    #expect(state.reports.entries["ash"]?.status == .failure(error: "No"))
    #expect(!state.reports.isDue(.ash, at: .noon + 299))
    #expect(state.reports.isDue(.ash, at: .noon + 300))
  }

  @Test func `A failure keeps the report that is known`() throws {
    let state = try QuakesState.loaded.after(
      Self.open("ash"), .local(.didFetchReport(Self.report("ash"))),
      .report(of: "ash", .failure(error: "No")))
    #expect(state.reports.entries["ash"]?.report == Self.report("ash"))
  }

  @Test func `An event that is not stored has no report`() throws {
    let state = try QuakesState.loaded.after(Self.open("nothing"))
    #expect(state == .loaded)
  }

  @Test func `Few reports are in memory`() throws {
    let quakes = (0..<100).map { Quake.of("q\($0)") }
    var state = QuakesState(quakes)
    for (number, quake) in quakes.enumerated() {
      state = try state.after(
        Self.open(quake.id, at: .noon + Double(number)),
        .report(of: quake.id, .success(report: nil)))
    }
    #expect(state.reports.entries.count == 64)
    #expect(state.reports.entries["q99"] != nil)
  }

  @Test func `A postponed report is asked for by the next visit`() throws {
    let state = try QuakesState.loaded.after(Self.open("ash"), .report(of: "ash", .postponed))
    #expect(state.reports.entries["ash"]?.status == .empty)
    #expect(state.reports.isDue(.ash, at: .noon))
  }

  /// A remote store of reports, and a local store of the latest one.
  private final class Source: FakeStore {
    struct Content {
      var saved: EventReport?
      var asked: [Quake.ID] = []
      var published: EventReport?
    }

    let content = Mutex(Content())

    func result(of call: StoreCall) async throws -> StoreResult { .done }

    func fetchRemoteReportQuery(
      quakeId: Quake.ID, longitude: Double, at date: Date
    ) async throws -> EventReport? {
      let report = content.withLock { content in
        content.asked.append(quakeId)
        return content.published
      }
      guard let report else { throw RemoteStoreError.noDetail }
      return report
    }

    func fetchLocalReportQuery(quakeId: Quake.ID) async throws -> EventReport? {
      content.withLock(\.saved)
    }

    func saveReportMutation(_ report: EventReport) async throws {
      content.withLock { $0.saved = report }
    }
  }

  private static func state(
    saved: EventReport?, published: EventReport?
  ) async throws -> (entry: QuakesState.Reports.Entry?, content: Source.Content) {
    let source = Source()
    source.content.withLock {
      $0.saved = saved
      $0.published = published
    }
    let store = QuakesStore(.loaded)
    let listener = Listener(localStore: source, remoteStore: source)
    listener.listen(to: store)
    try await store.dispatch(action: Self.open("ash"))
    try await eventually { store.snapshot.state.reports.entries["ash"]?.status != .waiting }
    await listener.stop().value
    return (store.snapshot.state.reports.entries["ash"], source.content.withLock { $0 })
  }

  @Test func `A report is fetched when somebody first asks, and kept`() async throws {
    let report = Self.report("ash")
    let (entry, content) = try await Self.state(saved: nil, published: report)
    #expect(entry?.report == report)
    #expect(content.asked == ["ash"])
    #expect(content.saved == report)
  }

  @Test func `A recent report on disk is not fetched again`() async throws {
    let report = Self.report("ash")
    let (entry, content) = try await Self.state(saved: report, published: nil)
    #expect(entry?.report == report)
    #expect(entry?.status == .success)
    #expect(content.asked == [])
  }

  /// One client opens a hundred pages, then a crawler and another client one each.
  @Test func `Clients take turns, and the most urgent event comes first`() async throws {
    let source = Source()
    let urgent = Quake(
      quakeId: "urgent", magnitude: 6.1, time: .noon - 600, updated: nil, name: "Near Town",
      longitude: 10, latitude: 20)
    let quakes = (0..<100).map { Quake.of("q\($0)") } + [.of("crawled"), urgent]
    var state = QuakesState.loaded
    state.quakes.insert(quakes)
    let store = QuakesStore(state)
    let listener = Listener(localStore: source, remoteStore: source)
    listener.listen(to: store)
    var before = 0
    for quake in quakes {
      before = source.content.withLock { $0.asked.count }
      let (address, agent) =
        switch quake.id {
        case "urgent": ("198.51.100.7", "Firefox")
        case "crawled": ("203.0.113.9", "ExampleBot/1.0 (+https://example.com)")
        default: ("192.0.2.1", "curl/8")
        }
      try await store.dispatch(
        action: .ui(
          .quakeDetail(
            .onAppear(
              quakeId: quake.id, now: .noon,
              client: RequestClient(address: address, userAgent: agent)))))
    }
    // Eight of a client wait, and the others are postponed.
    try await eventually {
      store.snapshot.state.reports.entries.values.count { $0.status == .empty } >= 50
    }
    try await eventually { source.content.withLock { $0.asked.contains("urgent") } }
    await listener.stop().value
    let asked = source.content.withLock(\.asked)
    // One may be asked between the count and the action.
    #expect(asked.prefix(before + 2).contains("urgent"))
    #expect(!asked.contains("crawled"))
    #expect(store.snapshot.state.reports.entries["crawled"]?.status != .empty)
  }

  @Test func `An old report on disk is shown while the service fails`() async throws {
    let report = Self.report("ash", fetched: .noon - 86_400 * 365)
    let (entry, content) = try await Self.state(saved: report, published: nil)
    #expect(entry?.report == report)
    #expect(entry?.status == .failure(error: RemoteStoreError.noDetail.localizedDescription))
    #expect(content.asked == ["ash"])
  }

  @Test(arguments: DurablePlace.Database.allCases)
  func `A thousand reports are kept`(_ database: DurablePlace.Database) async throws {
    let place = try DurablePlace(database)
    let store = LocalStore(log: try await place.storage().quakes())
    try await store.load()
    var report = Self.report("q0", fetched: .noon - 10_000)
    report.summary = ["A fault."]
    try await store.saveReportMutation(report)
    #expect(try await store.fetchLocalReportQuery(quakeId: "q0") == report)
    try await withThrowingTaskGroup { group in
      for number in 1...1_000 {
        group.addTask {
          try await store.saveReportMutation(
            Self.report("q\(number)", fetched: .noon + Double(number)))
        }
      }
      try await group.waitForAll()
    }
    #expect(try await store.fetchLocalReportQuery(quakeId: "q0") == nil)
    #expect(try await store.fetchLocalReportQuery(quakeId: "q1") != nil)
    try await store.close()
    withExtendedLifetime(place) {}
  }
}
