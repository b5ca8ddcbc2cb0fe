import Durable
import Foundation
import HashTreeCollections
import ImmutableData
import ImmutableUI
import Postgres
import QuakesUI
import Synchronization
import TestSupport
import Testing

@testable import QuakesData

/// Earthquakes that several instances keep in one PostgreSQL database.
@Suite(.timeLimit(.minutes(2)))
struct QuakesInstancesTests {
  private let place: DurablePlace

  init() throws { place = try DurablePlace(.postgres) }

  /// A service whose feed the test chooses.
  private final class Service: PersistentSessionRemoteStore {
    let feed = Mutex<QuakesFeed?>(nil)

    func fetchRemoteQuakesQuery(range: QuakesFeed.Range) async throws -> [Quake] { [] }
    func fetchRemoteFeedQuery(range: QuakesFeed.Range) async throws -> QuakesFeed? {
      feed.withLock { $0 }
    }

    let report = Mutex<EventReport?>(nil)
    let reportRequests = Mutex(0)

    func fetchRemoteReportQuery(
      quakeId: Quake.ID, longitude: Double, at date: Date
    ) async throws -> EventReport? {
      reportRequests.withLock { $0 += 1 }
      return report.withLock { $0 }
    }
  }

  /// An instance of the program, without HTTP.
  private final class Instance: Sendable {
    let store = Store(initialState: QuakesState(), reducer: QuakesReducer.reduce(state:action:))
    let storage: DurableStorage
    let root: QuakesRoot
    let service = Service()
    let quakes: LocalStore
    private let listener: Listener<LocalStore, Service>

    init(_ storage: DurableStorage) async throws {
      self.storage = storage
      quakes = LocalStore(log: storage.quakes(of: store))
      root = QuakesRoot(
        store: store, timeout: .seconds(20), now: { QuakesInstancesTests.date })
      listener = Listener(localStore: quakes, remoteStore: service)
      listener.listen(to: store)
      try await quakes.load()
    }

    deinit { listener.stop() }

    var state: QuakesState { store.snapshot.state }
    var ids: Set<String> { Set(state.quakes.data.keys) }

    /// The part of the state that all instances share.
    var shared: QuakesState {
      var state = state
      state.quakes.status = nil
      (state.ledger.lastRange, state.ledger.unsaved, state.ledger.saveError) = (nil, [:], nil)
      state.reports = .init()
      return state
    }

    /// Opens the page of a quake, and returns what is known of its report in the end.
    func open(_ quakeId: Quake.ID, at now: Date) async throws -> QuakesState.Reports.Entry? {
      try await store.dispatch(
        action: .ui(.quakeDetail(.onAppear(quakeId: quakeId, now: now))))
      try await eventually("the report is loaded") { [self] in
        state.reports.entries[quakeId]?.status != .waiting
      }
      return state.reports.entries[quakeId]
    }

    /// Merges a feed of these quakes, and waits until the change is saved.
    func refresh(_ quakes: [Quake], at second: Double = 0) async throws {
      service.feed.withLock {
        $0 = QuakesFeed(
          range: .allDay, generated: Date(timeIntervalSinceReferenceDate: second), quakes: quakes)
      }
      try await perform(.onTapRefreshQuakesButton(range: .allDay))
    }

    /// Posts a form of the page of all quakes, and returns the address that confirms
    /// it; otherwise the status.
    func post(_ event: QuakesEvent, _ form: String = "") async throws -> String {
      let response = try await root.response(
        to: event, from: QuakesLocation(), form: NamedValues(parsing: Array(form.utf8)))
      return switch response {
      case .page(let page): "\(page.status.rawValue)"
      case .seeOther(let href): "\(href)"
      case .notFound: "404"
      }
    }

    /// Performs an action of a visitor, and waits until it has ended.
    func perform(_ action: QuakesAction.UI.QuakeList) async throws {
      try await store.dispatch(action: .ui(.quakeList(action)))
      try await eventually("the change has ended") { [self] in
        state.quakes.status != .waiting && !state.ledger.unsaved.values.contains(.waiting)
      }
    }
  }

  private static let date = Date(timeIntervalSinceReferenceDate: 5_000.25)

  private func instance() async throws -> Instance {
    try await Instance(place.storage())
  }

  private static func quake(
    _ id: String, magnitude: Double = 4, updated: Double = 1, name: String = "Here",
    ids: [String] = []
  ) -> Quake {
    Quake(
      quakeId: id, magnitude: magnitude, time: Date(timeIntervalSinceReferenceDate: 1_000),
      updated: Date(timeIntervalSinceReferenceDate: 1_000 + updated), name: name, longitude: 3,
      latitude: 4, ids: ids)
  }

  /// The service is asked once for all visitors of all instances.
  @Test func `A report that one instance loaded is there for the others`() async throws {
    let (first, second) = (try await instance(), try await instance())
    try await first.refresh([Self.quake("a")], at: 10)
    try await eventually("the second has it") { second.ids == ["a"] }
    var report = EventReport(quakeId: "a", fetched: Self.date)
    report.summary = ["A fault."]
    first.service.report.withLock { [report] in $0 = report }
    #expect(try await first.open("a", at: Self.date)?.report == report)
    // The report is on disk after it is shown.
    try await eventually("it is saved") { [report] in
      try await second.quakes.fetchLocalReportQuery(quakeId: "a") == report
    }
    #expect(try await second.open("a", at: Self.date + 60)?.report == report)
    #expect(first.service.reportRequests.withLock { $0 } == 1)
    #expect(second.service.reportRequests.withLock { $0 } == 0)
    // Later, it is loaded again by the instance that is asked.
    report.summary = ["Another fault."]
    report.fetched = Self.date + 86_400 * 2
    second.service.report.withLock { [report] in $0 = report }
    #expect(try await second.open("a", at: report.fetched)?.report == report)
    try await eventually("it replaces the other") { [report] in
      try await first.quakes.fetchLocalReportQuery(quakeId: "a") == report
    }
  }

  @Test func `A refresh of one instance reaches the others`() async throws {
    let (first, second) = (try await instance(), try await instance())
    #expect(first.state.ledger.isLoaded)
    #expect(first.state.quakes.status == .success)
    try await first.refresh([Self.quake("a"), Self.quake("b")], at: 10)
    #expect(first.ids == ["a", "b"])
    #expect(first.state.ledger.lastRefresh?.counts.new == 2)
    try await eventually("the second has them") { second.ids == ["a", "b"] }
    // The second knows what the first fetched.
    try await second.refresh([Self.quake("a", magnitude: 5, updated: 2), Self.quake("c")], at: 20)
    #expect(second.state.ledger.lastRefresh?.counts == .init(new: 1, changed: 1))
    try await eventually("the first has them") { first.shared == second.shared }
    #expect(first.state.quakes.data["a"]?.magnitude == 5)
    #expect(try await instance().shared == first.shared)
  }

  @Test func `Instances have the same ids of feeds`() async throws {
    let (first, second) = (try await instance(), try await instance())
    let id = try #require(first.state.ledger.feedId)
    #expect(second.state.ledger.feedId == id)
  }

  private static func days(_ start: Double, _ end: Double) -> Range<Date> {
    Date(
      timeIntervalSinceReferenceDate: start * 86_400)..<Date(
        timeIntervalSinceReferenceDate: end * 86_400)
  }

  @Test func `All instances know the time that the feeds of each cover`() async throws {
    let (first, second) = (try await instance(), try await instance())
    try await first.refresh([Self.quake("a")], at: 86_400)
    try await eventually("the second knows") {
      second.state.ledger.known == KnownTime([Self.days(0, 1)])
    }
    async let one: Void = first.refresh([Self.quake("b")], at: 4 * 86_400)
    async let other: Void = second.refresh([Self.quake("c")], at: 3.5 * 86_400)
    _ = try await (one, other)
    let known = KnownTime([Self.days(0, 1), Self.days(2.5, 4)])
    try await eventually("both know") {
      first.state.ledger.known == known && second.state.ledger.known == known
    }
    #expect(try await instance().state.ledger.known == known)
    // A deletion of all events, and its undoing.
    #expect(try await second.post(.deleteAll).contains("notice=deletedAll"))
    #expect(second.state.ledger.known.periods == [])
    #expect(try await instance().shared == second.shared)
    try await second.refresh([Self.quake("d")], at: 4.5 * 86_400)
    #expect(second.state.ledger.known.periods == [Self.days(3.5, 4.5)])
    #expect(try await second.post(.restore, "deletion=all").contains("notice=restored"))
    let all = KnownTime([Self.days(0, 1), Self.days(2.5, 4.5)])
    try await eventually("both know") {
      first.state.ledger.known == all && second.state.ledger.known == all
    }
    #expect(try await instance().shared == second.shared)
  }

  @Test func `Refreshes at the same time are merged one after the other`() async throws {
    let instances = [try await instance(), try await instance(), try await instance()]
    try await withThrowingTaskGroup { group in
      for (number, instance) in instances.enumerated() {
        group.addTask {
          for round in 0..<8 {
            let quakes = (0..<30).map {
              Self.quake("\($0)", magnitude: Double(number), updated: Double(round * 3 + number))
            }
            try await instance.refresh(
              quakes + [Self.quake("\(number) \(round)")], at: Double(round))
          }
        }
      }
      try await group.waitForAll()
    }
    for instance in instances { #expect(instance.state.ledger.saveError == nil) }
    try await eventually("all have the same") {
      Set(instances.map(\.ids.count)) == [30 + 3 * 8]
        && instances.allSatisfy { $0.shared == instances[0].shared }
    }
    #expect(instances[0].state.quakes.data["0"]?.magnitude == 2)
    #expect(try await instance().shared == instances[0].shared)
  }

  /// Returns the quakes of a recorded feed; of one step if it has several.
  private static func recorded(_ file: String, step: String? = nil) throws -> [Quake] {
    var data = try #require(Fixtures.data("quakes/reported/\(file)"))
    if let step {
      let steps = try #require(JSONSerialization.jsonObject(with: data) as? [String: Any])
      data = try JSONSerialization.data(withJSONObject: try #require(steps[step]))
    }
    return try FeedDecoder.decode([UInt8](data)).quakes
  }

  /// The earthquake of Tohoku lists the IDs of two aftershocks, and has the oldest
  /// record.
  @Test(.enabled(if: Fixtures.folder != nil, "needs FIELDGUIDE_FIXTURES"))
  func `Events that list each other stay separate, whoever reads which first`() async throws {
    let quakes = try Self.recorded("01-tohoku-shared-ids.geojson")
    let main = try #require(quakes.first)
    let aftershocks = Array(quakes.dropFirst())
    let (first, second) = (try await instance(), try await instance())
    async let one: Void = first.refresh(quakes, at: 1)
    async let other: Void = second.refresh(aftershocks.reversed(), at: 2)
    _ = try await (one, other)
    try await second.refresh(aftershocks + [main], at: 3)
    try await eventually("both have three") {
      first.shared == second.shared && first.ids.count == 3
    }
    let stored = try #require(first.state.quakes.data[main.id])
    #expect(stored.magnitude == 9.1)
    #expect(Set(stored.ids) == Set(main.ids).subtracting(aftershocks.map(\.id)))
    #expect(try await instance().shared == second.shared)
  }

  @Test(.enabled(if: Fixtures.folder != nil, "needs FIELDGUIDE_FIXTURES"))
  func `A deletion of one event of a split keeps the other`() async throws {
    let whole = try Self.recorded("03-split-event.json", step: "step1")
    let parts = try Self.recorded("03-split-event.json", step: "step2")
    let (first, second) = (try await instance(), try await instance())
    try await first.refresh(whole, at: 1)
    try await eventually("the second has it") { second.ids == ["us7000aaaa"] }
    async let one: Void = first.refresh(parts, at: 2)
    async let other: Void = second.refresh(parts.reversed(), at: 3)
    _ = try await (one, other)
    try await eventually("both have two") {
      first.shared == second.shared && first.ids == ["ci40000001", "us7000aaaa"]
    }
    #expect(try await second.post(.deleteQuake, "quakeId=us7000aaaa").contains("notice=deleted"))
    try await first.refresh(parts.reversed(), at: 4)
    try await eventually("both have one") {
      first.shared == second.shared && first.ids == ["ci40000001"]
    }
    #expect(try await instance().shared == second.shared)
  }

  @Test func `A deletion reaches the others, and stays`() async throws {
    let (first, second) = (try await instance(), try await instance())
    try await first.refresh([Self.quake("a", ids: ["x"]), Self.quake("b")])
    try await eventually("the second has them") { second.ids == ["a", "b"] }
    try await second.perform(.onTapDeleteSelectedQuakeButton(quakeId: "a", date: Self.date))
    #expect(second.ids == ["b"])
    try await eventually("the first has it") { first.ids == ["b"] }
    try await first.refresh([Self.quake("x", updated: 9, ids: ["a"]), Self.quake("b")], at: 5)
    #expect(first.ids == ["b"], "a deleted event stays deleted")
    try await first.perform(.onTapDeleteAllQuakesButton(date: Self.date))
    try await eventually("the second has none") { second.ids.isEmpty }
    try await second.refresh([Self.quake("b")], at: 6)
    #expect(second.ids == ["b"])
    #expect(try await instance().shared == second.shared)
  }

  @Test func `A restoration reaches the others, and stays`() async throws {
    let (first, second) = (try await instance(), try await instance())
    try await first.refresh([Self.quake("a", ids: ["x"]), Self.quake("b"), Self.quake("c")])
    let before = first.shared
    try await first.perform(.onTapDeleteSelectedQuakeButton(quakeId: "a", date: Self.date))
    // The feed reveals another ID of the deleted event.
    try await first.refresh([Self.quake("a", ids: ["z"]), Self.quake("b"), Self.quake("c")])
    try await first.perform(.onTapDeleteAllQuakesButton(date: Self.date + 1))
    try await eventually("the second has none") { second.shared == first.shared }
    #expect(second.state.deletions.quakes(in: 0..<9).map(\.quake.id) == ["c", "b", "a"])
    #expect(try await instance().shared == first.shared)

    try await second.perform(.onTapRestoreQuakesButton(.deletion(date: Self.date + 1)))
    #expect(second.ids == ["b", "c"])
    try await eventually("the first has them") { first.ids == ["b", "c"] }
    try await first.perform(.onTapRestoreQuakesButton(.quake(quakeId: "a")))
    #expect(first.ids == ["a", "b", "c"])
    #expect(first.state.ledger.deleted == before.ledger.deleted)
    #expect(first.state.quakes.data["a"]?.ids == ["a", "z"])
    #expect(first.state.quakes.data["a"]?.formerIds == ["x"])
    try await first.refresh([Self.quake("z", updated: 9, ids: ["a"])], at: 5)
    #expect(first.ids == ["z", "b", "c"])
    try await eventually("the second has it") { second.shared == first.shared }
    #expect(try await instance().shared == second.shared)
  }

  @Test func `Both of two restorations of one event succeed`() async throws {
    let (first, second) = (try await instance(), try await instance())
    try await first.refresh([Self.quake("a")])
    try await first.perform(.onTapDeleteAllQuakesButton(date: Self.date))
    try await eventually("the second has none") { second.state.deletions.count == 1 }
    async let one: Void = first.perform(.onTapRestoreQuakesButton(.all))
    async let other: Void = second.perform(.onTapRestoreQuakesButton(.quake(quakeId: "a")))
    _ = try await (one, other)
    try await eventually("both have it") { first.ids == ["a"] && second.ids == ["a"] }
    #expect(first.state.ledger.saveError == nil && second.state.ledger.saveError == nil)
  }

  @Test func `Both of two deletions of one event succeed`() async throws {
    let (first, second) = (try await instance(), try await instance())
    try await first.refresh([Self.quake("a")])
    try await eventually("the second has it") { second.ids == ["a"] }
    let action = QuakesAction.UI.QuakeList.onTapDeleteSelectedQuakeButton(
      quakeId: "a", date: Self.date)
    async let one: Void = first.perform(action)
    async let other: Void = second.perform(action)
    _ = try await (one, other)
    #expect(first.ids.isEmpty && second.ids.isEmpty)
    #expect(first.state.ledger.saveError == nil && second.state.ledger.saveError == nil)
  }

  @Test func `A deletion on an instance that does not know of a restoration deletes`()
    async throws
  {
    let (first, second) = (try await instance(), try await instance())
    try await first.refresh([Self.quake("a"), Self.quake("b")])
    #expect(try await first.post(.deleteQuake, "quakeId=a").contains("notice=deleted"))
    try await eventually("both have the same") { first.shared == second.shared }
    #expect(try await first.post(.restore, "quakeId=a").contains("notice=restored"))
    #expect(first.ids == ["a", "b"])
    #expect(try await second.post(.deleteQuake, "quakeId=a").contains("notice=deleted"))
    #expect(second.ids == ["b"])
    try await eventually("both have the same") { first.shared == second.shared }
  }

  @Test func `A restoration on an instance that does not know of the deletion restores`()
    async throws
  {
    let (first, second) = (try await instance(), try await instance())
    try await first.refresh([Self.quake("a"), Self.quake("b")])
    try await eventually("both have the same") { first.shared == second.shared }
    #expect(try await first.post(.deleteAll).contains("notice=deletedAll"))
    #expect(try await second.post(.restore, "deletion=all").contains("notice=restored"))
    #expect(second.ids == ["a", "b"])
    try await eventually("both have the same") { first.shared == second.shared }
  }

  @Test func `An instance that is cut off confirms and denies nothing`() async throws {
    let (first, second) = (try await instance(), try await instance())
    try await first.refresh([Self.quake("a"), Self.quake("b")])
    #expect(try await first.post(.deleteQuake, "quakeId=a").contains("notice=deleted"))
    try await eventually("both have the same") { first.shared == second.shared }
    try await second.storage.close()
    #expect(try await second.post(.deleteQuake, "quakeId=a") == "503")
    #expect(try await second.post(.deleteQuake, "quakeId=x") == "503")
    #expect(try await second.post(.restore, "quakeId=b") == "503")
    #expect(try await second.post(.restore, "deletion=1") == "503")
  }

  @Test func `Restoring all waits for a slow deletion of all`() async throws {
    let first = try await instance()
    try await first.refresh([Self.quake("a"), Self.quake("b")])
    // Another instance holds the lock of the log.
    let (locked, gate) = (Gate(), Gate())
    let holder = Task { [place] in
      let database = try await place.shared()
      defer { database.close() }
      try await database.withConnection { connection in
        try await connection.transaction { connection in
          try await connection.query(
            "SELECT pg_advisory_xact_lock(7001, hashtext(current_schema() || '.quakes'))")
          locked.open()
          await gate.wait()
        }
      }
    }
    await locked.wait()
    async let deletion = first.post(.deleteAll)
    try await eventually("the deletion has begun") {
      first.state.ledger.unsaved[.deleteQuakes] == .waiting
    }
    async let restoration = first.post(.restore, "deletion=all")
    gate.open()
    #expect(try await deletion.contains("notice=deletedAll"))
    #expect(try await restoration.contains("notice=restored"))
    #expect(first.ids == ["a", "b"])
    try await holder.value
  }

  @Test func `A deletion that never existed is not restored`() async throws {
    let first = try await instance()
    try await first.refresh([Self.quake("a")])
    #expect(try await first.post(.restore, "deletion=1").contains("notice=nothingRestored"))
    #expect(try await first.post(.restore, "deletion=all").contains("notice=nothingRestored"))
    #expect(try await first.post(.restore, "quakeId=x") == "404")
  }

  @Test func `A database that is away is reported, and nothing is lost`() async throws {
    let first = try await instance()
    try await first.refresh([Self.quake("a")])
    try await first.storage.close()
    let before = first.shared
    try await first.perform(.onTapDeleteSelectedQuakeButton(quakeId: "a", date: Self.date))
    #expect(first.shared == before)
    #expect(first.state.ledger.unsaved == [.deleteQuake(quakeId: "a"): .failed])
    #expect(first.state.ledger.saveError?.contains("the change was not saved") == true)
  }

  @Test func `A null character does not stop a refresh`() async throws {
    let (first, second) = (try await instance(), try await instance())
    try await first.refresh([Self.quake("a", name: "Null\0 Island"), Self.quake("b")])
    #expect(first.state.quakes.data["a"]?.name == "Null\u{FFFD} Island")
    try await eventually("the second has both") { second.ids == ["a", "b"] }
    #expect(try await instance().shared == first.shared)
  }

  @Test func `A refresh in several parts reaches the others`() async throws {
    let (first, second) = (try await instance(), try await instance())
    let quakes = (0..<1_500).map {
      Self.quake("\($0)", name: String(repeating: "long ", count: 20))
    }
    try await first.refresh(quakes)
    #expect(first.ids.count == 1_500)
    try await eventually("the second has them") { second.ids.count == 1_500 }
    #expect(second.shared == first.shared)
  }
}
