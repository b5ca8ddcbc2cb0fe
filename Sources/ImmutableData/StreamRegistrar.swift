import Synchronization

/// The open streams of one store.
///
/// Unless it is told otherwise elements wait in each stream without a limit,
/// so that a slow subscriber loses nothing. Identifiers count up from 1 and are never used twice.
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

  /// How many streams are open.
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

  /// Puts the element into the buffer of every stream. The caller calls this in
  /// the order of its elements.
  ///
  /// No lock is held meanwhile: a continuation takes a lock of the task that
  /// waits for it, and a task that is cancelled holds that lock while it calls
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
