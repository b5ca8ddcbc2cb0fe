#if DEBUG
import Foundation
import ImmutableData
import Synchronization

/// A bounded log of the latest actions of a store, with the states before and
/// after each action.
///
/// Successive states share most of their storage, so that a log needs little
/// memory.
final class StoreLog<State: Sendable, Action: Codable & Sendable>: Sendable {
  /// An action in the log.
  struct Entry: Sendable {
    /// The action, with the states before and after it.
    let step: ObservedStep<State, Action>
    /// The time of the action.
    let date: Date
  }

  /// The name of the store, such as `animals`.
  let name: String
  private let capacity: Int
  private let now: @Sendable () -> Date
  private let onChange: @Sendable () -> Void
  private let log = Mutex<[Entry]>([])

  /// - Parameters:
  ///   - name: the name of the store.
  ///   - capacity: the maximum number of actions in the log.
  ///   - now: the clock.
  ///   - onChange: called after each action.
  init(
    name: String, capacity: Int = 200, now: @escaping @Sendable () -> Date = { .now },
    onChange: @escaping @Sendable () -> Void = {}
  ) {
    self.name = name
    self.capacity = max(1, capacity)
    self.now = now
    self.onChange = onChange
  }

  /// Appends an action. It is not formatted until a page shows it.
  @Sendable
  func observe(_ step: ObservedStep<State, Action>) {
    // The evicted entry is deallocated outside the lock.
    let evicted = log.withLock { log in
      log.append(Entry(step: step, date: now()))
      return log.count > capacity ? log.removeFirst() : nil
    }
    _ = evicted
    onChange()
  }

  /// The logged actions, oldest first.
  var entries: [Entry] { log.withLock { $0 } }

  /// The action that led to a revision; `nil` if it is not in the log.
  subscript(revision: Int) -> Entry? {
    log.withLock { log in
      guard let first = log.first?.step.revision, revision >= first else { return nil }
      let index = revision - first
      return index < log.count ? log[index] : nil
    }
  }
}
#endif
