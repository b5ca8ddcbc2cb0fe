import Synchronization

/// The open streams of one store.
///
/// By default each stream has an unbounded buffer, so that a slow subscriber
/// loses nothing. Stream identifiers start at 1 and are never reused.
final class StreamRegistrar<Element: Sendable>: Sendable {
  /// A subscriber. An object, because a list of them is copied for each element.
  private final class Subscription: Sendable {
    let continuation: AsyncStream<Element>.Continuation
    /// Returns true if the subscriber receives the element; `nil` for all.
    let isIncluded: (@Sendable (Element) -> Bool)?

    init(
      _ continuation: AsyncStream<Element>.Continuation,
      isIncluded: (@Sendable (Element) -> Bool)?
    ) {
      self.continuation = continuation
      self.isIncluded = isIncluded
    }
  }

  private struct Registrations {
    var lastID = 0
    var subscriptions: [Int: Subscription] = [:]
  }

  private let registrations = Mutex(Registrations())
  private let bufferingPolicy: AsyncStream<Element>.Continuation.BufferingPolicy

  init(
    bufferingPolicy: AsyncStream<Element>.Continuation.BufferingPolicy = .unbounded
  ) {
    self.bufferingPolicy = bufferingPolicy
  }

  /// The number of open streams.
  var count: Int {
    registrations.withLock { $0.subscriptions.count }
  }

  /// - Parameter isIncluded: Called while elements are yielded, so that those that
  ///   it excludes do not wake the subscriber.
  func makeStream(
    where isIncluded: (@Sendable (Element) -> Bool)? = nil
  ) -> AsyncStream<Element> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: Element.self, bufferingPolicy: bufferingPolicy)
    let id = registrations.withLock { registrations in
      registrations.lastID += 1
      registrations.subscriptions[registrations.lastID] = Subscription(
        continuation, isIncluded: isIncluded)
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
    for subscription in subscriptions.values
    where subscription.isIncluded?(element) ?? true {
      subscription.continuation.yield(element)
    }
  }

  private func removeContinuation(id: Int) {
    _ = registrations.withLock { $0.subscriptions.removeValue(forKey: id) }
  }

  deinit {
    for subscription in registrations.withLock({ $0.subscriptions }).values {
      subscription.continuation.finish()
    }
  }
}
