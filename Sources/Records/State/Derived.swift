package import HashTreeCollections
import Synchronization

/// A value that follows from a state, and is made when it is asked for: from that of an earlier
/// state and the keys that have changed since.
///
/// So a change of the state costs nothing, and states share the value. It is not compared: equal
/// states have equal ones.
package struct Derived<State: Sendable, Key: Hashable & Sendable, Value: Sendable>: Sendable {
  /// The changes since a value was made.
  package struct Changes: Sendable {
    package let earlier: (value: Value, state: State)
    package fileprivate(set) var keys: TreeSet<Key> = []
  }

  private final class Present: Sendable {
    let value: Mutex<(made: Value?, changes: Changes?)>
    init(_ changes: Changes? = nil) { value = Mutex((nil, changes)) }
  }

  /// The number of changes from which on the value is made anew.
  private static var limit: Int { 16_384 }

  private var present = Present()

  package init() {}

  /// Notes that the value of a key in a state is about to change. O(1).
  package mutating func note(_ key: Key, in state: @autoclosure () -> State) {
    var (made, changes) = present.value.withLock { $0 }
    if let made { changes = Changes(earlier: (made, state())) }
    changes?.keys.insert(key)
    if let count = changes?.keys.count, count > Self.limit { changes = nil }
    present = Present(changes)
  }

  /// Returns the value, and makes it if it has not been made.
  ///
  /// - Parameter make: makes the value; from changes, unless there are none or too many.
  package func value(_ make: (Changes?) -> Value) -> Value {
    present.value.withLock { present in
      if let made = present.made { return made }
      let value = make(present.changes)
      present = (value, nil)
      return value
    }
  }
}

extension Derived: Hashable {
  package static func == (left: Self, right: Self) -> Bool { true }
  package func hash(into hasher: inout Hasher) {}
}
