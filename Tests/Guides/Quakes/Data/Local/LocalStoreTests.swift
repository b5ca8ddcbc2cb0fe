import Durable
import Foundation
import HashTreeCollections
import ImmutableData
import TestSupport
import Testing

@testable import QuakesData

/// The operations on a file and in a shared database. After each, a start finds what is in memory.
@Suite(.timeLimit(.minutes(3))) struct LocalStoreTests {
  typealias Database = DurablePlace.Database

  /// A store and its log.
  private struct Opened {
    let place: DurablePlace
    let log: DurableLog<QuakesState>
    let store: LocalStore

    init(_ place: DurablePlace) async throws {
      self.place = place
      log = try await place.storage().quakes()
      store = LocalStore(log: log)
      try await store.load()
    }

    var state: QuakesState { log.state }

    /// The IDs of stored quakes.
    var ids: [Quake.ID] { state.values.map(\.id) }

    /// Ends the program and starts it again, which finds the same.
    func restarted(sourceLocation: SourceLocation = #_sourceLocation) async throws -> Opened {
      try await log.close()
      let again = try await Opened(place)
      #expect(again.state == state, sourceLocation: sourceLocation)
      checkDerived(of: again.state, sourceLocation: sourceLocation)
      return again
    }
  }

  private func open(_ database: Database, _ quakes: [Quake] = []) async throws -> Opened {
    let opened = try await Opened(DurablePlace(database))
    try await opened.store.didFetchRemoteQuakesMutation(inserted: quakes, updated: [], deleted: [])
    return opened
  }

  @Test(arguments: Database.allCases, [Quake.full, .bare] + Quake.unusual)
  func `A quake is stored and kept exactly`(_ database: Database, _ quake: Quake) async throws {
    var opened = try await open(database, [quake])
    let stored = try #require(opened.state.quakes.data[quake.id])
    // The shared database has no NUL.
    let isCleaned = database == .postgres && quake.name.contains("\0")
    #expect(stored == quake || isCleaned)
    #expect(stored.name == (isCleaned ? quake.name.replacing("\0", with: "\u{FFFD}") : quake.name))
    opened = try await opened.restarted()
    let date = Date(timeIntervalSinceReferenceDate: 0.1 + 0.2)
    try await opened.store.deleteLocalQuakesMutation(date: date)
    #expect(opened.state.deletions.quakes(in: 0..<2) == [DeletedQuake(stored, at: date)])
    opened = try await opened.restarted()
    try await opened.store.restoreLocalQuakesMutation(.deletion(date: date))
    #expect(opened.state.values == [stored])
    try await opened.restarted().log.close()
  }

  @Test func `Each enumeration value and date is stored exactly`() async throws {
    let quakes = Quake.ReviewStatus.allCases.flatMap { status in
      ([nil] + Quake.Alert.allCases).map { (alert: Quake.Alert?) in
        Quake(
          quakeId: "\(status) \(alert?.rawValue ?? "")", magnitude: 1, time: .now, updated: .now,
          name: "", longitude: 1, latitude: 2, status: status, alert: alert)
      }
    }
    let opened = try await open(.sqlite, quakes)
    #expect(Set(opened.state.values) == Set(quakes))
    try await opened.restarted().log.close()
  }

  @Test(arguments: Database.allCases)
  func `Quakes are inserted, updated and deleted`(_ database: Database) async throws {
    let opened = try await open(database, [.stored("a"), .stored("b"), .stored("c")])
    try await opened.store.didFetchRemoteQuakesMutation(
      inserted: [.stored("d")], updated: [.stored("b", magnitude: 2), .stored("e")],
      deleted: [.stored("c", magnitude: 9), .stored("unknown")])
    #expect(
      Set(try await opened.store.fetchLocalQuakesQuery()) == [
        .stored("a"), .stored("b", magnitude: 2), .stored("d"), .stored("e"),
      ])
    try await opened.restarted().log.close()
  }

  @Test(arguments: Database.allCases)
  func `A deletion is noted with all IDs, and undone`(_ database: Database) async throws {
    var opened = try await open(database, [.stored("a", ids: ["x", "y"]), .stored("b")])
    let before = opened.state
    for _ in 1...2 {
      // The second is a double click.
      try await opened.store.deleteLocalQuakeMutation(quakeId: "a", date: .noon)
      #expect(opened.ids == ["b"])
      #expect(opened.state.ledger.deleted == ["a", "x", "y"])
    }
    await #expect(throws: QuakesReducer.Error(code: .quakeNotFound)) {
      try await opened.store.deleteLocalQuakeMutation(quakeId: "unknown")
    }
    opened = try await opened.restarted()
    #expect(opened.state.deletions.quake(anyId: "y")?.date == .noon)
    for _ in 1...2 {
      try await opened.store.restoreLocalQuakesMutation(.quake(quakeId: "x"))
      #expect(opened.state == before)
    }
    for restoration in [QuakesAction.UI.QuakeList.Restoration.all, .quake(quakeId: "unknown")] {
      await #expect(throws: QuakesReducer.Error(code: .quakeNotFound)) {
        try await opened.store.restoreLocalQuakesMutation(restoration)
      }
    }
    // Without a date it is for good.
    try await opened.store.deleteLocalQuakeMutation(quakeId: "a")
    #expect(opened.state.deletions.count == 0 && opened.state.ledger.deleted.count == 3)
    try await opened.restarted().log.close()
  }

  @Test(arguments: Database.allCases)
  func `All quakes are deleted, and restored as one`(_ database: Database) async throws {
    var opened = try await open(database)
    let quakes = [Quake.of("a", ids: ["x"]), .of("b")]
    try await opened.store.didFetchRemoteFeedMutation(.of(quakes, .allDay))
    let before = opened.state
    #expect(before.ledger.lastRefresh?.counts == .init(new: 2))
    try await opened.store.deleteLocalQuakesMutation(date: .noon + 1)
    try await opened.store.deleteLocalQuakesMutation(date: .noon + 2)
    #expect(opened.ids == [] && opened.state.deletions.all.map(\.date) == [.noon + 1])
    #expect(opened.state.ledger.known.periods == [])
    opened = try await opened.restarted()
    // The other ID of one is that of another event now.
    try await opened.store.didFetchRemoteQuakesMutation(
      inserted: [.of("c", ids: ["x"])], updated: [], deleted: [])
    try await opened.store.restoreLocalQuakesMutation(.deletion(date: .noon + 1))
    #expect(opened.state.values == [.of("a"), .of("b"), .of("c", ids: ["x"])])
    #expect(opened.state.ledger.known == before.ledger.known)
    opened = try await opened.restarted()
    try await opened.store.deleteLocalQuakesMutation()
    #expect(opened.ids == [] && opened.state.deletions.all.isEmpty)
    #expect(opened.state.ledger.lastRefresh == before.ledger.lastRefresh)
    try await opened.restarted().log.close()
  }

  @Test(arguments: Database.allCases)
  func `The ledger is stored exactly`(_ database: Database) async throws {
    var opened = try await open(database)
    for number in 1...2 {
      let changes = QuakesChanges(
        deletedIds: ["a", "b\(number)", "a"], refresh: .example(number),
        known: KnownTime([.noon + 0.1..<(.noon + 1.0 / 3), .days(2, 2 + Double(number))]))
      try await opened.log.perform { _ in .changed(changes) }
      opened = try await opened.restarted()
      #expect(opened.state.ledger.lastRefresh == .example(number))
      #expect(opened.state.ledger.known == changes.known)
    }
    #expect(opened.state.ledger.deleted == ["a", "b1", "b2"])
    let id = try #require(opened.state.ledger.feedId)
    opened = try await opened.restarted()
    #expect(opened.state.ledger.feedId == id)
    try await opened.log.close()
  }

  @Test(arguments: Database.allCases)
  func `A deletion that is too old is removed with its quakes`(_ database: Database) async throws {
    var opened = try await open(database, (0..<20).map { .of("\($0)", ids: ["x\($0)"]) })
    try await opened.store.deleteLocalQuakeMutation(quakeId: "7", date: .noon + 86_400)
    try await opened.store.deleteLocalQuakesMutation(date: .noon)
    try await opened.store.didFetchRemoteFeedMutation(.of([], at: 30.5 * 86_400))
    #expect(opened.state.deletions.quakes(in: 0..<99).map(\.quake.id) == ["7"])
    opened = try await opened.restarted()
    #expect(try await opened.log.rows(StoredQuake.self).map(\.key) == ["7"])
    try await opened.log.close()
  }

  /// A month is written in parts. Others go on in between, and nothing of theirs is lost.
  @Test(arguments: Database.allCases)
  func `A long refresh is written in parts`(_ database: Database) async throws {
    let opened = try await open(database)
    let quakes = (0..<1_100).map { Quake.of("\($0)", ids: ["x\($0)"]) }
    try await opened.store.didFetchRemoteQuakesMutation(Array(quakes[..<3]))
    async let refresh: Void = opened.store.didFetchRemoteFeedMutation(.of(quakes, .allMonth))
    async let deletion: Void = opened.store.deleteLocalQuakeMutation(quakeId: "1", date: .noon)
    _ = try await (refresh, deletion)
    #expect(opened.state.quakes.data.count == 1_099)
    #expect(opened.state.deletions.count == 1)
    #expect(opened.state.ledger.lastRefresh?.counts.new == 1_097)
    #expect(try #require(opened.log.status.position) >= 7)
    try await opened.restarted().log.close()
  }

  @Test(arguments: Cases.seeds(4), [1, 2, 7])
  func `The parts of a merge lead to the merged state`(_ seed: UInt64, _ size: Int) throws {
    var feeds = RandomFeeds(seed: seed)
    var state = QuakesState()
    for round in 0..<25 {
      let feed = feeds.next()
      let changes = state.changes(merging: feed)
      let whole = state.with { $0.apply(.changed(changes)) }
      let parts = changes.parts(of: size, from: state)
      #expect(parts.dropLast().allSatisfy { $0.refresh == nil && $0.known == nil })
      let cut = parts.reduce(state) { state, part in state.with { $0.apply(.changed(part)) } }
      #expect(cut == whole)
      // What another instance does in between counts, and the rest is merged again.
      var merged = state.with { $0.apply(.changed(parts[0])) }
      merged.apply(.changed(merged.changes(merging: feed)))
      #expect(merged.quakes == whole.quakes && merged.deletions == whole.deletions)
      checkDerived(of: merged)
      state = whole
      if round % 4 == 3, let quake = state.values.randomElement() {
        state = try state.after(.delete(quake.id, at: .noon + Double(round)))
      }
    }
  }

  @Test(arguments: Database.allCases, Cases.seeds(1))
  func `A start finds what random changes have led to`(
    _ database: Database, _ seed: UInt64
  ) async throws {
    var feeds = RandomFeeds(seed: seed)
    var state = QuakesState()
    var changes: [QuakesChange] = []
    func add(_ change: QuakesChange?) {
      guard let change else { return }
      state.apply(change)
      changes.append(change)
    }
    for round in 0..<40 {
      let date = feeds.date + Double(round)
      let quake = state.values.dropFirst(feeds.number(0...9)).first?.id ?? ""
      let kept = state.deletions.all.first
      switch feeds.number(0...9) {
      case 0...3:
        for part in state.changes(merging: feeds.next()).parts(of: 5, from: state) {
          add(.changed(part))
        }
      case 4, 5: try? add(state.deletion(of: quake, at: date))
      case 6: add(.removedAll(date: feeds.one(in: 4) ? nil : date))
      case 7: try? add(state.restoration(kept.map { .deletion(date: $0.date) } ?? .all))
      case 8:
        let id = state.deletions.quakes(in: 0..<1).first?.quake.id ?? ""
        try? add(state.restoration(feeds.one(in: 3) ? .all : .quake(quakeId: id)))
      default:
        add(.changed(QuakesChanges(known: KnownTime(days: [(1, 2), (3, 4 + Double(round))]))))
        add(.reported(StoredReport(EventReport(quakeId: quake, fetched: date))))
        add(.feedId(UUID()))
      }
    }
    #expect(try await DurablePlace(database).loadsWhatWasApplied(changes, from: QuakesState()))
  }

  @Test func `Stores in memory share nothing`() async throws {
    let first = LocalStore(isStoredInMemoryOnly: true)
    let second = LocalStore(isStoredInMemoryOnly: true)
    try await first.didFetchRemoteQuakesMutation([.bare])
    #expect(try await first.fetchLocalQuakesQuery() == [.bare])
    try await first.close()
    #expect(try await second.fetchLocalQuakesQuery() == [])
    await #expect(throws: DurableError.closed) { try await first.deleteLocalQuakesMutation() }
  }

  @Test func `A store has the file that it is given`() async throws {
    let folder = try TemporaryFolder()
    let file = folder.url.appending(path: "some quakes")
    for _ in 1...2 {
      let store = LocalStore(url: file)
      try await store.didFetchRemoteQuakesMutation(inserted: [.full], updated: [], deleted: [])
      #expect(try await store.fetchLocalQuakesQuery() == [.full])
      try await store.close()
    }
  }

  @Test(arguments: Database.allCases)
  func `Concurrent changes are all stored`(_ database: Database) async throws {
    let opened = try await open(database)
    try await withThrowingTaskGroup { group in
      for number in 0..<100 {
        group.addTask {
          try await opened.store.didFetchRemoteQuakesMutation(
            inserted: [.stored("\(number / 2)")], updated: [], deleted: [])
        }
        group.addTask { _ = try await opened.store.fetchLocalQuakesQuery() }
      }
      try await group.waitForAll()
    }
    #expect(opened.state.quakes.data.count == 50)
    try await opened.restarted().log.close()
  }

  /// `move`, and its reverse.
  @Test func `Quakes are copied from a file to a shared database and back`() async throws {
    let file = try await open(.sqlite, [.full, .bare, .stored("a", ids: ["x"])])
    try await file.store.deleteLocalQuakeMutation(quakeId: "a", date: .noon)
    try await file.store.didFetchRemoteFeedMutation(.of([.of("new")], .allDay))
    try await file.store.saveReportMutation(EventReport(quakeId: "bare", fetched: .noon))
    try await file.log.close()
    let shared = try DurablePlace(.postgres)
    let storage = try await shared.storage()
    let log = storage.quakes()
    try await storage.importData(from: file.place.folder.url)
    try await storage.start()
    #expect(log.state == file.state)
    #expect(try await LocalStore(log: log).fetchLocalReportQuery(quakeId: "bare") != nil)
    let copy = try DurablePlace(.sqlite)
    try await storage.exportData(to: copy.folder.url)
    try await storage.close()
    let opened = try await Opened(copy)
    #expect(opened.state == file.state)
    try await opened.log.close()
  }

  /// The format of the log, which other versions of the program read.
  @Test(
    arguments: [
      (
        .changed(
          QuakesChanges(
            deleted: [DeletedQuake(.of("a"), at: .noon)], removed: ["b"], deletedIds: ["a"])),
        """
        {"changed":{"_0":{"deleted":[{"date":771692800,"quake":{"depth":30,\
        "isMagnitudeKnown":true,"isTsunamiPossible":false,"latitude":20,"longitude":10,\
        "magnitude":4.5,"name":"Somewhere","network":"","otherIds":[],"quakeId":"a",\
        "significance":0,"status":"automatic","time":771692800,"type":"earthquake",\
        "updated":772692801}}],"deletedIds":["a"],"expired":[],"removed":["b"],\
        "restoredIds":[],"stored":[]}}}
        """
      ),
      (
        .changed(QuakesChanges(known: KnownTime([.noon..<(.noon + 60)]))),
        """
        {"changed":{"_0":{"deleted":[],"deletedIds":[],"expired":[],\
        "known":{"forgotten":[],"periods":[[771692800,771692860]]},"removed":[],\
        "restoredIds":[],"stored":[]}}}
        """
      ),
      (.removedAll(date: nil), #"{"removedAll":{}}"#),
      (.removedAll(date: .noon), #"{"removedAll":{"date":771692800}}"#),
      (.restored(.quake(quakeId: "a")), #"{"restored":{"_0":{"quake":{"quakeId":"a"}}}}"#),
    ] as [(QuakesChange, String)])
  func `The format of a change is fixed`(_ change: QuakesChange, _ json: String) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    #expect(String(decoding: try encoder.encode(change), as: UTF8.self) == json)
    #expect(try JSONDecoder().decode(QuakesChange.self, from: Data(json.utf8)) == change)
  }

  @Test func `Other instances do not read a report`() throws {
    let report = EventReport(quakeId: "a", fetched: .noon)
    let data = try JSONEncoder().encode(QuakesChange.reported(StoredReport(report)))
    #expect(String(decoding: data, as: UTF8.self) == #"{"reported":{"_0":{"quakeId":"a"}}}"#)
  }

  @Test func `Loaded quakes replace those in memory, and end no refresh`() throws {
    var stored = QuakesState([.dogwood])
    stored.ledger.deleted = ["y"]
    let first = try QuakesState().after(.data(.loaded(stored)))
    #expect(first.values == [.dogwood] && first.quakes.status == .success)
    #expect(first.ledger.isLoaded)
    let loading = QuakesState().with { $0.quakes.status = .waiting }
    #expect(
      try loading.after(.data(.loaded(stored))).quakes.status == .success,
      "a page that was requested before the start waits for it")
    let refreshing = QuakesState.loaded.with { $0.quakes.status = .waiting }
    let again = try refreshing.after(.data(.loaded(stored)))
    #expect(again.durable == stored.durable)
    #expect(again.quakes.status == .waiting, "a refresh settles its own status")
    #expect(again.ledger.saveError == nil)
  }
}

extension QuakesState.Refresh {
  /// Returns a refresh identified by a number.
  static func example(_ number: Int) -> QuakesState.Refresh {
    QuakesState.Refresh(
      range: .allWeek, generated: Date(timeIntervalSince1970: 1_753_584_588.1 + Double(number)),
      counts: Counts(
        new: number, changed: 2, renamed: 3, withdrawn: 4, skipped: 5, unchanged: 6))
  }
}
