import Foundation
import HashTreeCollections
import ImmutableData
import TestSupport
import Testing

@testable import QuakesData

/// Concurrent actions and failures.
@Suite struct ListenerInterleavingTests {
  private let failed = Status.failure(error: TestError.message)

  /// Checks that no call is in progress and that none was made.
  private func checkIdle(
    _ fixture: ListenerFixture, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    #expect(fixture.status != .waiting, sourceLocation: sourceLocation)
    let calls = try await fixture.callsBeforeSentinel()
    #expect(calls == [], sourceLocation: sourceLocation)
  }

  @Test func `A refresh is ignored while the stored quakes are loaded`() async throws {
    let fixture = ListenerFixture(QuakesState())
    try fixture.dispatch(.onAppear)
    #expect(try await fixture.nextCall() == .fetchLocal)
    try fixture.dispatch(.refresh(.allMonth))
    #expect(fixture.store.select { $0.ledger.lastRange } == nil)
    try await fixture.end(with: .quakes([.ash]))
    #expect(fixture.status == .success)
    try await checkIdle(fixture)
  }

  @Test func `A second refresh is ignored`() async throws {
    let fixture = ListenerFixture()
    try fixture.dispatch(.refresh(.allDay))
    try fixture.dispatch(.refresh(.allMonth))
    #expect(try await fixture.nextCall() == .fetchRemote(.allDay))
    #expect(fixture.store.select { $0.ledger.lastRange } == .allDay)
    try await fixture.end(
      with: .feed(QuakesFeed(range: .allDay, generated: .noon - 1e8, quakes: [])))
    _ = try await fixture.nextCall()
    try await fixture.end()
    try await checkIdle(fixture)
  }

  @Test func `A failed deletion is reported`() async throws {
    let fixture = ListenerFixture()
    try fixture.dispatch(.delete("birch"))
    #expect(fixture.values == [.ash, .cedar])
    #expect(try await fixture.nextCall() == .delete(.birch))
    try await fixture.fail()
    #expect(fixture.values == [.ash, .cedar])
    #expect(fixture.status == .success)
    #expect(
      fixture.store.actions.last
        == .local(
          .didSaveQuakes(
            change: .deleteQuake(quakeId: "birch"),
            result: .failure(error: TestError.message))))
    #expect(fixture.store.select { $0.ledger.saveError } == TestError.message)
    try await checkIdle(fixture)
  }

  @Test func `A failed deletion is repeated with the next refresh`() async throws {
    let fixture = ListenerFixture()
    try fixture.dispatch(.delete("birch"))
    _ = try await fixture.nextCall()
    try await fixture.fail()
    try fixture.dispatch(.remote([.birch, .dogwood]))
    guard case .save(let changes) = try await fixture.nextCall() else {
      Issue.record("expected a call of save")
      return
    }
    #expect(changes.inserted == [.dogwood])
    #expect(changes.updated == [])
    #expect(changes.deleted == [.birch])
    #expect(Set(changes.deletedIds) == ["birch", "b1", "b2"])
    try await fixture.end()
    #expect(fixture.store.select { $0.ledger.saveError } == nil)
    // Changes are saved only once.
    try fixture.dispatch(.remote([]))
    #expect(try await fixture.nextCall() == .save(QuakesChanges()))
    try await fixture.end()
    try await checkIdle(fixture)
  }

  @Test func `Changes that could not be saved are saved with the next refresh`() async throws {
    let fixture = ListenerFixture()
    try fixture.dispatch(
      .remote([
        .dogwood, .of("ash", 6), .of("cedar", 0, status: .deleted),
        .of("elm", updated: 2, ids: ["birch"]),
      ]))
    _ = try await fixture.nextCall()
    try await fixture.fail()
    #expect(fixture.status == .success)
    #expect(fixture.store.select { $0.ledger.saveError } == TestError.message)

    // One of them changes again in the meantime.
    try fixture.dispatch(.remote([.of("ash", 7, updated: 2), .of("fir")]))
    guard case .save(let changes) = try await fixture.nextCall() else {
      Issue.record("expected a call of save")
      return
    }
    #expect(
      changes.inserted == [
        .of("fir"), .dogwood,
        .of("elm", updated: 2, ids: ["birch"], formerIds: ["b1", "b2"]),
      ])
    #expect(changes.updated == [.of("ash", 7, updated: 2)])
    #expect(changes.deleted.map(\.id).sorted() == ["birch", "cedar"])
    #expect(changes.deletedIds == [])
    // After another failure all changes are still unsaved.
    try await fixture.fail()
    try fixture.dispatch(.remote([]))
    guard case .save(let again) = try await fixture.nextCall() else {
      Issue.record("expected a call of save")
      return
    }
    #expect(again.inserted.map(\.id) == ["dogwood", "elm", "fir"])
    #expect(again.updated.map(\.id) == ["ash"])
    #expect(again.deleted.map(\.id).sorted() == ["birch", "cedar"])
    try await fixture.end()
    #expect(fixture.store.select { $0.ledger.saveError } == nil)
    try await checkIdle(fixture)
  }

  @Test func `Deleted IDs that could not be saved are saved with the next refresh`()
    async throws
  {
    let fixture = ListenerFixture()
    try fixture.dispatch(.remote([.of("elm", ids: ["gone"])]))
    let changes = QuakesChanges(
      deletedIds: ["elm"], kept: [.goneAsElm], released: ["gone"])
    #expect(try await fixture.nextCall() == .save(changes))
    try await fixture.fail()
    try fixture.dispatch(.remote([]))
    #expect(try await fixture.nextCall() == .save(changes))
    try await fixture.end()
    try await checkIdle(fixture)
  }

  @Test func `A failed deletion of all quakes is repeated with the next refresh`() async throws {
    let fixture = ListenerFixture()
    try fixture.dispatch(.deleteAll)
    #expect(try await fixture.nextCall() == .deleteAll)
    try await fixture.fail()
    try fixture.dispatch(.remote([.ash]))
    guard case .save(let changes) = try await fixture.nextCall() else {
      Issue.record("expected a call of save")
      return
    }
    #expect(changes.inserted == [])
    #expect(changes.deleted.map(\.id).sorted().prefix(2) == ["birch", "cedar"])
    #expect(!changes.deleted.contains(.ash))
    #expect(changes.kept?.map(\.quake.id).prefix(2) == ["birch", "cedar"])
    // These quakes may return with a refresh.
    #expect(changes.deletedIds == [])
    try await fixture.end()
    try await checkIdle(fixture)
  }

  @Test func `A slow feed does not delay a deletion`() async throws {
    let fixture = ListenerFixture()
    try fixture.dispatch(.refresh(.allDay))
    #expect(try await fixture.nextCall() == .fetchRemote(.allDay))
    for quake in [Quake.ash, .birch] {
      try fixture.dispatch(.delete(quake.id))
      #expect(try await fixture.nextCall() == .delete(quake))
      #expect(await fixture.stores.callsInProgress == 2)
      try await fixture.stores.endNewest(with: .success(.done))
      try await eventually("the deletion is on disk") {
        fixture.store.select { $0.ledger.unsaved.isEmpty }
      }
    }
    #expect(fixture.status == .waiting)
    try await fixture.end(with: .feed(QuakesFeed(range: .allDay, generated: .noon, quakes: [])))
    guard case .save = try await fixture.nextCall() else {
      Issue.record("expected a call of save")
      return
    }
    try await fixture.end()
    try await checkIdle(fixture)
  }

  @Test func `All quakes can be deleted during a refresh`() async throws {
    let fixture = ListenerFixture()
    try fixture.dispatch(.refresh(.allDay))
    #expect(try await fixture.nextCall() == .fetchRemote(.allDay))
    try fixture.dispatch(.deleteAll)
    #expect(fixture.store.select { $0.quakes.data } == [:])
    #expect(fixture.status == .waiting)
    try await fixture.end(
      with: .feed(QuakesFeed(range: .allDay, generated: .noon + 9, quakes: [.dogwood])))
    #expect(fixture.store.snapshot.state.values == [.dogwood])
    #expect(fixture.status == .success)

    // The local store receives both in the order of their actions.
    #expect(try await fixture.nextCall() == .deleteAll)
    #expect(await fixture.stores.callsInProgress == 1)
    try await fixture.end()
    guard case .save(let changes) = try await fixture.nextCall() else {
      Issue.record("expected a call of save")
      return
    }
    #expect(changes.inserted == [.dogwood])
    #expect(changes.updated == [])
    #expect(changes.deleted == [])
    try await fixture.end()
    try await checkIdle(fixture)
  }

  /// “Try again” of loaded quakes does nothing, so it must not take the status that
  /// the refresh has set for its own.
  @Test func `An action that does nothing does not disturb a refresh`() async throws {
    let fixture = ListenerFixture()
    // The listener is busy until all actions have been reduced.
    try fixture.dispatch(.delete("ash"))
    #expect(try await fixture.nextCall() == .delete(.ash))
    try fixture.dispatch(.tryAgain)
    try fixture.dispatch(.refresh(.allDay))
    try fixture.dispatch(.deleteAll)
    #expect(fixture.status == .waiting)
    try await fixture.end()

    let calls = [try await fixture.nextCall(), try await fixture.nextCall()]
    #expect(Set(calls) == [.fetchRemote(.allDay), .deleteAll])
    for _ in calls { try await fixture.fail() }
    #expect(await !fixture.stores.calls.contains(.fetchLocal))
    try await checkIdle(fixture)
  }

  @Test func `A quake deleted before it is saved is not saved`() async throws {
    let fixture = ListenerFixture()
    try fixture.dispatch(.delete("ash"))
    #expect(try await fixture.nextCall() == .delete(.ash))
    try fixture.dispatch(.remote([.dogwood]))
    try fixture.dispatch(.delete("dogwood"))
    try await fixture.end()
    #expect(
      try await fixture.nextCall()
        == .save(
          QuakesChanges(
            deletedIds: ["dogwood"], kept: [DeletedQuake(.dogwood, at: .noon)])))
    try await fixture.end()
    #expect(try await fixture.nextCall() == .delete(.dogwood))
    try await fixture.end()
    try await checkIdle(fixture)
  }

  @Test func `Changes are saved one at a time in order`() async throws {
    let fixture = ListenerFixture()
    for id in ["cedar", "ash", "birch"] { try fixture.dispatch(.delete(id)) }
    for quake in [Quake.cedar, .ash, .birch] {
      #expect(try await fixture.nextCall() == .delete(quake))
      #expect(await fixture.stores.callsInProgress == 1)
      try await fixture.end()
    }
    try await checkIdle(fixture)
  }

  @Test func `A failed load can be retried`() async throws {
    let fixture = ListenerFixture(QuakesState())
    try fixture.dispatch(.onAppear)
    #expect(try await fixture.nextCall() == .fetchLocal)
    try await fixture.fail()
    #expect(fixture.status == failed)
    // Appearing again does not retry.
    try fixture.dispatch(.onAppear)
    #expect(fixture.status == failed)
    // A second tap has no effect.
    try fixture.dispatch(.tryAgain)
    try fixture.dispatch(.tryAgain)
    #expect(try await fixture.nextCall() == .fetchLocal)
    try await fixture.end(with: .quakes([.ash]))
    #expect(fixture.values == [.ash])
    #expect(fixture.status == .success)
    try fixture.dispatch(.tryAgain)
    try await checkIdle(fixture)
  }

  @Test func `A failed refresh keeps the quakes`() async throws {
    let fixture = ListenerFixture()
    try fixture.dispatch(.refresh(.allHour))
    _ = try await fixture.nextCall()
    try await fixture.fail()
    #expect(fixture.status == failed)
    #expect(fixture.values == Quake.samples)
    try fixture.dispatch(.refresh(.allDay))
    #expect(try await fixture.nextCall() == .fetchRemote(.allDay))
    try await fixture.fail()
    try await checkIdle(fixture)
  }

  /// After a refresh was saved, the store and the local store are equal,
  /// whatever failed before.
  @Test(arguments: Cases.seeds(6))
  func `The store and the local store agree after a successful save`(_ seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    let fixture = ListenerFixture()
    var expected = ExpectedStorage(fixture.store.snapshot.state)
    for _ in 0..<60 {
      switch Int.random(in: 0..<7, using: &random) {
      case 0, 1:
        let ids = fixture.values.map(\.id)
        guard let id = ids.randomElement(using: &random) else { continue }
        try fixture.dispatch(.delete(id))
      case 2 where Int.random(in: 0..<4, using: &random) == 0:
        try fixture.dispatch(.deleteAll)
      case 3:
        let deleted = fixture.store.snapshot.state.deletions.quakes(in: 0..<100)
        guard let quake = deleted.randomElement(using: &random)?.quake else { continue }
        try fixture.dispatch(
          .restore(Bool.random(using: &random) ? .all : .quake(quakeId: quake.id)))
      default:
        let quakes = (0..<5).map { _ in
          Quake.of(
            "q\(Int.random(in: 0..<12, using: &random))",
            updated: Double(Int.random(in: 0..<20, using: &random)),
            status: Int.random(in: 0..<5, using: &random) == 0 ? .deleted : .reviewed,
            ids: Bool.random(using: &random) ? ["q\(Int.random(in: 0..<12, using: &random))"] : [])
        }
        try fixture.dispatch(.remote(quakes))
      }
      let call = try await fixture.nextCall()
      if Bool.random(using: &random) {
        expected.apply(call)
        try await fixture.end()
      } else {
        try await fixture.fail()
      }
    }
    try fixture.dispatch(.remote([]))
    expected.apply(try await fixture.nextCall())
    try await fixture.end()
    let state = fixture.store.snapshot.state
    #expect(expected.quakes.values.sorted { $0.id < $1.id } == state.values)
    #expect(expected.deletedIds == Set(state.ledger.deleted))
    #expect(
      expected.kept.values.sorted { $0.quake.id < $1.quake.id }
        == state.deletions.quakes(in: 0..<1_000).sorted { $0.quake.id < $1.quake.id })
    checkDerived(of: state)
  }
}

/// The expected content of a local store.
private struct ExpectedStorage {
  var quakes: [Quake.ID: Quake]
  var deletedIds: Set<Quake.ID>
  var kept: [Quake.ID: DeletedQuake]

  init(_ state: QuakesState) {
    kept = Dictionary(
      uniqueKeysWithValues: state.deletions.quakes(in: 0..<1_000).map { ($0.quake.id, $0) })
    quakes = Dictionary(uniqueKeysWithValues: state.values.map { ($0.id, $0) })
    deletedIds = Set(state.ledger.deleted)
  }

  mutating func apply(_ call: StoreCall) {
    switch call {
    case .save(let changes):
      for quake in changes.inserted + changes.updated { quakes[quake.id] = quake }
      for quake in changes.deleted { quakes[quake.id] = nil }
      deletedIds.formUnion(changes.deletedIds)
      deletedIds.subtract(changes.restoredIds ?? [])
      for id in changes.released ?? [] { kept[id] = nil }
      for deleted in changes.kept ?? [] { kept[deleted.quake.id] = deleted }
    case .deleteQuake(let deleted):
      quakes[deleted.quake.id] = nil
      kept[deleted.quake.id] = deleted
      deletedIds.formUnion(deleted.quake.ids)
    case .deleteAll:
      for quake in quakes.values { kept[quake.id] = DeletedQuake(quake, at: .noon) }
      quakes = [:]
    case .fetchLedger, .fetchLocal, .fetchRemote: break
    }
  }
}
