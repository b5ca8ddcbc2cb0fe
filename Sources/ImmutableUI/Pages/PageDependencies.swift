public import ImmutableData
import Synchronization

/// What a page was made from: as long as it holds, the page would come out
/// the same.
///
/// A class without parameters, whatever the store: it is asked for every
/// request, which must cost next to nothing.
public final class PageDependencies: Sendable {
  private let counter: RevisionCounter
  private let seen: Atomic<Int>
  private let countEvaluations: @Sendable () -> Int
  private let check: @Sendable () -> Int?
  /// What the store is called that was read.
  public let store: String
  /// The revision that was read.
  public let revision: Int
  /// How each answer that was read came about, where somebody looks on.
  public let evaluations: @Sendable () -> [SelectorEvaluation]

  /// - Parameters:
  ///   - store: what the store is called that was read.
  ///   - counter: the revisions of the store that was read.
  ///   - revision: the one that was read.
  ///   - evaluations: how each answer that was read came about.
  ///   - evaluationCount: how many answers had to be made so far, to read it
  ///     and to check it.
  ///   - check: whether what was read is still so, and up to which revision;
  ///     `nil` where it is not.
  public init(
    store: String = "", counter: RevisionCounter, revision: Int,
    evaluations: @escaping @Sendable () -> [SelectorEvaluation] = { [] },
    evaluationCount: @escaping @Sendable () -> Int = { 0 },
    check: @escaping @Sendable () -> Int?
  ) {
    self.store = store
    self.counter = counter
    self.revision = revision
    self.evaluations = evaluations
    seen = Atomic(revision)
    countEvaluations = evaluationCount
    self.check = check
  }

  /// How many answers had to be made so far, to read it and to check it.
  public var evaluationCount: Int { countEvaluations() }

  /// Whether nothing at all has happened since it was last looked at.
  public var isAtLatestRevision: Bool { counter.value == seen.load(ordering: .relaxed) }

  /// Whether what happened since changed nothing that was read.
  public func isUpToDate() -> Bool {
    guard let revision = check() else { return false }
    seen.store(revision, ordering: .relaxed)
    return true
  }
}

extension PageDependencies {
  /// The whole state of a store at a snapshot: any later action makes the page
  /// anew. Selectors depend on less.
  public convenience init<State, Action>(
    of store: Store<State, Action>, at snapshot: Snapshot<State>
  ) {
    self.init(counter: store.counter, revision: snapshot.revision) {
      store.counter.value == snapshot.revision ? snapshot.revision : nil
    }
  }
}
