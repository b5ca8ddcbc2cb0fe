public import Foundation
public import ImmutableData
import Metrics

/// The state of a remote service that a guide fetches data from, for metrics.
///
/// ```swift
/// import Foundation
/// import ImmutableData
///
/// enum FeedAction: Sendable { case loaded, failed }
/// let store = Store(initialState: 0) { (count: Int, action: FeedAction) in count + 1 }
/// let counts = FetchCounts(of: store) { $0 == .loaded ? .success : .failure }
/// let feed = Feed(counts: counts, lastSuccess: Date.now)
/// ```
public struct Feed: Sendable {
  /// The numbers of requests to the service, by outcome.
  public let counts: FetchCounts
  /// The time of the last successful request; `nil` before the first.
  public let lastSuccess: Date?
  /// The number of records of that request that could not be read.
  public let skipped: Int

  public init(counts: FetchCounts, lastSuccess: Date?, skipped: Int = 0) {
    self.counts = counts
    self.lastSuccess = lastSuccess
    self.skipped = skipped
  }
}

/// Counts the requests to a remote service by outcome, by observing the actions
/// of a store.
public final class FetchCounts: Sendable {
  /// The outcome of a request.
  public enum Outcome: Sendable { case success, failure }

  let success: Counter
  let failure: Counter
  private let task: Task<Void, Never>

  /// - Parameters:
  ///   - store: the store whose actions are counted.
  ///   - outcome: returns the outcome of a request for the action that reports
  ///     it; `nil` for other actions.
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
