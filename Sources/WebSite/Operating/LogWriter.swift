import Foundation
import Glibc
import Synchronization

/// Writes log lines to a file descriptor on a thread of its own, so that
/// logging never blocks on a slow reader.
///
/// Pending lines are buffered up to a number of bytes. Further lines are
/// dropped and counted.
package final class LogWriter: Sendable {
  private struct State {
    /// The pending lines, concatenated.
    var pending: [UInt8] = []
    /// The number of dropped lines that were not reported yet.
    var dropped = 0
    /// True while the thread waits for lines.
    var isIdle = false
    /// True unless the last write failed.
    var works = true
    var reportLoss: (@Sendable (Int) -> Void)?
    /// Signalled when all lines are written.
    var flushes: [DispatchSemaphore] = []
  }

  private let descriptor: Int32
  private let capacity: Int
  private let state = Mutex(State())
  private let wakeup = DispatchSemaphore(value: 0)

  /// Starts the thread.
  ///
  /// - Parameters:
  ///   - descriptor: the file descriptor.
  ///   - capacity: the size of the buffer in bytes.
  package init(descriptor: Int32, capacity: Int = 1 << 20) {
    self.descriptor = descriptor
    self.capacity = capacity
    Thread.detachNewThread { [self] in
      while true { writePending() }
    }
  }

  /// Sets a function that is called with the number of dropped lines once
  /// writing works again. It may log.
  package func onLoss(_ report: @escaping @Sendable (Int) -> Void) {
    state.withLock { $0.reportLoss = report }
  }

  /// Appends a line, which ends with a line break, to the buffer. Never blocks.
  package func write(_ line: some Collection<UInt8>) {
    let wakesUp = state.withLock { state in
      guard line.count <= capacity - state.pending.count else {
        state.dropped += 1
        return false
      }
      state.pending += line
      defer { state.isIdle = false }
      return state.isIdle
    }
    if wakesUp { wakeup.signal() }
  }

  /// Waits until all lines are written, or the timeout expires. Blocks the
  /// thread.
  ///
  /// - Returns: true if all lines are written.
  @discardableResult
  package func flush(within seconds: Double) -> Bool {
    let semaphore = DispatchSemaphore(value: 0)
    let isWritten = state.withLock { state in
      if state.isIdle { return true }
      state.flushes.append(semaphore)
      return false
    }
    return isWritten || semaphore.wait(timeout: .now() + seconds) == .success
  }

  // MARK: On the thread

  private func writePending() {
    let (lines, loss) = state.withLock { state in
      let lines = state.pending
      state.pending = []
      guard state.works, state.dropped > 0, let report = state.reportLoss else {
        return (lines, nil as (() -> Void)?)
      }
      let dropped = state.dropped
      state.dropped = 0
      return (lines, { report(dropped) })
    }
    // Report before newer lines are logged.
    loss?()
    if lines.isEmpty, loss == nil { return wait() }
    let lost = writeAll(lines)
    state.withLock { state in
      state.works = lost == 0
      state.dropped += lost
    }
  }

  /// Waits for lines.
  private func wait() {
    let waits = state.withLock { state in
      guard state.pending.isEmpty else { return false }
      for flush in state.flushes { flush.signal() }
      state.flushes = []
      state.isIdle = true
      return true
    }
    if waits { wakeup.wait() }
  }

  /// Writes bytes, retrying until all are written.
  ///
  /// - Returns: the number of lines that could not be written.
  private func writeAll(_ bytes: [UInt8]) -> Int {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if errno == EAGAIN {
        // Another process made the descriptor non-blocking.
        var wanted = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        poll(&wanted, 1, -1)
      } else if errno != EINTR {
        return rest.count { $0 == UInt8(ascii: "\n") }
      }
    }
    return 0
  }
}
