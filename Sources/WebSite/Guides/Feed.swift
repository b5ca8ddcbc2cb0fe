public import Foundation
public import ImmutableData
import Metrics

/// A remote service that a guide's data come from, as operators see it.
public struct Feed: Sendable {
  /// The counts of its requests, by outcome.
  public let counts: FetchCounts
  /// The date of the data that are shown; `nil` before the first.
  public let lastSuccess: Date?

  public init(counts: FetchCounts, lastSuccess: Date?) {
    self.counts = counts
    self.lastSuccess = lastSuccess
  }
}

/// Counts how requests to a remote service ended, by listening to a store.
public final class FetchCounts: Sendable {
  /// The outcome of a request.
  public enum Outcome: Sendable { case success, failure }

  let success: Counter
  let failure: Counter
  private let task: Task<Void, Never>

  /// - Parameters:
  ///   - store: the store whose actions are counted.
  ///   - outcome: how a request ended according to an action; `nil` for other
  ///     actions.
  public init<State: Sendable, Action: Sendable>(
    of store: Store<State, Action>, outcome: @escaping @Sendable (Action) -> Outcome?
  ) {
    let (success, failure) = (Counter(), Counter())
    self.success = success
    self.failure = failure
    task = Task { [changes = store.makeStream()] in
      for await (_, action) in changes {
        switch outcome(action) {
        case .success: success.add()
        case .failure: failure.add()
        case nil: break
        }
      }
    }
  }

  deinit { task.cancel() }
}
