import Dispatch
import Synchronization

/// Runs an operation in its own task, and stops waiting for it after a timeout
/// or when the caller is cancelled.
///
/// Unlike a task group, it returns even if the operation ignores its
/// cancellation.
///
/// - Parameter executor: The executor of the task; `nil` for Swift's pool.
/// - Returns: The result of the operation; `nil` if it did not complete in
///   time.
@discardableResult
package func withDeadline<Value: Sendable>(
  _ timeout: Duration, on executor: StoreExecutor? = nil,
  _ body: @escaping @Sendable () async -> Value
) async -> Value? {
  let outcome = Outcome<Value>()
  let operation = Task(executorPreference: executor) {
    outcome.set(await body())
    // A task does not retain its executor.
    withExtendedLifetime(executor) {}
  }
  let deadline = Deadlines.shared.add(after: timeout) { outcome.set(nil) }
  defer {
    operation.cancel()
    Deadlines.shared.remove(deadline)
  }
  return await withTaskCancellationHandler {
    await outcome.value
  } onCancel: {
    outcome.set(nil)
  }
}

/// A value that is set once, and that one task waits for.
final class Outcome<Value: Sendable>: Sendable {
  private enum State {
    case empty
    case awaited(CheckedContinuation<Value?, Never>)
    case set(Value?)
  }

  private let state = Mutex(State.empty)

  /// Sets the value, unless it is set already.
  func set(_ value: Value?) {
    let continuation: CheckedContinuation<Value?, Never>? = state.withLock { state in
      if case .set = state { return nil }
      defer { state = .set(value) }
      guard case .awaited(let continuation) = state else { return nil }
      return continuation
    }
    continuation?.resume(returning: value)
  }

  /// The value, once it is set.
  var value: Value? {
    get async {
      await withCheckedContinuation { continuation in
        let value: Value?? = state.withLock { state in
          if case .set(let value) = state { return .some(value) }
          state = .awaited(continuation)
          return .none
        }
        if let value { continuation.resume(returning: value) }
      }
    }
  }
}

/// Functions that are called when their time has come.
///
/// One timer serves all: most deadlines are removed long before, and a sleeping task
/// for each would wake a thread to find that out.
final class Deadlines: Sendable {
  static let shared = Deadlines()

  private struct State {
    var functions: [Int: @Sendable () -> Void] = [:]
    /// All deadlines in the order of their times. The numbers of removed ones remain
    /// until their time.
    var times: [(time: ContinuousClock.Instant, number: Int)] = []
    /// The number of the last deadline that was added.
    var last = 0
    /// The time of the next call of `callDue`; `nil` if none is scheduled.
    var next: ContinuousClock.Instant?
  }

  private let state = Mutex(State())
  private let queue = DispatchQueue(label: "fieldguide.deadlines")

  /// Calls a function on a thread of its own after a duration. O(1) if no earlier
  /// deadline is later.
  ///
  /// - Returns: The number to remove the deadline by.
  func add(after duration: Duration, _ function: @escaping @Sendable () -> Void) -> Int {
    let time = ContinuousClock.now + duration
    let (number, isFirst) = state.withLock { state in
      state.last += 1
      state.functions[state.last] = function
      let index = (state.times.lastIndex { $0.time <= time } ?? -1) + 1
      state.times.insert((time, state.last), at: index)
      let isFirst = state.next.map { time < $0 } ?? true
      if isFirst { state.next = time }
      return (state.last, isFirst)
    }
    if isFirst { schedule(time) }
    return number
  }

  /// Removes a deadline. Its function may be in progress.
  func remove(_ number: Int) {
    state.withLock { _ = $0.functions.removeValue(forKey: number) }
  }

  private func schedule(_ time: ContinuousClock.Instant) {
    let nanoseconds = max(0, (time - .now) / .nanoseconds(1))
    queue.asyncAfter(deadline: .now() + .nanoseconds(Int(min(nanoseconds, 1e17)))) {
      self.callDue(at: time)
    }
  }

  /// Calls the functions whose time has come, and schedules the next call.
  ///
  /// - Parameter time: The time for which this call was scheduled.
  private func callDue(at time: ContinuousClock.Instant) {
    var due: [@Sendable () -> Void] = []
    var next: ContinuousClock.Instant?
    state.withLock { state in
      // An earlier deadline may have been added meanwhile. It has its own call.
      guard state.next == time else { return }
      let now = ContinuousClock.now
      let end =
        state.times.firstIndex { $0.time > now && state.functions[$0.number] != nil }
        ?? state.times.endIndex
      due = state.times[..<end].compactMap { state.functions.removeValue(forKey: $0.number) }
      state.times.removeFirst(end)
      next = state.times.first?.time
      state.next = next
    }
    for function in due { function() }
    if let next { schedule(next) }
  }
}
