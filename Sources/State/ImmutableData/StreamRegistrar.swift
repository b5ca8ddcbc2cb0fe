import Synchronization

/// The open streams of one store.
///
/// By default a stream has an unbounded buffer, so that a slow subscriber loses
/// nothing. Stream identifiers start at 1 and are never reused.
final class StreamRegistrar<Element: Sendable>: Sendable {
  /// A subscriber. An object, because a list of them is copied for each element.
  private final class Subscription: Sendable {
    let yield: @Sendable (Element) -> Void
    let finish: @Sendable () -> Void

    init<Output>(
      _ continuation: AsyncStream<Output>.Continuation,
      _ output: @escaping @Sendable (Element) -> Output?
    ) {
      yield = { element in
        if let output = output(element) { continuation.yield(output) }
      }
      finish = { continuation.finish() }
    }
  }

  private struct Registrations {
    var lastID = 0
    var subscriptions: [Int: Subscription] = [:]
  }

  private let registrations = Mutex(Registrations())

  /// The number of open streams.
  var count: Int {
    registrations.withLock { $0.subscriptions.count }
  }

  /// - Parameter output: Returns what the subscriber receives of an element; `nil`
  ///   for nothing. It is called while elements are yielded, so that those that it
  ///   excludes do not wake the subscriber.
  func makeStream<Output: Sendable>(
    bufferingPolicy: AsyncStream<Output>.Continuation.BufferingPolicy = .unbounded,
    _ output: @escaping @Sendable (Element) -> Output?
  ) -> AsyncStream<Output> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: Output.self, bufferingPolicy: bufferingPolicy)
    let id = registrations.withLock { registrations in
      registrations.lastID += 1
      registrations.subscriptions[registrations.lastID] = Subscription(continuation, output)
      return registrations.lastID
    }
    continuation.onTermination = { [weak self] _ in self?.removeContinuation(id: id) }
    return stream
  }

  /// Appends an element to the buffer of every stream. The caller provides the
  /// order of the elements.
  ///
  /// No lock is held while yielding: a continuation locks the task that awaits
  /// it, and a task that is being cancelled holds that lock while it calls
  /// `removeContinuation`.
  func yield(_ element: Element) {
    let subscriptions = registrations.withLock { $0.subscriptions }
    for subscription in subscriptions.values { subscription.yield(element) }
  }

  private func removeContinuation(id: Int) {
    _ = registrations.withLock { $0.subscriptions.removeValue(forKey: id) }
  }

  deinit {
    for subscription in registrations.withLock({ $0.subscriptions }).values {
      subscription.finish()
    }
  }
}
