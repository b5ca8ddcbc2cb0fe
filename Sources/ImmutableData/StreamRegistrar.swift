import Synchronization

/// The open streams of one store.
///
/// By default each stream has an unbounded buffer, so that a slow subscriber
/// loses nothing. Stream identifiers start at 1 and are never reused.
final class StreamRegistrar<Element: Sendable>: Sendable {
  private struct Registrations {
    var lastID = 0
    var continuations: [Int: AsyncStream<Element>.Continuation] = [:]
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
    registrations.withLock { $0.continuations.count }
  }

  func makeStream() -> AsyncStream<Element> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: Element.self, bufferingPolicy: bufferingPolicy)
    let id = registrations.withLock { registrations in
      registrations.lastID += 1
      registrations.continuations[registrations.lastID] = continuation
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
    let continuations = registrations.withLock { Array($0.continuations.values) }
    for continuation in continuations { continuation.yield(element) }
  }

  private func removeContinuation(id: Int) {
    _ = registrations.withLock { $0.continuations.removeValue(forKey: id) }
  }

  deinit {
    for continuation in registrations.withLock({ Array($0.continuations.values) }) {
      continuation.finish()
    }
  }
}
