public import Foundation
public import ImmutableData
import Synchronization

/// The last actions of one store as they happened, with the states between
/// them.
///
/// States share most of what they hold, so that keeping some costs little;
/// still there is a limit to it.
public final class StoreLog<State: InspectableState, Action: InspectableAction>: Sendable {
  /// One action.
  public struct Entry: Sendable {
    /// What the store made of it.
    public let step: ObservedStep<State, Action>
    /// When it did.
    public let date: Date
  }

  /// Which store it is, as in `animals`.
  public let name: String
  private let capacity: Int
  private let now: @Sendable () -> Date
  private let onChange: @Sendable () -> Void
  private let kept = Mutex<[Entry]>([])

  /// - Parameters:
  ///   - name: which store it is.
  ///   - capacity: how many actions are kept.
  ///   - now: the time of day.
  ///   - onChange: called after each action.
  public init(
    name: String, capacity: Int = 200, now: @escaping @Sendable () -> Date = { .now },
    onChange: @escaping @Sendable () -> Void = {}
  ) {
    self.name = name
    self.capacity = max(1, capacity)
    self.now = now
    self.onChange = onChange
  }

  /// Keeps a step. It is looked into only when somebody wants to see it.
  @Sendable
  public func observe(_ step: ObservedStep<State, Action>) {
    // What is forgotten is let go of when nothing is locked.
    let forgotten = kept.withLock { kept in
      kept.append(Entry(step: step, date: now()))
      return kept.count > capacity ? kept.removeFirst() : nil
    }
    _ = forgotten
    onChange()
  }

  /// What is kept, oldest first.
  public var entries: [Entry] { kept.withLock { $0 } }

  /// The action that led to a revision, if it is kept.
  public subscript(revision: Int) -> Entry? {
    kept.withLock { kept in
      guard let first = kept.first?.step.revision, revision >= first else { return nil }
      let index = revision - first
      return index < kept.count ? kept[index] : nil
    }
  }
}
