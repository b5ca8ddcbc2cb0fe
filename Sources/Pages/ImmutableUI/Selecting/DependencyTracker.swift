import ImmutableData
import Synchronization

/// Tracks the selectors that a page reads, with the versions of their outputs.
///
/// The page is up to date while all these outputs are the latest ones. To check
/// that, each selector processes the actions since: first its filter, then its
/// dependencies, then its output.
final class DependencyTracker<State: Sendable, Action: Sendable>: Sendable {
  private struct Read {
    let selector: any VersionedSelector<State, Action>
    let version: Int
  }

  private struct Reads {
    var reads: [Read] = []
    /// True if an output without a version was read, which cannot be compared
    /// later.
    var isIncomplete = false
    /// The number of outputs computed.
    var evaluations = 0
  }

  private let store: Store<State, Action>
  private let revision: Int
  private let reads = Mutex(Reads())

  init(store: Store<State, Action>, revision: Int) {
    self.store = store
    self.revision = revision
  }

  /// The dependencies on the outputs read so far.
  var dependencies: PageDependencies {
    PageDependencies(
      counter: store.counter, revision: revision,
      evaluationCount: { self.reads.withLock(\.evaluations) },
      check: { self.latestValidRevision() })
  }

  /// Adds a selector.
  ///
  /// - Parameters:
  ///   - version: The version of the output that was read; `nil` if it belongs
  ///     to an older snapshot.
  ///   - isNew: True if the output was computed by this read.
  func track(_ selector: any VersionedSelector<State, Action>, version: Int?, isNew: Bool) {
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

  private func latestValidRevision() -> Int? {
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

/// A selector whose outputs are numbered.
protocol VersionedSelector<State, Action>: AnyObject, Sendable {
  associatedtype State: Sendable
  associatedtype Action: Sendable

  /// Returns the version of the output for a snapshot, and whether it was
  /// computed by this call. A different version means a different output; it is
  /// `nil` if the selector has already processed a later state.
  func version(
    at snapshot: Snapshot<State>, of store: Store<State, Action>
  ) -> (version: Int?, isNew: Bool)
}
