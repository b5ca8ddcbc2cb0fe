import Foundation
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
    #expect(
      try await fixture.callsBeforeSentinel() == [], sourceLocation: sourceLocation)
  }

  @Test func `A refresh is ignored while the stored quakes are loaded`() async throws {
    let fixture = ListenerFixture(QuakesState())
    try fixture.dispatch(.onAppear)
    #expect(try await fixture.nextCall() == .load)
    try fixture.dispatch(.refresh(.allMonth))
    #expect(fixture.store.select { $0.ledger.lastRange } == nil)
    try fixture.dispatch(.data(.loaded(QuakesState([.ash]))))
    #expect(fixture.status == .success)
    try await fixture.stores.end(with: .success(.done))
    try await checkIdle(fixture)
  }

  @Test func `A second refresh is ignored`() async throws {
    let fixture = ListenerFixture()
    try fixture.dispatch(.refresh(.allDay))
    try fixture.dispatch(.refresh(.allMonth))
    #expect(try await fixture.nextCall() == .fetchRemote(.allDay))
    #expect(fixture.store.select { $0.ledger.lastRange } == .allDay)
    try await fixture.end(with: .feed(.of([], .allDay, at: -1e8)))
    _ = try await fixture.nextCall()
    try await fixture.end()
    try await checkIdle(fixture)
  }

  @Test func `A failed deletion is reported`() async throws {
    let fixture = ListenerFixture()
    try fixture.dispatch(.delete("birch"))
    #expect(
      fixture.store.select { $0.ledger.unsaved } == [.deleteQuake(quakeId: "birch"): .waiting])
    #expect(try await fixture.nextCall() == .delete(.birch))
    try await fixture.fail()
    #expect(fixture.status == .success)
    #expect(
      fixture.store.actions.last
        == .local(
          .didSaveQuakes(
            change: .deleteQuake(quakeId: "birch"),
            result: .failure(error: TestError.message))))
    #expect(fixture.store.select { $0.ledger.saveError } == TestError.message)
    #expect(fixture.store.select { $0.ledger.unsaved } == [.deleteQuake(quakeId: "birch"): .failed])
    try await checkIdle(fixture)
  }

  @Test func `A long merge does not delay a deletion`() async throws {
    let fixture = ListenerFixture()
    try fixture.dispatch(.fetched(Quake.feed))
    #expect(try await fixture.nextCall() == .mergeFeed(Quake.feed))
    try fixture.dispatch(.delete("ash"))
    #expect(try await fixture.nextCall() == .delete(.ash))
    try await fixture.stores.end(with: .success(.done), isNewest: true)
    // Another refresh waits for the merge.
    try fixture.dispatch(.remote([.dogwood]))
    #expect(await fixture.stores.callsInProgress == 1)
    try await fixture.stores.end(with: .success(.done))
    #expect(try await fixture.nextCall() == .merge([.dogwood]))
    try await fixture.end()
    #expect(fixture.store.select { $0.ledger.unsaved } == [:])
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
      try await fixture.stores.end(with: .success(.done), isNewest: true)
      try await eventually("the deletion is on disk") {
        fixture.store.select { $0.ledger.unsaved.isEmpty }
      }
    }
    #expect(fixture.status == .waiting)
    try await fixture.end(with: .feed(.of([], .allDay)))
    guard case .mergeFeed = try await fixture.nextCall() else {
      Issue.record("expected a merge")
      return
    }
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
    #expect(Set(calls) == [.fetchRemote(.allDay), .deleteAll(.noon)])
    for _ in calls { try await fixture.fail() }
    #expect(await !fixture.stores.calls.contains(.load))
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
    #expect(try await fixture.nextCall() == .load)
    try await fixture.fail()
    #expect(fixture.status == failed)
    // Appearing again does not retry.
    try fixture.dispatch(.onAppear)
    #expect(fixture.status == failed)
    // A second tap has no effect.
    try fixture.dispatch(.tryAgain)
    try fixture.dispatch(.tryAgain)
    #expect(try await fixture.nextCall() == .load)
    try fixture.dispatch(.data(.loaded(QuakesState([.ash]))))
    try await fixture.stores.end(with: .success(.done))
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
    try fixture.dispatch(.refresh(.allDay))
    #expect(try await fixture.nextCall() == .fetchRemote(.allDay))
    try await fixture.fail()
    try await checkIdle(fixture)
  }
}
