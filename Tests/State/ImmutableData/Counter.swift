import ImmutableData

/// The sum of all actions so far, which makes every error of a store visible.
struct Counter: Equatable, Sendable {
  var total = 0

  enum Action: Equatable, Sendable {
    case add(Int)
    case doNothing
    case fail
  }

  struct Failure: Error, Equatable {
    var total: Int
  }

  @Sendable
  static func reduce(_ state: Counter, _ action: Action) throws -> Counter {
    switch action {
    case .add(let number): return Counter(total: state.total + number)
    case .doNothing: return state
    case .fail: throw Failure(total: state.total)
    }
  }
}

typealias CounterStore = Store<Counter, Counter.Action>

extension Store where State == Counter, Action == Counter.Action {
  convenience init(historyCapacity: Int = 64) {
    self.init(
      initialState: Counter(), historyCapacity: historyCapacity, reducer: Counter.reduce)
  }

  var total: Int { select { $0.total } }
}

/// A change that is equatable, unlike a tuple.
struct Seen: Equatable {
  var oldTotal: Int
  var action: Counter.Action

  init(_ oldTotal: Int, _ action: Counter.Action) {
    self.oldTotal = oldTotal
    self.action = action
  }

  init(_ change: CounterStore.Change) {
    self.init(change.oldState.total, change.action)
  }
}

/// Returns all elements of a stream that ends.
func all(_ stream: AsyncStream<CounterStore.Change>) async -> [Seen] {
  var seen: [Seen] = []
  for await change in stream { seen.append(Seen(change)) }
  return seen
}

/// Returns the first elements of a stream that may continue. It waits for
/// missing elements until the time limit of the suite fails the test.
func first(_ count: Int, of stream: AsyncStream<CounterStore.Change>) async -> [Seen] {
  var seen: [Seen] = []
  var iterator = stream.makeAsyncIterator()
  while seen.count < count, let change = await iterator.next() { seen.append(Seen(change)) }
  return seen
}
