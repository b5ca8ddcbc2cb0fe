import Composable
import Dispatch
import ImmutableData
import Synchronization
import TestSupport
import Testing

/// A store with effects is a store.
@Suite(.timeLimit(.minutes(5)))
struct StoreEffectsTests {
  @Test func `Actions sent at once are reduced before dispatch returns`() throws {
    let store = Script(["tap": .value("a"), "a": .value("b")])
    try store.dispatch(action: "tap")
    #expect(store.select { $0 } == ["tap", "a", "b"])
    #expect(store.snapshot.revision == 3)
  }

  @Test func `Streams and the history report every action with its old state`() async throws {
    let store = Script(["tap": .value("a"), "a": .run { await $0("b") }])
    let stream = store.makeStream()
    try await store.dispatch(action: "tap")

    var told: [Script.Change] = []
    for await change in stream {
      told.append(change)
      if told.count == 3 { break }
    }
    let remembered = try #require(store.changes(after: 0, through: 3))
    for changes in [told, remembered] {
      #expect(changes.map(\.action) == ["tap", "a", "b"])
      #expect(changes.map(\.oldState) == [[], ["tap"], ["tap", "a"]])
    }
  }

  @Test func `An action that is refused has no effect`() throws {
    struct Refused: Error {}
    let store = Script(["tap": .value("a")])
    #expect(throws: Refused.self) {
      try store.dispatch(action: "tap") { _ in throw Refused() }
    }
    #expect(store.snapshot.revision == 0)
    try store.dispatch(action: "tap") { #expect($0 == []) }
    #expect(store.snapshot.revision == 2)
  }

  @Test func `A thunk sees what follows from its action`() throws {
    let store = Script(["tap": .value("a")])
    try store.dispatch { dispatcher, selector in
      try dispatcher.dispatch(action: "tap")
      #expect(selector.select { $0 } == ["tap", "a"])
    }
  }

  @Test func `An effect sees the state that its action led to`() async throws {
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
    struct Tally: Equatable {
      var dispatched = 0
      var atOnce = 0
      var later = 0
    }
    enum Action { case dispatched, atOnce, later }
    let reducer = Reducer<Tally, Action, Void> { state, action, _ in
      switch action {
      case .dispatched:
        state.dispatched += 1
        return .merge(.value(.atOnce), .run { await $0(.later) })
      case .atOnce: state.atOnce += 1
      case .later: state.later += 1
      }
      return .none
    }
    let store = Store(initialState: Tally(), reducer: reducer, environment: (), report: { _ in })
    let misses = Mutex(0)
    DispatchQueue.concurrentPerform(iterations: 8) { _ in
      for number in 1...1000 {
        try? store.dispatch(action: .dispatched)
        // The thread's own actions are reduced, and what follows at once is.
        let hasMissed = store.select { $0.dispatched < number || $0.atOnce < number }
        if hasMissed { misses.withLock { $0 += 1 } }
      }
    }
    #expect(misses.withLock { $0 } == 0)
    await store.reach { $0.later == 8000 }
    #expect(store.select { $0 } == Tally(dispatched: 8000, atOnce: 8000, later: 8000))
    #expect(store.snapshot.revision == 24_000)
  }
}
