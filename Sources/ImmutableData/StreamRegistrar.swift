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

  /// Hands the element to every stream. It only puts it into their buffers:
  /// no subscriber runs in here.
  func yield(_ element: Element) {
    registrations.withLock { registrations in
      for continuation in registrations.continuations.values {
        continuation.yield(element)
      }
    }
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
