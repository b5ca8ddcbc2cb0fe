import Foundation
import Glibc
package import Markup
import Synchronization

/// Writes log lines to a file descriptor on a thread of its own, so that
/// logging never blocks on a slow reader.
///
/// Pending lines are buffered up to a number of bytes. Further lines are
/// dropped and counted. Most lines are written at once; those of requests, of
/// which there are many, at most 100 ms or 64 kB later.
package final class LogWriter: Sendable {
  /// The activity of the thread.
  private enum Activity {
    /// It writes, or is about to.
    case writes
    /// It waits for lines.
    case waits
    /// It waits until there are more lines, or for 100 ms.
    case gathers
  }

  private struct State {
    /// The pending lines, concatenated.
    var pending: [UInt8] = []
    /// True if the pending lines have to be written at once.
    var isUrgent = false
    /// The number of dropped lines that were not reported yet.
    var dropped = 0
    var activity = Activity.writes
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
  /// The id of the thread, for its report of dropped lines.
  private let thread = Atomic<UInt>(0)
  private let isCrashing = Atomic(false)
  private let isFlushedAfterCrash = Atomic(false)
  /// The number of bytes that are written without waiting for more.
  private static let batch = 64 << 10
  private static let delay = DispatchTimeInterval.milliseconds(100)

  /// Starts the thread.
  ///
  /// - Parameters:
  ///   - descriptor: the file descriptor.
  ///   - capacity: the size of the buffer in bytes.
  package init(descriptor: Int32, capacity: Int = 1 << 20) {
    self.descriptor = descriptor
    self.capacity = capacity
    Thread.detachNewThread { [self] in
      thread.store(pthread_self(), ordering: .relaxed)
      var lines: [UInt8] = []
      while true { writePending(reusing: &lines) }
    }
  }

  /// Sets a function that is called with the number of dropped lines once
  /// writing works again. It may log.
  package func onLoss(_ report: @escaping @Sendable (Int) -> Void) {
    state.withLock { $0.reportLoss = report }
  }

  /// Appends a line, which ends with a line break, to the buffer. Never blocks.
  ///
  /// - Parameters:
  ///   - line: the line.
  ///   - soon: true if it may wait for others, and be written with them.
  package func write(_ line: Bytes, soon: Bool = false) {
    line.withUnsafeBytes { write($0, soon: soon) }
  }

  package func write(_ line: some Collection<UInt8>, soon: Bool = false) {
    // A report is always accepted: other threads may have filled the buffer.
    let isReport = thread.load(ordering: .relaxed) == pthread_self()
    let wakesUp = state.withLock { state in
      guard isReport || line.count <= capacity - state.pending.count else {
        state.dropped += 1
        return false
      }
      state.pending.append(contentsOf: line)
      if !soon || state.pending.count >= Self.batch { state.isUrgent = true }
      return Self.wakesUp(&state)
    }
    if wakesUp { wakeup.signal() }
  }

  /// Returns true if the thread has to be woken up.
  private static func wakesUp(_ state: inout State) -> Bool {
    switch state.activity {
    case .writes: return false
    case .gathers where !state.isUrgent: return false
    case .waits, .gathers:
      state.activity = .writes
      return true
    }
  }

  /// Waits until all lines are written, or the timeout expires. Blocks the
  /// thread.
  ///
  /// - Returns: true if all lines are written.
  @discardableResult
  package func flush(within seconds: Double) -> Bool {
    let semaphore = DispatchSemaphore(value: 0)
    let (isWritten, wakesUp) = state.withLock { state in
      if state.activity == .waits { return (true, false) }
      state.flushes.append(semaphore)
      state.isUrgent = true
      return (false, Self.wakesUp(&state))
    }
    if wakesUp { wakeup.signal() }
    return isWritten || semaphore.wait(timeout: .now() + seconds) == .success
  }

  // MARK: On the thread

  /// Waits for lines, and writes them.
  ///
  /// - Parameter lines: memory for the lines.
  private func writePending(reusing lines: inout [UInt8]) {
    if waits(for: { $0.pending.isEmpty && Self.loss(in: $0) == nil }, .waits) {
      wakeup.wait()
    }
    if waits(
      for: { !$0.isUrgent && !isCrashing.load(ordering: .relaxed) && Self.loss(in: $0) == nil },
      .gathers)
    {
      _ = wakeup.wait(timeout: .now() + Self.delay)
    }
    let loss: (@Sendable () -> Void)? = state.withLock { state in
      state.activity = .writes
      state.isUrgent = false
      lines.removeAll(keepingCapacity: true)
      swap(&lines, &state.pending)
      defer { if Self.loss(in: state) != nil { state.dropped = 0 } }
      return Self.loss(in: state)
    }
    // Report before newer lines are logged.
    loss?()
    guard !lines.isEmpty else { return }
    let lost = writeAll(lines)
    state.withLock { state in
      state.works = lost == 0
      state.dropped += lost
    }
  }

  /// Returns a function that reports the dropped lines; `nil` if there is
  /// nothing to report.
  private static func loss(in state: State) -> (@Sendable () -> Void)? {
    guard state.works, state.dropped > 0, let report = state.reportLoss else { return nil }
    return { [dropped = state.dropped] in report(dropped) }
  }

  /// Begins an activity if a condition holds.
  private func waits(for condition: (State) -> Bool, _ activity: Activity) -> Bool {
    state.withLock { state in
      guard condition(state) else { return false }
      state.activity = activity
      if activity == .waits {
        for flush in state.flushes { flush.signal() }
        state.flushes = []
        if isCrashing.load(ordering: .relaxed) {
          isFlushedAfterCrash.store(true, ordering: .relaxed)
        }
      }
      return true
    }
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

// MARK: Crashes

extension LogWriter {
  /// Writes the pending lines before a crash ends the program. Called once.
  func flushBeforeCrashes() {
    let crash = UnsafeMutablePointer<Crash>.allocate(capacity: 1)
    crash.initialize(to: Crash(writer: .passRetained(self), earlier: []))
    for signal in [SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV] {
      var earlier = sigaction()
      sigaction(signal, nil, &earlier)
      crash.pointee.earlier.append((signal, earlier))
    }
    crashBits.store(UInt(bitPattern: crash), ordering: .releasing)
    for (signal, _) in crash.pointee.earlier {
      var action = sigaction()
      action.__sigaction_handler.sa_handler = onCrash
      action.sa_flags = SA_ONSTACK
      sigaction(signal, &action, nil)
    }
  }

  /// Waits for up to 200 ms until all lines are written. Called by a signal
  /// handler, which may not lock or allocate.
  fileprivate func flushInSignalHandler() {
    isCrashing.store(true, ordering: .relaxed)
    wakeup.signal()
    for _ in 0..<100 where !isFlushedAfterCrash.load(ordering: .relaxed) {
      var pause = timespec(tv_sec: 0, tv_nsec: 2_000_000)
      nanosleep(&pause, nil)
    }
  }
}

/// The parameters of the signal handler.
private struct Crash {
  let writer: Unmanaged<LogWriter>
  /// The earlier handlers: that of the Swift runtime prints a backtrace.
  var earlier: [(signal: Int32, action: sigaction)]
}

/// The bits of a pointer to a `Crash`, which is never freed.
private let crashBits = Atomic<UInt>(0)

/// Flushes the log, and has the earlier handler end the program.
private func onCrash(signal: Int32) {
  let bits = crashBits.load(ordering: .acquiring)
  guard let crash = UnsafeMutablePointer<Crash>(bitPattern: bits) else { return }
  crash.pointee.writer.takeUnretainedValue().flushInSignalHandler()
  for index in crash.pointee.earlier.indices {
    sigaction(crash.pointee.earlier[index].signal, &crash.pointee.earlier[index].action, nil)
  }
  raise(signal)
}
