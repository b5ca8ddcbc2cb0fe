public import ImmutableData
import Synchronization

/// The values that a page has read from a store. The page is up to date while
/// they are unchanged.
///
/// ```swift
/// import ImmutableData
///
/// let store = Store(initialState: 0) { (total: Int, number: Int) in total + number }
/// let dependencies = PageDependencies(of: store, at: store.snapshot)
/// print(dependencies.isUpToDate())  // true
/// try await store.dispatch(action: 1)
/// print(dependencies.isUpToDate())  // false
/// ```
///
/// The class is not generic over the store, because a cache checks it for every
/// request and specialised code would cost more than the check.
public final class PageDependencies: Sendable {
  private let counter: RevisionCounter
  private let seen: Atomic<Int>
  private let countEvaluations: @Sendable () -> Int
  private let check: @Sendable () -> Int?

  /// - Parameters:
  ///   - counter: The revision counter of the store.
  ///   - revision: The revision of the snapshot that was read.
  ///   - evaluationCount: Returns the number of selector outputs computed so
  ///     far, for reading and for checking.
  ///   - check: Returns the latest revision for which the values are unchanged;
  ///     `nil` if they have changed.
  public init(
    counter: RevisionCounter, revision: Int,
    evaluationCount: @escaping @Sendable () -> Int = { 0 },
    check: @escaping @Sendable () -> Int?
  ) {
    self.counter = counter
    seen = Atomic(revision)
    countEvaluations = evaluationCount
    self.check = check
  }

  /// The number of selector outputs computed so far, for reading and for
  /// checking.
  public var evaluationCount: Int { countEvaluations() }

  /// True if no action has been reduced since the last check. Costs one atomic
  /// read.
  public var isAtLatestRevision: Bool { counter.value == seen.load(ordering: .relaxed) }

  /// Evaluates the selectors if necessary. Returns true if the values that were
  /// read are unchanged.
  public func isUpToDate() -> Bool {
    guard let revision = check() else { return false }
    seen.store(revision, ordering: .relaxed)
    return true
  }
}

extension PageDependencies {
  /// Creates a dependency on the whole state of a store, which every later
  /// action invalidates. Selectors depend on less.
  public convenience init<State, Action>(
    of store: Store<State, Action>, at snapshot: Snapshot<State>
  ) {
    self.init(counter: store.counter, revision: snapshot.revision) {
      store.counter.value == snapshot.revision ? snapshot.revision : nil
    }
  }
}
