package import HashTreeCollections
import Synchronization

/// A value that follows from a state, and is made when it is asked for: from that of an earlier
/// state and the keys that have changed since.
///
/// So a change of the state costs nothing, and waits for nobody who makes the value. States share
/// it. It is not compared: equal states have equal ones.
package struct Derived<State: Sendable, Key: Hashable & Sendable, Value: Sendable>: Sendable {
  /// The value of an earlier state, and the keys that have changed since.
  package struct Changes {
    package let earlier: (value: Value, state: State)
    package let keys: TreeSet<Key>
  }

  /// The changes since a state whose value was asked for.
  private struct Since: Sendable {
    let place: Place
    let state: State
    var keys: TreeSet<Key> = []
  }

  /// The place of the value of one state.
  private final class Place: Sendable {
    private let asked = Atomic(false)
    private let content: Mutex<(value: Value?, since: Since?)>

    init(_ since: Since?) { content = Mutex((nil, since)) }

    /// True if the value was made, or somebody makes it.
    var isAsked: Bool { asked.load(ordering: .acquiring) }

    func value(of state: State, _ make: (State, Changes?) -> Value) -> Value {
      asked.store(true, ordering: .releasing)
      return content.withLock { content in
        if let value = content.value { return value }
        let changes = content.since.map { since in
          Changes(
            earlier: (since.place.value(of: since.state, make), since.state), keys: since.keys)
        }
        let value = make(state, changes)
        content = (value, nil)
        return value
      }
    }
  }

  /// The number of changes from which on the value is made anew.
  private static var limit: Int { 16_384 }

  private var place = Place(nil)
  private var since: Since?

  package init() {}

  /// Notes that the value of a key in a state is about to change. O(1).
  package mutating func note(_ key: Key, in state: @autoclosure () -> State) {
    if place.isAsked { since = Since(place: place, state: state()) }
    since?.keys.insert(key)
    if let count = since?.keys.count, count > Self.limit { since = nil }
    place = Place(since)
  }

  /// Returns the value of a state.
  ///
  /// - Parameter make: makes the value of a state; from changes, unless there are none or too many.
  package func value(of state: State, _ make: (State, Changes?) -> Value) -> Value {
    place.value(of: state, make)
  }
}

extension Derived: Hashable {
  package static func == (left: Self, right: Self) -> Bool { true }
  package func hash(into hasher: inout Hasher) {}
}
