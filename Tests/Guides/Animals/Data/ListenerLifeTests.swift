import AnimalsData
import HashTreeCollections
import ImmutableData
import TestSupport
import Testing

@Suite struct ListenerLifeTests {
  private let delete = AnimalsAction.UI.animalDetail(
    .onTapDeleteSelectedAnimalButton(animalId: "Dog"))
  private let deleteNewt = AnimalsAction.UI.animalDetail(
    .onTapDeleteSelectedAnimalButton(animalId: "Newt"))

  @Test func `Listening to the same store again changes nothing`() async throws {
    let fixture = ListenerFixture()
    try fixture.dispatch(delete)
    // Actions dispatched before are handled, and only once.
    fixture.listener.listen(to: fixture.store)
    fixture.listener.listen(to: fixture.store)
    #expect(try await fixture.callsBeforeSentinel() == [.delete(animalId: "Dog")])
  }

  @Test func `Another store replaces the first`() async throws {
    let fixture = ListenerFixture()
    let second = AnimalsStore(.loaded)
    fixture.listener.listen(to: second)

    try fixture.dispatch(delete)
    try await second.dispatch(action: .ui(deleteNewt))
    #expect(try await fixture.nextCall() == .delete(animalId: "Newt"))
    try await fixture.persistentStore.end(with: .success(.animal(.newt)))
    try await eventually("the second store has the result") {
      second.select { $0.animals.data["Newt"] } == nil
    }
    #expect(fixture.store.select { $0.animals.data["Newt"] } == .newt)

    // Listening to the first store again handles its new actions.
    fixture.listener.listen(to: fixture.store)
    #expect(try await fixture.callsBeforeSentinel() == [])
  }

  @Test func `An operation in progress is completed after the store is replaced`() async throws {
    let fixture = ListenerFixture()
    try fixture.dispatch(delete)
    #expect(try await fixture.nextCall() == .delete(animalId: "Dog"))
    let second = AnimalsStore(.loaded)
    fixture.listener.listen(to: second)
    try await fixture.end(with: .animal(.dog))
    #expect(await fixture.persistentStore.cancelled == [])
    #expect(fixture.store.select { $0.animals.queue["Dog"] } == .success)
    #expect(second.snapshot.revision == 0)
  }

  @Test func `A stopped listener handles no actions`() async throws {
    let fixture = ListenerFixture()
    fixture.listener.stop()
    try fixture.dispatch(delete)
    // A stopped listener can listen again, and handles new actions.
    fixture.listener.listen(to: fixture.store)
    #expect(try await fixture.callsBeforeSentinel() == [])
  }

  @Test func `An operation in progress is completed after a stop`() async throws {
    let fixture = ListenerFixture()
    try fixture.dispatch(delete)
    #expect(try await fixture.nextCall() == .delete(animalId: "Dog"))
    try fixture.dispatch(deleteNewt)
    let ending = fixture.listener.stop()
    try await fixture.end(with: .animal(.dog))
    await ending?.value
    #expect(await fixture.persistentStore.cancelled == [])
    #expect(fixture.store.select { $0.animals.queue["Dog"] } == .success)
    #expect(fixture.store.select { $0.animals.data["Dog"] } == nil)
    // Operations queued behind it are not started.
    fixture.listener.listen(to: fixture.store)
    #expect(try await fixture.callsBeforeSentinel() == [])
  }

  @Test func `Stopping twice has no effect`() async throws {
    let fixture = ListenerFixture()
    fixture.listener.stop()
    fixture.listener.stop()
    fixture.listener.listen(to: fixture.store)
    try fixture.dispatch(delete)
    #expect(try await fixture.nextCall() == .delete(animalId: "Dog"))
    try await fixture.end(with: .animal(.dog))
  }

  /// A weak reference that closures can capture.
  private final class Weak<Object: AnyObject & Sendable>: Sendable {
    nonisolated(unsafe) private weak var object: Object?

    init(_ object: Object) { self.object = object }

    var isGone: Bool { object == nil }
  }

  @Test func `The listener and its stores are released`() async throws {
    let persistentStore: Weak<ControlledStore>
    let store: Weak<AnimalsStore>
    let listener: Weak<Listener<ControlledStore>>
    do {
      let fixture = ListenerFixture()
      persistentStore = Weak(fixture.persistentStore)
      store = Weak(fixture.store)
      listener = Weak(fixture.listener)
      // The listener has handled an action before it is released.
      try fixture.dispatch(delete)
      #expect(try await fixture.nextCall() == .delete(animalId: "Dog"))
      #expect(!listener.isGone)
      try await fixture.end(with: .animal(.dog))
    }
    try await eventually("the listener is released") { listener.isGone }
    try await eventually("the store is released") { store.isGone }
    try await eventually("the persistent store is released") { persistentStore.isGone }
  }

  @Test func `The store is released after the stop`() async throws {
    let listener = Listener(store: ControlledStore())
    let store: Weak<AnimalsStore>
    do {
      let kept = AnimalsStore(.loaded)
      store = Weak(kept)
      listener.listen(to: kept)
    }
    #expect(!store.isGone, "A listener retains its store.")
    listener.stop()
    try await eventually("the store is released") { store.isGone }
  }
}
