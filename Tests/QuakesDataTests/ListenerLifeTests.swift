import HashTreeCollections
import ImmutableData
import TestSupport
import Testing

@testable import QuakesData

@Suite struct ListenerLifeTests {
  @Test func `Listening to the same store again changes nothing`() async throws {
    let fixture = ListenerFixture()
    try fixture.dispatch(.delete("ash"))
    // What was dispatched before is still heard, and once.
    fixture.listener.listen(to: fixture.store)
    fixture.listener.listen(to: fixture.store)
    let calls = try await fixture.callsBeforeSentinel()
    #expect(calls == [.delete(.ash)])
  }

  @Test func `Another store takes the place of the first`() async throws {
    let fixture = ListenerFixture()
    let second = QuakesStore(.loaded)
    fixture.listener.listen(to: second)
    try fixture.dispatch(.delete("ash"))
    try await second.dispatch(action: .delete("birch"))
    #expect(try await fixture.nextCall() == .delete(.birch))
    try await fixture.stores.end(with: .success(.done))
    try await eventually("the second store has the outcome") { second.snapshot.revision == 2 }
    #expect(fixture.store.snapshot.revision == 1)

    // Back again: it hears what comes from now on.
    fixture.listener.listen(to: fixture.store)
    let calls = try await fixture.callsBeforeSentinel()
    #expect(calls == [])
  }

  @Test func `Running work ends although another store comes`() async throws {
    let fixture = ListenerFixture()
    try fixture.dispatch(.refresh(.allDay))
    #expect(try await fixture.nextCall() == .fetchRemote(.allDay))
    let second = QuakesStore(.loaded)
    fixture.listener.listen(to: second)
    try await fixture.end(
      with: .feed(QuakesFeed(range: .allDay, generated: .noon, quakes: [.dogwood])))
    #expect(await fixture.stores.cancelled == [])
    #expect(fixture.status == .success)
    #expect(fixture.values.contains(.dogwood))
    #expect(second.snapshot.revision == 0)
  }

  @Test func `A stopped listener hears nothing more`() async throws {
    let fixture = ListenerFixture()
    await fixture.listener.stop().value
    try fixture.dispatch(.delete("ash"))
    // It can begin anew, and hears what comes from then on.
    fixture.listener.listen(to: fixture.store)
    let calls = try await fixture.callsBeforeSentinel()
    #expect(calls == [])
  }

  @Test func `Running work ends although the listener is stopped`() async throws {
    let fixture = ListenerFixture()
    try fixture.dispatch(.delete("ash"))
    #expect(try await fixture.nextCall() == .delete(.ash))
    try fixture.dispatch(.delete("birch"))
    let ending = fixture.listener.stop()
    try await fixture.end()
    await ending.value
    #expect(await fixture.stores.cancelled == [])
    #expect(
      fixture.store.actions.last
        == .local(.didSaveQuakes(change: .deleteQuake(quakeId: "ash"), result: .success)))
    // What waited behind it is not begun.
    fixture.listener.listen(to: fixture.store)
    let calls = try await fixture.callsBeforeSentinel()
    #expect(calls == [])
  }

  @Test func `Stopping twice does no harm`() async throws {
    let fixture = ListenerFixture()
    fixture.listener.stop()
    await fixture.listener.stop().value
    fixture.listener.listen(to: fixture.store)
    try fixture.dispatch(.delete("ash"))
    #expect(try await fixture.nextCall() == .delete(.ash))
    try await fixture.end()
  }

  /// A weak reference that closures may hold.
  private final class Weak<Object: AnyObject & Sendable>: Sendable {
    nonisolated(unsafe) private weak var object: Object?

    init(_ object: Object) { self.object = object }

    var isGone: Bool { object == nil }
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
      // It has worked before it is let go.
      try fixture.dispatch(.delete("ash"))
      #expect(try await fixture.nextCall() == .delete(.ash))
      let isGone = listener.isGone
      #expect(!isGone)
      try await fixture.end()
    }
    try await eventually("the listener is let go") { listener.isGone }
    try await eventually("the store is let go") { store.isGone }
    try await eventually("the other stores are let go") { stores.isGone }
  }
}
