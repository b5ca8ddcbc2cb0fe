import Synchronization

/// A value that can be waited for.
final class Observed<Value: Sendable>: Sendable {
  private struct Waiter {
    var condition: @Sendable (Value) -> Bool
    var continuation: CheckedContinuation<Void, Never>
  }

  private struct Current {
    var value: Value
    var lastNumber = 0
    var waiters: [Int: Waiter] = [:]
  }

  private let current: Mutex<Current>

  init(_ value: Value) {
    current = Mutex(Current(value: value))
  }

  /// The value as it is now.
  var value: Value {
    current.withLock { $0.value }
  }

  /// Changes the value, and wakes who has waited for what it is then.
  func withValue<T: Sendable>(_ change: (inout Value) -> T) -> T {
    let (result, met) = current.withLock { current in
      let result = change(&current.value)
      let met = current.waiters.filter { $0.value.condition(current.value) }
      for number in met.keys { current.waiters[number] = nil }
      return (result, met.values.map(\.continuation))
    }
    for continuation in met { continuation.resume() }
    return result
  }

  /// Waits until the condition is met, or the waiting task is cancelled.
  func wait(until condition: @escaping @Sendable (Value) -> Bool) async {
    let number = current.withLock { current in
      current.lastNumber += 1
      return current.lastNumber
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let mustWait = current.withLock { current in
          guard !Task.isCancelled, !condition(current.value) else { return false }
          current.waiters[number] = Waiter(condition: condition, continuation: continuation)
          return true
        }
        if !mustWait { continuation.resume() }
      }
    } onCancel: {
      current.withLock { $0.waiters.removeValue(forKey: number) }?.continuation.resume()
    }
  }
}
