public import ImmutableData
import Synchronization

/// What a page was made from: as long as it holds, the page would come out
/// the same.
///
/// A class without parameters, whatever the store: it is asked for every
/// request, which must cost next to nothing.
public final class PageBasis: Sendable {
  private let counter: RevisionCounter
  private let seen: Atomic<Int>
  private let countEvaluations: @Sendable () -> Int
  private let check: @Sendable () -> Int?

  /// - Parameters:
  ///   - counter: the revisions of the store that was read.
  ///   - revision: the one that was read.
  ///   - evaluations: how many answers had to be made so far, to read it and
  ///     to check it.
  ///   - check: whether what was read is still so, and up to which revision;
  ///     `nil` where it is not.
  public init(
    counter: RevisionCounter, revision: Int,
    evaluations: @escaping @Sendable () -> Int = { 0 }, check: @escaping @Sendable () -> Int?
  ) {
    self.counter = counter
    seen = Atomic(revision)
    countEvaluations = evaluations
    self.check = check
  }

  /// How many answers had to be made so far, to read it and to check it.
  public var evaluations: Int { countEvaluations() }

  /// Whether nothing at all has happened since it was last looked at.
  public var isUntouched: Bool { counter.value == seen.load(ordering: .relaxed) }

  /// Whether what happened since changed nothing that was read.
  public func stillHolds() -> Bool {
    guard let revision = check() else { return false }
    seen.store(revision, ordering: .relaxed)
    return true
  }
}
