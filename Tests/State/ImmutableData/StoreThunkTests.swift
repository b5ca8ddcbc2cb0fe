import ImmutableData
import Synchronization
import Testing

private struct ThunkError: Error, Equatable {
  var place: String
}

private enum Context {
  @TaskLocal static var name = "none"
}

/// `dispatch(thunk:)`, synchronous.
struct StoreThunkTests {
  @Test func `A thunk is called immediately, with the store as both arguments`() {
    let store = CounterStore()
    let log = Mutex<[String]>([])
    log.withLock { $0.append("before") }
    store.dispatch { dispatcher, selector in
      #expect(dispatcher === store)
      #expect(selector === store)
      log.withLock { $0.append("thunk") }
    }
    log.withLock { $0.append("after") }
    #expect(log.withLock { $0 } == ["before", "thunk", "after"])
  }

  @Test func `A thunk by itself neither reduces nor publishes`() {
    let store = CounterStore()
    store.dispatch { _, _ in }
    #expect(store.snapshot.revision == 0)
  }

  @Test func `An action is reduced before the thunk's next statement`() throws {
    let store = CounterStore()
    try store.dispatch { dispatcher, selector in
      try dispatcher.dispatch(action: .add(1))
      #expect(selector.total == 1)
      try dispatcher.dispatch(action: .add(2))
      #expect(selector.total == 3)
    }
    #expect(store.snapshot.revision == 2)
  }

  @Test func `The error of a thunk is rethrown, and its earlier actions stay applied`() {
    let store = CounterStore()
    #expect(throws: ThunkError(place: "thunk")) {
      try store.dispatch { dispatcher, _ in
        try dispatcher.dispatch(action: .add(1))
        throw ThunkError(place: "thunk")
      }
    }
    #expect(store.total == 1)
  }

  @Test func `A thunk rethrows the error of the reducer`() {
    let store = CounterStore()
    #expect(throws: Counter.Failure(total: 4)) {
      try store.dispatch { dispatcher, _ in
        try dispatcher.dispatch(action: .add(4))
        try dispatcher.dispatch(action: .fail)
        try dispatcher.dispatch(action: .add(8))
      }
    }
    #expect(store.total == 4)
  }

  @Test func `Thunks nest`() throws {
    let store = CounterStore()
    try store.dispatch { dispatcher, _ in
      try dispatcher.dispatch(action: .add(1))
      try dispatcher.dispatch { dispatcher, selector in
        #expect(selector.total == 1)
        try dispatcher.dispatch(action: .add(2))
      }
      try dispatcher.dispatch(action: .add(4))
    }
    #expect(store.changes(after: 0, through: 3)?.map(\.action) == [.add(1), .add(2), .add(4)])
  }
}

/// `dispatch(thunk:)`, asynchronous.
@Suite(.timeLimit(.minutes(5)))
struct StoreAsyncThunkTests {
  @Test func `A thunk runs in the caller's task, and dispatch waits for it`() async {
    let store = CounterStore()
    let log = Mutex<[String]>([])
    await Context.$name.withValue("caller") {
      await store.dispatch { dispatcher, selector in
        #expect(dispatcher === store)
        #expect(selector === store)
        await Task.yield()
        log.withLock { $0.append(Context.name) }
      }
      log.withLock { $0.append("after") }
    }
    #expect(log.withLock { $0 } == ["caller", "after"])
    #expect(store.snapshot.revision == 0)
  }

  @Test func `Other actions are reduced while a thunk is suspended`() async throws {
    let store = CounterStore()
    let (hasPaused, paused) = AsyncStream<Void>.makeStream()
    let (mayContinue, resume) = AsyncStream<Void>.makeStream()

    async let totals = {
      let totals = Mutex<[Int]>([])
      try await store.dispatch { dispatcher, selector in
        try await dispatcher.dispatch(action: .add(1))
        totals.withLock { $0.append(selector.total) }
        paused.yield()
        for await _ in mayContinue { break }
        totals.withLock { $0.append(selector.total) }
        try await dispatcher.dispatch(action: .add(100))
      }
      return totals.withLock { $0 }
    }()

    for await _ in hasPaused { break }
    try await store.dispatch(action: .add(10))
    resume.yield()
    #expect(try await totals == [1, 11])
    #expect(store.total == 111)
  }

  @Test
  func `The error of an asynchronous thunk is rethrown, and its earlier actions stay applied`()
    async
  {
    let store = CounterStore()
    await #expect(throws: ThunkError(place: "async")) {
      try await store.dispatch { dispatcher, _ in
        try await dispatcher.dispatch(action: .add(1))
        await Task.yield()
        throw ThunkError(place: "async")
      }
    }
    #expect(store.total == 1)
  }

  @Test func `Thunks of both kinds nest`() async throws {
    let store = CounterStore()
    try await store.dispatch { dispatcher, _ in
      try await dispatcher.dispatch(action: .add(1))
      try await dispatcher.dispatch { dispatcher, selector in
        await Task.yield()
        #expect(selector.total == 1)
        try await dispatcher.dispatch(action: .add(2))
      }
      try Self.addFour(dispatcher)
    }
    #expect(
      store.changes(after: 0, through: 3)?.map(\.action) == [.add(1), .add(2), .add(4)])
  }

  /// A separate function, because an asynchronous closure selects the
  /// asynchronous `dispatch`.
  private static func addFour(_ store: CounterStore) throws {
    try store.dispatch { dispatcher, _ in try dispatcher.dispatch(action: .add(4)) }
  }
}
