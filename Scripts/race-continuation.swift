import Glibc

/// A replacement for the continuation of the standard library, whose order the thread
/// sanitizer does not always see: what is written before it is resumed is before what is
/// read after the wait. See `Scripts/race`.
struct CheckedContinuation<Value, Failure: Error>: Sendable {
  private let base: _Concurrency.CheckedContinuation<Value, Failure>
  private let order: Order

  init(_ base: _Concurrency.CheckedContinuation<Value, Failure>, _ order: Order) {
    self.base = base
    self.order = order
  }

  func resume(returning value: sending Value) {
    order.pass()
    base.resume(returning: value)
  }

  func resume(throwing error: Failure) {
    order.pass()
    base.resume(throwing: error)
  }

  func resume(with result: sending Result<Value, Failure>) {
    order.pass()
    base.resume(with: result)
  }

  func resume() where Value == Void { resume(returning: ()) }

  /// A lock, which the sanitizer sees.
  final class Order: @unchecked Sendable {
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>

    init() {
      mutex = .allocate(capacity: 1)
      pthread_mutex_init(mutex, nil)
    }

    deinit {
      pthread_mutex_destroy(mutex)
      mutex.deallocate()
    }

    func pass() {
      pthread_mutex_lock(mutex)
      pthread_mutex_unlock(mutex)
    }
  }
}

func withOrderedContinuation<Value>(
  isolation: isolated (any Actor)? = #isolation, function: String = #function,
  _ body: (CheckedContinuation<Value, Never>) -> Void
) async -> sending Value {
  let order = CheckedContinuation<Value, Never>.Order()
  let value = await _Concurrency.withCheckedContinuation(isolation: isolation, function: function) {
    body(CheckedContinuation($0, order))
  }
  order.pass()
  return value
}

func withOrderedThrowingContinuation<Value>(
  isolation: isolated (any Actor)? = #isolation, function: String = #function,
  _ body: (CheckedContinuation<Value, any Error>) -> Void
) async throws -> sending Value {
  let order = CheckedContinuation<Value, any Error>.Order()
  defer { order.pass() }
  return try await _Concurrency.withCheckedThrowingContinuation(
    isolation: isolation, function: function
  ) {
    body(CheckedContinuation($0, order))
  }
}
