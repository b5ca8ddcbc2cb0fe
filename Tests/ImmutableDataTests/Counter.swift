import ImmutableData

/// A state and actions that make every mistake of a store visible: the state
/// is the sum of all actions so far.
struct Counter: Equatable, Sendable {
  var total = 0

  enum Action: Equatable, Sendable {
    case add(Int)
    case lookAround
    case fail
  }

  struct Failure: Error, Equatable {
    var total: Int
  }

  @Sendable
  static func reduce(_ state: Counter, _ action: Action) throws -> Counter {
    switch action {
    case .add(let number): return Counter(total: state.total + number)
    case .lookAround: return state
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

/// A change that can be compared, as tuples cannot in collections.
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

/// All elements of a stream that ends.
func all(_ stream: AsyncStream<CounterStore.Change>) async -> [Seen] {
  var seen: [Seen] = []
  for await change in stream { seen.append(Seen(change)) }
  return seen
}

/// The first elements of a stream that may go on. It waits for what is lost:
/// the suites have a time limit, so that they fail then.
func first(_ count: Int, of stream: AsyncStream<CounterStore.Change>) async -> [Seen] {
  var seen: [Seen] = []
  var iterator = stream.makeAsyncIterator()
  while seen.count < count, let change = await iterator.next() { seen.append(Seen(change)) }
  return seen
}
