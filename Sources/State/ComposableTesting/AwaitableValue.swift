import Synchronization

/// A value with conditions that tasks can await.
final class AwaitableValue<Value: Sendable>: Sendable {
  private struct Waiter {
    var condition: @Sendable (Value) -> Bool
    var continuation: CheckedContinuation<Void, Never>
  }

  private struct Current {
    var value: Value
    var lastID = 0
    var waiters: [Int: Waiter] = [:]
  }

  private let current: Mutex<Current>

  init(_ value: Value) {
    current = Mutex(Current(value: value))
  }

  /// The current value.
  var value: Value {
    current.withLock { $0.value }
  }

  /// Changes the value, and wakes the tasks whose condition it satisfies.
  func withValue<T: Sendable>(_ change: (inout Value) -> T) -> T {
    let (result, satisfied) = current.withLock { current in
      let result = change(&current.value)
      let satisfied = current.waiters.filter { $0.value.condition(current.value) }
      for id in satisfied.keys { current.waiters[id] = nil }
      return (result, satisfied.values.map(\.continuation))
    }
    for continuation in satisfied { continuation.resume() }
    return result
  }

  /// Waits until the condition is satisfied, or the task is cancelled.
  func wait(until condition: @escaping @Sendable (Value) -> Bool) async {
    let id = current.withLock { current in
      current.lastID += 1
      return current.lastID
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let mustWait = current.withLock { current in
          guard !Task.isCancelled, !condition(current.value) else { return false }
          current.waiters[id] = Waiter(condition: condition, continuation: continuation)
          return true
        }
        if !mustWait { continuation.resume() }
      }
    } onCancel: {
      current.withLock { $0.waiters.removeValue(forKey: id) }?.continuation.resume()
    }
  }
}
