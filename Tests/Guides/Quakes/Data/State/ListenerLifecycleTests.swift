import ImmutableData
import TestSupport
import Testing

@testable import QuakesData

@Suite struct ListenerLifecycleTests {
  @Test func `Listening to the same store again changes nothing`() async throws {
    let fixture = ListenerFixture()
    try fixture.dispatch(.delete("ash"))
    // An earlier action is still handled, and only once.
    fixture.listener.listen(to: fixture.store)
    fixture.listener.listen(to: fixture.store)
    #expect(try await fixture.callsBeforeSentinel() == [.delete(.ash)])
  }

  @Test func `Another store replaces the first`() async throws {
    let fixture = ListenerFixture()
    let second = QuakesStore(.loaded)
    fixture.listener.listen(to: second)
    try fixture.dispatch(.delete("ash"))
    try await second.dispatch(action: .delete("birch"))
    #expect(try await fixture.nextCall() == .delete(.birch))
    try await fixture.stores.end(with: .success(.done))
    try await eventually("the second store has the result") { second.snapshot.revision == 2 }
    #expect(fixture.store.snapshot.revision == 1)

    // Listening again handles only later actions.
    fixture.listener.listen(to: fixture.store)
    #expect(try await fixture.callsBeforeSentinel() == [])
  }

  @Test func `A fetch in progress completes when the store is replaced`() async throws {
    let fixture = ListenerFixture()
    try fixture.dispatch(.refresh(.allDay))
    #expect(try await fixture.nextCall() == .fetchRemote(.allDay))
    let second = QuakesStore(.loaded)
    fixture.listener.listen(to: second)
    try await fixture.end(with: .feed(.of([.dogwood], .allDay)))
    #expect(await fixture.stores.cancelled == [])
    #expect(fixture.status == .success)
    #expect(second.snapshot.revision == 0)
  }

  @Test func `A stopped listener ignores actions`() async throws {
    let fixture = ListenerFixture()
    await fixture.listener.stop().value
    try fixture.dispatch(.delete("ash"))
    // A restarted listener handles only later actions.
    fixture.listener.listen(to: fixture.store)
    #expect(try await fixture.callsBeforeSentinel() == [])
  }

  @Test func `A save in progress completes when the listener is stopped`() async throws {
    let fixture = ListenerFixture()
    try fixture.dispatch(.delete("ash"))
    #expect(try await fixture.nextCall() == .delete(.ash))
    try fixture.dispatch(.delete("birch"))
    let stopping = fixture.listener.stop()
    try await fixture.end()
    await stopping.value
    #expect(await fixture.stores.cancelled == [])
    #expect(
      fixture.store.actions.last
        == .local(.didSaveQuakes(change: .deleteQuake(quakeId: "ash"), result: .success)))
    // Queued actions are not handled.
    fixture.listener.listen(to: fixture.store)
    #expect(try await fixture.callsBeforeSentinel() == [])
  }

  @Test func `Stopping twice has no effect`() async throws {
    let fixture = ListenerFixture()
    fixture.listener.stop()
    await fixture.listener.stop().value
    fixture.listener.listen(to: fixture.store)
    try fixture.dispatch(.delete("ash"))
    #expect(try await fixture.nextCall() == .delete(.ash))
    try await fixture.end()
  }

  /// A weak reference that can be captured by closures.
  private final class Weak<Object: AnyObject & Sendable>: Sendable {
    nonisolated(unsafe) private weak var object: Object?

    init(_ object: Object) { self.object = object }

    var isReleased: Bool { object == nil }
  }

  @Test func `The listener and its stores are released`() async throws {
    let stores: Weak<ControlledStore>
    let store: Weak<QuakesStore>
    let listener: Weak<Listener<ControlledStore, ControlledStore>>
    do {
      let fixture = ListenerFixture()
      stores = Weak(fixture.stores)
      store = Weak(fixture.store)
      listener = Weak(fixture.listener)
      // The listener has handled an action before it is released.
      try fixture.dispatch(.delete("ash"))
      #expect(try await fixture.nextCall() == .delete(.ash))
      let isReleased = listener.isReleased
      #expect(!isReleased)
      try await fixture.end()
    }
    try await eventually("the listener is released") { listener.isReleased }
    try await eventually("the store is released") { store.isReleased }
    try await eventually("the other stores are released") { stores.isReleased }
  }
}
