import Dispatch
import Synchronization

/// The thread of a store: a serial queue, whose thread may block, unlike those of
/// Swift's cooperative pool.
///
/// Asynchronous dispatches run here, and so do the tasks that do little else than
/// dispatch and await actions: on the same thread they need not wake each other's
/// threads, which takes longer than most reducers.
package final class StoreExecutor: TaskExecutor {
  private let queue = DispatchQueue(label: "fieldguide.store")
  private let waiting = Atomic<Int>(0)

  /// The number of functions that wait on the queue or run there, without the jobs of
  /// tasks.
  package var waitingCount: Int { waiting.load(ordering: .acquiring) }

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }

  /// Runs a function on the thread: at once if the calling task runs there and no
  /// other function waits.
  func run<T: Sendable>(_ function: @escaping @Sendable () throws -> T) async throws -> T {
    if isPreferredByTask, waitingCount == 0 { return try function() }
    return try await withCheckedThrowingContinuation { continuation in
      waiting.add(1, ordering: .releasing)
      queue.async { [self] in
        let result = Result(catching: function)
        waiting.subtract(1, ordering: .releasing)
        continuation.resume(with: result)
      }
    }
  }

  /// True if the current task prefers this executor. Its nonisolated asynchronous
  /// functions then run on the thread.
  private var isPreferredByTask: Bool {
    withUnsafeCurrentTask { $0?.unownedTaskExecutor == asUnownedTaskExecutor() }
  }
}
