import CPostgres
import Glibc
import Synchronization

/// The side of a session that other threads may use: its queue of jobs, and
/// the descriptor that wakes its thread.
final class SessionControl: Sendable {
  /// Work for the thread of a session.
  struct Job: Sendable {
    let deadline: ContinuousClock.Instant
    /// Called once: with the session, or with the error that prevents the work.
    let run: @Sendable (Result<Session, PostgresError>) -> Void
  }

  private struct State {
    var jobs: [Job] = []
    /// The reason for which no more jobs are accepted.
    var end: PostgresError?
  }

  /// An `eventfd`.
  let descriptor: Int32
  private let state = Mutex(State())

  init() throws(PostgresError) {
    descriptor = eventfd(0, Int32(EFD_CLOEXEC) | Int32(EFD_NONBLOCK))
    guard descriptor >= 0 else { throw .cannotConnect(message: "too many open files") }
  }

  deinit { Glibc.close(descriptor) }

  /// True if the session is to end or has ended.
  var isClosed: Bool { state.withLock { $0.end != nil } }

  /// Adds a job, or fails it if the session has ended.
  func add(_ job: Job) {
    let end = state.withLock { state -> PostgresError? in
      if state.end == nil { state.jobs.append(job) }
      return state.end
    }
    if let end { job.run(.failure(end)) } else { wake() }
  }

  /// Removes the next job.
  func next() -> Job? {
    state.withLock { $0.jobs.isEmpty ? nil : $0.jobs.removeFirst() }
  }

  /// Accepts no more jobs, and wakes the thread.
  func close(_ error: PostgresError) {
    state.withLock { $0.end = $0.end ?? error }
    wake()
  }

  /// Fails all jobs that wait.
  func failAll() {
    let (jobs, end) = state.withLock { state in
      defer { state.jobs = [] }
      return (state.jobs, state.end ?? .closed)
    }
    for job in jobs { job.run(.failure(end)) }
  }

  func drain() {
    var value: UInt64 = 0
    _ = read(descriptor, &value, MemoryLayout<UInt64>.size)
  }

  private func wake() {
    var one: UInt64 = 1
    // Fails only if the counter is full, which wakes the thread, too.
    _ = write(descriptor, &one, MemoryLayout<UInt64>.size)
  }
}
