import Composable
import Dispatch
import ImmutableData
import Synchronization
import TestSupport
import Testing

/// The behaviour of a store with effects as a `Store`.
@Suite(.timeLimit(.minutes(5)))
struct StoreEffectsTests {
  @Test func `Actions that are sent immediately are reduced before dispatch returns`() throws {
    let store = Script(["tap": .value("a"), "a": .value("b")])
    try store.dispatch(action: "tap")
    #expect(store.select { $0 } == ["tap", "a", "b"])
    #expect(store.snapshot.revision == 3)
  }

  @Test func `Streams and the history report every action with its old state`() async throws {
    let store = Script(["tap": .value("a"), "a": .run { await $0("b") }])
    let stream = store.makeStream()
    try await store.dispatch(action: "tap")

    var streamed: [Script.Change] = []
    for await change in stream {
      streamed.append(change)
      if streamed.count == 3 { break }
    }
    let history = try #require(store.changes(after: 0, through: 3))
    for changes in [streamed, history] {
      #expect(changes.map(\.action) == ["tap", "a", "b"])
      #expect(changes.map(\.oldState) == [[], ["tap"], ["tap", "a"]])
    }
  }

  @Test func `A rejected action has no effect`() throws {
    struct Rejected: Error {}
    let store = Script(["tap": .value("a")])
    #expect(throws: Rejected.self) {
      try store.dispatch(action: "tap") { _ in throw Rejected() }
    }
    #expect(store.snapshot.revision == 0)
    try store.dispatch(action: "tap") { #expect($0 == []) }
    #expect(store.snapshot.revision == 2)
  }

  @Test func `A thunk reads the state after the follow-ups of its action`() throws {
    let store = Script(["tap": .value("a")])
    try store.dispatch { dispatcher, selector in
      try dispatcher.dispatch(action: "tap")
      #expect(selector.select { $0 } == ["tap", "a"])
    }
  }

  @Test func `An effect reads the state after its action`() async throws {
    let box = Box<Script>()
    let seen = Mutex<[String]?>(nil)
    let done = Gate()
    let store = Script([
      "tap": .run { send in
        seen.withLock { $0 = box.value?.select { $0 } }
        done.open()
      }
    ])
    box.value = store
    try store.run("tap")
    await done.wait()
    #expect(seen.withLock { $0 } == ["tap"])
  }

  @Test func `Any thread may dispatch and run effects`() async {
    struct Counts: Equatable {
      var dispatched = 0
      var immediate = 0
      var later = 0
    }
    enum Action { case dispatched, immediate, later }
    let reducer = ComposableReducer<Counts, Action, Void> { state, action, _ in
      switch action {
      case .dispatched:
        state.dispatched += 1
        return .merge(.value(.immediate), .run { await $0(.later) })
      case .immediate: state.immediate += 1
      case .later: state.later += 1
      }
      return .none
    }
    let store = Store(initialState: Counts(), reducer: reducer, environment: (), report: { _ in })
    let misses = Mutex(0)
    DispatchQueue.concurrentPerform(iterations: 8) { _ in
      for number in 1...1000 {
        try? store.dispatch(action: .dispatched)
        // The actions of this thread and their immediate follow-ups are reduced.
        let hasMissed = store.select { $0.dispatched < number || $0.immediate < number }
        if hasMissed { misses.withLock { $0 += 1 } }
      }
    }
    #expect(misses.withLock { $0 } == 0)
    await store.reach { $0.later == 8000 }
    #expect(store.select { $0 } == Counts(dispatched: 8000, immediate: 8000, later: 8000))
    #expect(store.snapshot.revision == 24_000)
  }
}
