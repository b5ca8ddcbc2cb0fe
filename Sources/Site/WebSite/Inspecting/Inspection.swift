import Foundation
import ImmutableData
import Inspector
import Synchronization

/// The inspector, with the log of each guide's store.
final class Inspection: Sendable {
  let inspector: Inspector
  private let now: @Sendable () -> Date
  private let logs = Mutex<[String: any StepLog]>([:])

  /// - Parameters:
  ///   - now: returns the current time.
  ///   - jobs: the work in the background.
  init(
    now: @escaping @Sendable () -> Date = { .now }, jobs: BackgroundJobs = BackgroundJobs()
  ) {
    inspector = Inspector {
      jobs.runs.sorted { $0.key < $1.key }.map { name, runs in
        InspectedJob(
          name: name, successes: runs.successes, failures: runs.failures,
          lastSuccess: runs.lastSuccess, isRunning: runs.isRunning)
      }
    }
    self.now = now
  }

  /// Returns the observer that records the steps of a guide's store.
  func log<State: Sendable, Action: Codable & Sendable>(
    of guide: String
  ) -> ObservedStep<State, Action>.Observer {
    let log: StoreLog<State, Action> = inspector.log(guide, now: now)
    logs.withLock { $0[guide] = log }
    return log.observe
  }

  /// Returns the state of a guide's store after an action, and the time of the
  /// action; `nil` if it is not recorded.
  func state(of guide: String, after revision: Int) -> (state: any Sendable, date: Date)? {
    logs.withLock { $0[guide] }?.state(after: revision)
  }
}

private protocol StepLog: Sendable {
  func state(after revision: Int) -> (state: any Sendable, date: Date)?
}

extension StoreLog: StepLog {
  fileprivate func state(after revision: Int) -> (state: any Sendable, date: Date)? {
    self[revision].map { ($0.step.after, $0.date) }
  }
}
