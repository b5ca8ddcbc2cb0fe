/// A value for each key that is not idle, such as a client. If there are too many, those that
/// were changed longest ago are forgotten.
struct BoundedTable<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private let initial: Value
  private let capacity: Int
  private let isIdle: @Sendable (Value, _ now: Double) -> Bool
  private var entries: [Key: (value: Value, change: Int)] = [:]
  private var changes = 0

  /// - Parameters:
  ///   - initial: the value of a key that is not in the table.
  ///   - capacity: the maximum number of keys.
  ///   - isIdle: returns true for a value that need not be kept.
  init(
    _ initial: Value, capacity: Int = .max,
    isIdle: @escaping @Sendable (Value, _ now: Double) -> Bool
  ) {
    self.initial = initial
    self.capacity = capacity
    self.isIdle = isIdle
  }

  subscript(key: Key) -> Value { entries[key]?.value ?? initial }

  /// Changes the value of a key, and forgets it if it is idle then.
  ///
  /// - Parameter now: the time, for values that become idle by themselves.
  mutating func update<Result>(
    _ key: Key, at now: Double = 0, _ change: (inout Value) -> Result
  ) -> Result {
    if entries.count >= capacity, entries[key] == nil { makeRoom(at: now) }
    changes += 1
    let unused = (initial, 0)
    let result = change(&entries[key, default: unused].value)
    if let entry = entries[key] {
      entries[key] = isIdle(entry.value, now) ? nil : (entry.value, changes)
    }
    return result
  }

  /// Forgets the idle keys, and the oldest tenth of the others: sorting them all for each new key
  /// would be expensive.
  private mutating func makeRoom(at now: Double) {
    entries = entries.filter { !isIdle($0.value.value, now) }
    let excess = entries.count - capacity + max(1, capacity / 10)
    guard excess > 0 else { return }
    for (key, _) in entries.sorted(by: { $0.value.change < $1.value.change }).prefix(excess) {
      entries[key] = nil
    }
  }

  /// Forgets a key.
  mutating func reset(_ key: Key) { entries[key] = nil }
}

extension BoundedTable where Value: Equatable {
  /// Creates a table whose values need not be kept if they are the initial one.
  init(_ initial: Value, capacity: Int = .max) {
    self.init(initial, capacity: capacity) { value, _ in value == initial }
  }
}

extension BoundedTable where Value == TokenBucket {
  /// Creates a table of token buckets for 10,000 keys.
  init(capacity: Double, secondsToFill: Double) {
    self.init(
      TokenBucket(capacity: capacity, perSecond: capacity / secondsToFill), capacity: 10_000
    ) { $0.isFull(at: $1) }
  }
}
