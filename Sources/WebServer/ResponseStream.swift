import Synchronization

/// A body that goes on: the server asks for more whenever the client can
/// take more.
///
/// Nothing is buffered for a slow reader. The source is asked for its next
/// bytes only when the last ones went out, so it can skip what became old in
/// the meantime. Where it has nothing it says `.wait`, and calls `wake()`
/// when that changes.
///
/// A client that hangs up while the stream waits is noticed at once. One that
/// only closes its sending side cannot be told from that, and is cut off too.
public final class ResponseStream: Sendable {
  /// What a source answers.
  public enum Next: Sendable {
    /// Bytes to send; not empty.
    case bytes([UInt8])
    /// Nothing until `wake()`.
    case wait
    /// The body is complete.
    case end
  }

  private struct State {
    var pending: ArraySlice<UInt8> = []
    var isAsleep = false
    var isWoken = false
    var isClosed = false
    var isHungUp = false
    var saidFarewell = false
    /// Resumes the connection. Present while the stream is being sent.
    var resume: (@Sendable () -> Void)?
  }

  private let source: @Sendable () -> Next
  private let farewell: @Sendable () -> [UInt8]
  private let onEnd: @Sendable () -> Void
  private let state = Mutex(State())

  /// - Parameters:
  ///   - source: gives the next bytes; called on the worker's thread, so it
  ///     must not wait.
  ///   - farewell: gives the last bytes of a body that is closed before its
  ///     source ended it.
  ///   - onEnd: called once when the client has all, or is gone.
  public init(
    source: @escaping @Sendable () -> Next, farewell: @escaping @Sendable () -> [UInt8] = { [] },
    onEnd: @escaping @Sendable () -> Void = {}
  ) {
    self.source = source
    self.farewell = farewell
    self.onEnd = onEnd
  }

  /// Has the source asked again. Callable from any thread, at any time.
  public func wake() {
    state.withLock { state in
      if state.isAsleep {
        state.isAsleep = false
        // Under the lock, so that the connection cannot end in between.
        state.resume?()
      } else {
        state.isWoken = true
      }
    }
  }

  /// Ends the body after what was handed out already, and the farewell.
  public func close() {
    state.withLock { $0.isClosed = true }
    wake()
  }

  /// Cuts off the body: its client has gone.
  func hangUp() {
    state.withLock { $0.isHungUp = true }
    wake()
  }

  func attach(resume: @escaping @Sendable () -> Void) {
    state.withLock { $0.resume = resume }
  }

  func ended() {
    state.withLock { state in
      state.isClosed = true
      state.isAsleep = false
      state.resume = nil
    }
    onEnd()
  }

  /// What the content reader has to return.
  enum Filled {
    /// So many bytes are in the buffer, and so many are left of the last ones.
    case count(Int, left: Int)
    case suspended
    case end
    case hungUp
  }

  /// Fills a buffer with what is next. `suspend` is called under the lock
  /// that `wake()` takes, so that no wake-up is lost.
  func fill(_ buffer: UnsafeMutableRawBufferPointer, suspend: () -> Void) -> Filled {
    while true {
      if state.withLock({ $0.isHungUp }) { return .hungUp }
      if let taken = takePending(into: buffer) { return taken }
      if state.withLock({ $0.isClosed }) {
        guard sayFarewell() else { return .end }
        continue
      }
      switch source() {
      case .bytes(let bytes):
        state.withLock { $0.pending = bytes[...] }
      case .end:
        return .end
      case .wait:
        let isSuspended = state.withLock { state in
          if state.isWoken || state.isClosed || state.isHungUp {
            state.isWoken = false
            return false
          }
          state.isAsleep = true
          suspend()
          return true
        }
        if isSuspended { return .suspended }
      }
    }
  }

  /// - Returns: whether there is something more to send.
  private func sayFarewell() -> Bool {
    state.withLock { state in
      guard !state.saidFarewell else { return false }
      state.saidFarewell = true
      state.pending = farewell()[...]
      return !state.pending.isEmpty
    }
  }

  private func takePending(into buffer: UnsafeMutableRawBufferPointer) -> Filled? {
    state.withLock { state in
      guard !state.pending.isEmpty else { return nil }
      let part = state.pending.prefix(buffer.count)
      buffer.copyBytes(from: part)
      state.pending = state.pending.dropFirst(part.count)
      return .count(part.count, left: state.pending.count)
    }
  }
}
