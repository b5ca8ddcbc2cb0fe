import ImmutableData
import Synchronization

/// Which selectors a page has read, and which of their answers it got.
///
/// The page is as it would be made now while all these answers are the latest
/// ones. To know that, the selectors look at the actions since: first their
/// filters, then their dependencies, then their outputs.
final class ReadRecord<State: Sendable, Action: Sendable>: Sendable {
  private struct Read {
    let selector: any VersionedSelector<State, Action>
    let version: Int
  }

  private struct Reads {
    var reads: [Read] = []
    /// Whether something was read that cannot be compared later.
    var isIncomplete = false
    /// How many answers had to be made.
    var evaluations = 0
  }

  private let store: Store<State, Action>
  private let name: String
  private let revision: Int
  private let reads = Mutex(Reads())

  init(store: Store<State, Action>, name: String, revision: Int) {
    self.store = store
    self.name = name
    self.revision = revision
  }

  /// What was read so far, as what a page stands on.
  var dependencies: PageDependencies {
    PageDependencies(
      store: name, counter: store.counter, revision: revision, evaluations: { self.evaluations },
      evaluationCount: { self.reads.withLock(\.evaluations) },
      check: { self.revisionUpToWhichItHolds() })
  }

  /// How the answers came about that were read, where somebody looks on.
  private var evaluations: [SelectorEvaluation] {
    reads.withLock { $0.reads }.compactMap(\.selector.evaluation)
  }

  /// - Parameters:
  ///   - version: that of the answer which was read; `nil` where it is of a
  ///     moment that is past already.
  ///   - isNew: whether the answer was made for this.
  func append(_ selector: any VersionedSelector<State, Action>, version: Int?, isNew: Bool) {
    reads.withLock { reads in
      if isNew { reads.evaluations += 1 }
      guard let version else {
        reads.isIncomplete = true
        return
      }
      guard !reads.reads.contains(where: { $0.selector === selector }) else { return }
      reads.reads.append(Read(selector: selector, version: version))
    }
  }

  private func revisionUpToWhichItHolds() -> Int? {
    let snapshot = store.snapshot
    let reads = reads.withLock { $0 }
    guard !reads.isIncomplete, reads.reads.allSatisfy({ isUpToDate($0, at: snapshot) })
    else { return nil }
    return snapshot.revision
  }

  private func isUpToDate(_ read: Read, at snapshot: Snapshot<State>) -> Bool {
    let (version, isNew) = read.selector.version(at: snapshot, of: store)
    if isNew { reads.withLock { $0.evaluations += 1 } }
    return version == read.version
  }
}

/// A selector whose answers are numbered.
protocol VersionedSelector<State, Action>: AnyObject, Sendable {
  associatedtype State: Sendable
  associatedtype Action: Sendable

  /// The number of the answer for a snapshot; another number means another
  /// answer. `nil` where the selector has gone on to a later state. With
  /// whether the answer was made for this.
  func version(
    at snapshot: Snapshot<State>, of store: Store<State, Action>
  ) -> (version: Int?, isNew: Bool)

  /// How the last answer came about, where somebody looks on.
  var evaluation: SelectorEvaluation? { get }
}
