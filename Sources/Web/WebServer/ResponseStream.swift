import Synchronization

/// A response body that is produced while it is sent, with backpressure.
///
/// The server requests the next bytes from the source only after the previous
/// ones are sent, so nothing is buffered for a slow client, and the source can
/// skip outdated data. A source without data returns `.wait`; call `wake()` as
/// soon as it has some.
///
/// If the client hangs up while the stream waits, the stream ends immediately.
/// This includes clients that only close their sending side, which look the
/// same to the server.
///
/// ```swift
/// import HTTPTypes
/// import Synchronization
/// import WebServer
///
/// let lines = Mutex(["first\n", "second\n"])
/// let stream = ResponseStream(source: {
///   let line = lines.withLock { $0.isEmpty ? nil : $0.removeFirst() }
///   return line.map { .bytes(Array($0.utf8)) } ?? .wait
/// })
/// @Sendable func handle(_ request: Request) -> Reply {
///   .now(Response(status: .ok, body: .stream(stream)))
/// }
/// lines.withLock { $0.append("third\n") }
/// stream.wake()
/// ```
public final class ResponseStream: Sendable {
  /// The next part of a stream.
  public enum Next: Sendable {
    /// The next bytes; not empty.
    case bytes([UInt8])
    /// No data until `wake()` is called.
    case wait
    /// The end of the body.
    case end
  }

  private struct State {
    var pending: ArraySlice<UInt8> = []
    var isSuspended = false
    var hasPendingWake = false
    var isClosed = false
    var isHungUp = false
    var hasQueuedFinalBytes = false
    /// Resumes the connection. Present while the stream is being sent.
    var resume: (@Sendable () -> Void)?
    /// Shuts the connection down. Present while the stream is being sent.
    var shutDown: (@Sendable () -> Void)?
  }

  private let source: @Sendable () -> Next
  private let finalBytes: @Sendable () -> [UInt8]
  private let onEnd: @Sendable () -> Void
  private let state = Mutex(State())

  /// Creates a stream.
  ///
  /// - Parameters:
  ///   - source: Returns the next part. Called on a worker's thread; it must
  ///     not block.
  ///   - finalBytes: Returns the last bytes of a stream that is ended by
  ///     `close()`, not by its source.
  ///   - onEnd: Called once, when the body is sent or the connection is closed.
  public init(
    source: @escaping @Sendable () -> Next, finalBytes: @escaping @Sendable () -> [UInt8] = { [] },
    onEnd: @escaping @Sendable () -> Void = {}
  ) {
    self.source = source
    self.finalBytes = finalBytes
    self.onEnd = onEnd
  }

  /// Makes the server call the source again. Can be called from any thread.
  public func wake() {
    state.withLock { state in
      if state.isSuspended {
        state.isSuspended = false
        // Under the lock, so that the connection cannot end before.
        state.resume?()
      } else {
        state.hasPendingWake = true
      }
    }
  }

  /// Ends the body after the bytes that the source has returned and the final
  /// bytes.
  public func close() {
    state.withLock { $0.isClosed = true }
    wake()
  }

  /// Aborts the body, and closes the connection even if the client reads nothing.
  public func abort() {
    // Under the lock, so that the descriptor is not in use by another connection.
    state.withLock { $0.shutDown?() }
    hangUp()
  }

  /// Aborts the body because its client has hung up.
  func hangUp() {
    state.withLock { $0.isHungUp = true }
    wake()
  }

  func attach(
    resume: @escaping @Sendable () -> Void, shutDown: @escaping @Sendable () -> Void = {}
  ) {
    state.withLock { state in
      state.resume = resume
      state.shutDown = shutDown
    }
  }

  /// Releases the connection after the body is sent or discarded.
  func ended() {
    state.withLock { state in
      state.isClosed = true
      state.isSuspended = false
      state.resume = nil
      state.shutDown = nil
    }
    onEnd()
  }

  /// The result of `fill`.
  enum Filled {
    /// The number of bytes in the buffer, and the number of bytes that the
    /// source has returned and that did not fit.
    case count(Int, remaining: Int)
    case suspended
    case end
    case hungUp
  }

  /// Fills a buffer with the next bytes.
  ///
  /// - Parameter suspend: Suspends the connection. Called under the lock that
  ///   `wake()` also acquires, so that no wake-up is lost.
  func fill(_ buffer: UnsafeMutableRawBufferPointer, suspend: () -> Void) -> Filled {
    while true {
      if state.withLock({ $0.isHungUp }) { return .hungUp }
      if let taken = takePending(into: buffer) { return taken }
      if state.withLock({ $0.isClosed }) {
        guard queueFinalBytes() else { return .end }
        continue
      }
      switch source() {
      case .bytes(let bytes):
        state.withLock { $0.pending = bytes[...] }
      case .end:
        return .end
      case .wait:
        let isSuspended = state.withLock { state in
          if state.hasPendingWake || state.isClosed || state.isHungUp {
            state.hasPendingWake = false
            return false
          }
          state.isSuspended = true
          suspend()
          return true
        }
        if isSuspended { return .suspended }
      }
    }
  }

  /// Appends the final bytes, once.
  ///
  /// - Returns: true if there are bytes to send.
  private func queueFinalBytes() -> Bool {
    state.withLock { state in
      guard !state.hasQueuedFinalBytes else { return false }
      state.hasQueuedFinalBytes = true
      state.pending = finalBytes()[...]
      return !state.pending.isEmpty
    }
  }

  private func takePending(into buffer: UnsafeMutableRawBufferPointer) -> Filled? {
    state.withLock { state in
      guard !state.pending.isEmpty else { return nil }
      let part = state.pending.prefix(buffer.count)
      buffer.copyBytes(from: part)
      state.pending = state.pending.dropFirst(part.count)
      return .count(part.count, remaining: state.pending.count)
    }
  }
}

extension ResponseStream {
  /// Returns the next bytes, for a reader in the process; `nil` at the end.
  package func next() async -> [UInt8]? {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let filled: Filled = await withCheckedContinuation { continuation in
        attach { continuation.resume(returning: .suspended) }
        let filled = buffer.withUnsafeMutableBytes { fill($0) {} }
        if case .suspended = filled { return }
        continuation.resume(returning: filled)
      }
      switch filled {
      case .count(let count, _): return Array(buffer.prefix(count))
      case .end, .hungUp:
        ended()
        return nil
      case .suspended: continue
      }
    }
  }
}
