import ImmutableData
import Testing

/// The elements that subscribers of `makeStream()` receive.
@Suite(.timeLimit(.minutes(5)))
struct StoreStreamTests {
  @Test func `A slow subscriber receives every old state`() async throws {
    let store = CounterStore()
    let stream = store.makeStream()
    for _ in 1...5 { try await store.dispatch(action: .add(1)) }

    var iterator = stream.makeAsyncIterator()
    for oldTotal in 0..<5 {
      let change = await iterator.next()
      #expect(change?.oldState == Counter(total: oldTotal))
      #expect(store.total == 5)
    }
  }

  @Test func `Elements arrive in dispatch order, and none is lost`() async {
    let count = 10_000
    let stream = {
      let store = CounterStore()
      let stream = store.makeStream()
      for number in 0..<count { try? store.dispatch(action: .add(number)) }
      return stream
    }()

    var total = 0
    let expected = (0..<count).map { number in
      defer { total += number }
      return Seen(total, .add(number))
    }
    #expect(await all(stream) == expected)
  }

  @Test func `Every stream gets every element`() async throws {
    let store = CounterStore()
    let streams = [store.makeStream(), store.makeStream(), store.makeStream()]
    try await store.dispatch(action: .add(1))
    try await store.dispatch(action: .add(2))
    for stream in streams {
      #expect(await first(2, of: stream) == [Seen(0, .add(1)), Seen(1, .add(2))])
    }
  }

  @Test func `A filtered stream gets the actions that it includes`() async throws {
    let store = CounterStore()
    let stream = store.makeStream { $0 == .add(2) }
    for number in 1...3 { try await store.dispatch(action: .add(number)) }
    try await store.dispatch(action: .add(2))
    #expect(await first(2, of: stream) == [Seen(1, .add(2)), Seen(6, .add(2))])
  }

  @Test func `A late subscriber receives no earlier elements`() async throws {
    let stream = try {
      let store = CounterStore()
      try store.dispatch(action: .add(1))
      let stream = store.makeStream()
      try store.dispatch(action: .add(2))
      return stream
    }()
    #expect(await all(stream) == [Seen(1, .add(2))])
  }

  @Test func `Cancelling a subscriber does not affect the others`() async throws {
    let store = CounterStore()
    let (cancelled, other) = (store.makeStream(), store.makeStream())
    try await store.dispatch(action: .add(1))

    let (hasStarted, started) = AsyncStream<Void>.makeStream()
    let task = Task {
      var seen: [Seen] = []
      for await change in cancelled {
        seen.append(Seen(change))
        started.yield()
      }
      return seen
    }
    for await _ in hasStarted { break }
    task.cancel()
    #expect(await task.value == [Seen(0, .add(1))])

    try await store.dispatch(action: .add(2))
    #expect(await first(2, of: other) == [Seen(0, .add(1)), Seen(1, .add(2))])
  }

  @Test func `Streams deliver buffered elements and end when the store is released`() async throws {
    weak var released: CounterStore?
    let streams = try {
      let store = CounterStore()
      released = store
      let streams = [store.makeStream(), store.makeStream()]
      try store.dispatch(action: .add(1))
      try store.dispatch(action: .add(2))
      return streams
    }()
    #expect(released == nil)
    for stream in streams {
      #expect(await all(stream) == [Seen(0, .add(1)), Seen(1, .add(2))])
    }
  }

  @Test func `A waiting subscriber ends when the store is released`() async throws {
    var store = Optional(CounterStore())
    let stream = try #require(store?.makeStream())
    try await store?.dispatch(action: .add(1))

    let (hasRead, read) = AsyncStream<Void>.makeStream()
    let loop = Task {
      var seen: [Seen] = []
      for await change in stream {
        seen.append(Seen(change))
        read.yield()
      }
      return seen
    }
    for await _ in hasRead { break }
    store = nil
    #expect(await loop.value == [Seen(0, .add(1))])
  }

  @Test func `A subscriber may dispatch`() async throws {
    let store = CounterStore()
    let stream = store.makeStream()
    try await store.dispatch(action: .add(3))

    var iterator = stream.makeAsyncIterator()
    while let change = await iterator.next(), case .add(let number) = change.action, number > 0 {
      try await store.dispatch(action: .add(number - 1))
    }
    #expect(store.total == 3 + 2 + 1)
    #expect(store.snapshot.revision == 4)
  }
}
