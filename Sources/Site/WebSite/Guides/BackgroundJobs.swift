import Durable
package import Foundation
import ImmutableData
import Synchronization

/// The instances that perform work in the background, if several share a database.
public enum JobInstances: Hashable, Sendable {
  /// One of them, whichever is there.
  case one
  /// Each of them.
  case each
}

/// The work that the guides of a site repeat in the background.
public final class BackgroundJobs: Sendable {
  /// The runs of a job by this instance.
  package struct Runs: Hashable, Sendable {
    package var successes = 0
    package var failures = 0
    package var lastSuccess: Date?
    package var isRunning = false
  }

  private let jobs = Mutex<[String: Runs]>([:])

  package init() {}

  /// The runs of each job by its name.
  package var runs: [String: Runs] { jobs.withLock { $0 } }

  /// Begins to count a job that has not run yet.
  fileprivate func register(_ name: String) {
    jobs.withLock { $0[name, default: Runs()].isRunning = false }
  }

  /// Performs a job once, and counts it.
  ///
  /// - Parameter limit: the time after which the job is cancelled.
  fileprivate func run(
    _ name: String, limit: Duration, now: @Sendable () -> Date,
    _ work: @Sendable () async throws -> Void
  ) async throws {
    jobs.withLock { $0[name, default: Runs()].isRunning = true }
    do {
      try await withoutActuallyEscaping(work) { work in
        try await withThrowingTaskGroup(of: Void.self) { group in
          group.addTask { try await work() }
          group.addTask {
            try await Task.sleep(for: limit)
            throw JobTimeout(limit: limit)
          }
          defer { group.cancelAll() }
          try await group.next()
        }
      }
    } catch {
      jobs.withLock {
        $0[name]?.isRunning = false
        // The end of the program is no failure of the job.
        if !Task.isCancelled { $0[name]?.failures += 1 }
      }
      throw error
    }
    let end = now()
    jobs.withLock {
      $0[name]?.isRunning = false
      $0[name]?.successes += 1
      $0[name]?.lastSuccess = end
    }
  }

  /// Returns the time until a job that failed is tried again: two seconds, then twice as
  /// long after each failure, and at most the interval.
  ///
  /// - Parameter failures: the number of failures since the last success, from 1.
  static func wait(after failures: Int, of interval: Duration) -> Duration {
    min(.seconds(1 << min(max(failures, 1), 16)), interval)
  }
}

/// The error of a job that takes too long.
struct JobTimeout: Error, CustomStringConvertible {
  let limit: Duration
  var description: String { "it was cancelled after \(limit)" }
}

extension GuideContext {
  /// Performs work at each interval, until the task is cancelled. After an error, which is
  /// logged, it is tried again sooner: after two seconds, then after twice as long each time.
  /// The metrics have the numbers of its runs.
  ///
  /// ```swift
  /// struct Backups {
  ///   let context: GuideContext
  ///   func run() async throws {
  ///     try await context.every(.seconds(900), "backups") { print("saved") }
  ///   }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - interval: the time between two starts.
  ///   - name: the name of the work, in metrics and logs.
  ///   - instances: the instances that perform it.
  ///   - limit: the time after which the work is cancelled.
  ///   - work: the work.
  /// - Throws: `CancellationError` when the task is cancelled.
  public func every(
    _ interval: Duration, _ name: String, on instances: JobInstances = .one,
    limit: Duration = .seconds(600), _ work: @Sendable () async throws -> Void
  ) async throws {
    jobs.register(name)
    var failures = 0
    while true {
      do {
        if instances == .one, storage.isShared {
          // A database that is away is reported elsewhere.
          let failure = Mutex<(any Error)?>(nil)
          _ = try? await storage.lease(name, every: interval, for: limit + .seconds(60)) {
            do {
              try await jobs.run(name, limit: limit, now: now, work)
            } catch {
              failure.withLock { $0 = error }
              throw error
            }
          }
          if let error = failure.withLock({ $0 }) { throw error }
        } else {
          try await jobs.run(name, limit: limit, now: now, work)
        }
        failures = 0
      } catch {
        // A job may end with another error when it is cancelled.
        try Task.checkCancellation()
        failures += 1
        logFailure(of: name, error)
      }
      let pause = failures == 0 ? interval : BackgroundJobs.wait(after: failures, of: interval)
      // Another instance may end at any time.
      let isShared = instances == .one && storage.isShared
      try await Task.sleep(for: isShared ? min(pause, .seconds(60)) : pause)
    }
  }

  /// Logs the failure of a job. A function of its own, since the compiler (Swift 6.3.1) does not
  /// end with this cast within the loop above.
  private func logFailure(of job: String, _ error: any Error) {
    logFailure("the job “\(job)” failed", error, isRemote: error is FailedStatus)
  }
}
