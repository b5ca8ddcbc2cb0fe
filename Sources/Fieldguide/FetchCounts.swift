import Foundation
import ImmutableData
import Metrics

/// How often asking a service has succeeded and failed: one more that listens
/// to what happens in a store.
final class FetchCounts: Sendable {
  /// How asking ended.
  enum Outcome { case success, failure }

  /// How often asking ended so.
  struct Counts: Sendable {
    let success = Counter()
    let failure = Counter()
  }

  let counts = Counts()
  private let task: Task<Void, Never>

  /// - Parameters:
  ///   - store: what is listened to.
  ///   - outcome: what an action tells of asking, if it does.
  init<State: Sendable, Action: Sendable>(
    of store: Store<State, Action>, outcome: @escaping @Sendable (Action) -> Outcome?
  ) {
    task = Task { [counts, changes = store.makeStream()] in
      for await (_, action) in changes {
        switch outcome(action) {
        case .success: counts.success.add()
        case .failure: counts.failure.add()
        case nil: break
        }
      }
    }
  }

  deinit { task.cancel() }
}

/// A service that data come from, as operators see it.
struct Feed {
  let guide: DataFolder
  let counts: FetchCounts.Counts
  /// Of when the data are that are shown.
  let lastSuccess: Date?
}
