import TestSupport
import Testing

@testable import ImmutableUI

/// A page with a component, for scoped view stores.
struct Parent: Hashable, Sendable {
  var title = "Photos"
  var isOn = false
  var message: String?
  var child = Child()

  struct Child: Hashable, Sendable {
    var copy = "Banner"
  }

  enum Action: Hashable, Sendable {
    case rename(String)
    case setOn(Bool)
    case refresh
    case dismiss
    case show(String?)
    case child(ChildAction)
  }

  enum ChildAction: Hashable, Sendable {
    case submit(String)
  }
}

@Suite(.timeLimit(.minutes(1)))
struct ViewStoreTests {
  @Test func `A scoped store reads its part and sends its case`() async throws {
    let log = EventLog()
    let store = MockViewStore<Parent, Parent.Action>(viewState: Parent()) { log.append("\($0)") }
    let child = store.scoped(state: \.child, action: Parent.Action.child)
    #expect(child.viewState == Parent.Child())
    try await child.send(.submit("New"))
    #expect(log.take() == ["\(Parent.Action.child(.submit("New")))"])
  }

  @Test func `A scoped store can be scoped`() async throws {
    let log = EventLog()
    let store = MockViewStore<Parent, Parent.Action>(viewState: Parent()) { log.append("\($0)") }
    let text = store.scoped(state: \.child, action: Parent.Action.child)
      .scoped(state: \.copy, action: Parent.ChildAction.submit)
    #expect(text.viewState == "Banner")
    try await text.send("New")
    #expect(log.take() == ["\(Parent.Action.child(.submit("New")))"])
  }

  @Test func `A scoped store is a value`() {
    let store = MockViewStore<Parent, Parent.Action>(viewState: Parent())
    let child = store.scoped(state: \.child, action: Parent.Action.child)
    #expect(Mirror(reflecting: child).displayStyle == .struct)
  }

  @Test func `An error of a child is thrown to the child`() async {
    let store = MockViewStore<Parent, Parent.Action>(
      viewState: Parent(), outcome: .fails(TestError()))
    await #expect(throws: TestError()) {
      try await store.scoped(state: \.child, action: Parent.Action.child).send(.submit(""))
    }
  }

  @Test func `A mock accepts actions and does not change`() async throws {
    let store = MockViewStore<Parent, Parent.Action>(viewState: Parent())
    try await store.send(.refresh)
    #expect(store.viewState == Parent())
  }

  @Test func `A mock can fail`() async {
    let store = MockViewStore<Parent, Parent.Action>(
      viewState: Parent(), outcome: .fails(TestError()))
    await #expect(throws: TestError()) { try await store.send(.refresh) }
  }

  @Test func `A mock can wait`() async throws {
    let log = EventLog()
    let store = MockViewStore<Parent, Parent.Action>(viewState: Parent(), outcome: .waits) {
      log.append("\($0)")
    }
    let task = Task { try await store.send(.refresh) }
    while log.take().isEmpty { await Task.yield() }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }
}
