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
  }

  private let store: Store<State, Action>
  private let revision: Int
  private let reads = Mutex(Reads())

  init(store: Store<State, Action>, revision: Int) {
    self.store = store
    self.revision = revision
  }

  /// What was read so far, as what a page stands on.
  var basis: PageBasis {
    PageBasis(counter: store.counter, revision: revision, evaluations: { self.evaluations }) {
      self.revisionUpToWhichItHolds()
    }
  }

  /// How the answers came about that were read, where somebody looks on.
  private var evaluations: [SelectorEvaluation] {
    reads.withLock { $0.reads }.compactMap(\.selector.evaluation)
  }

  /// - Parameter version: that of the answer which was read; `nil` where it
  ///   is of a moment that is past already.
  func append(_ selector: any VersionedSelector<State, Action>, version: Int?) {
    reads.withLock { reads in
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
    guard !reads.isIncomplete,
      reads.reads.allSatisfy({ $0.selector.version(at: snapshot, of: store) == $0.version })
    else { return nil }
    return snapshot.revision
  }
}

/// A selector whose answers are numbered.
protocol VersionedSelector<State, Action>: AnyObject, Sendable {
  associatedtype State: Sendable
  associatedtype Action: Sendable

  /// The number of the answer for a snapshot; another number means another
  /// answer. `nil` where the selector has gone on to a later state.
  func version(at snapshot: Snapshot<State>, of store: Store<State, Action>) -> Int?

  /// How the last answer came about, where somebody looks on.
  var evaluation: SelectorEvaluation? { get }
}
