import Foundation
import HashTreeCollections
import ImmutableData

/// The reducer of the quakes.
public enum QuakesReducer {
  /// Returns the state after an action.
  ///
  /// - Throws: `Error` with code `quakeNotFound` if the action refers to an
  ///   unknown quake.
  @Sendable
  public static func reduce(state: QuakesState, action: QuakesAction) throws -> QuakesState {
    switch action {
    case .ui(.quakeList(let action)): try reduce(state: state, action: action)
    case .ui(.quakeDetail(.onAppear(let quakeId, let now, _))):
      state.beginReport(of: quakeId, at: now)
    case .data(.persistentSession(.localStore(let action))):
      reduce(state: state, action: action)
    case .data(.persistentSession(.remoteStore(let action))):
      reduce(state: state, action: action)
    case .data(.log(let changes)):
      changes.reduce(into: state) { $0.apply($1) }
    }
  }
}

extension QuakesReducer {
  /// An action that is invalid in the current state.
  package struct Error: Swift.Error, Hashable {
    package enum Code: Hashable, Sendable {
      case quakeNotFound
    }

    package let code: Code

    package init(code: Code) {
      self.code = code
    }
  }
}

extension QuakesReducer.Error: LocalizedError {
  package var errorDescription: String? {
    switch code {
    case .quakeNotFound: "The earthquake no longer exists."
    }
  }
}

extension QuakesReducer {
  private static func reduce(
    state: QuakesState, action: QuakesAction.UI.QuakeList
  ) throws -> QuakesState {
    var state = state
    switch action {
    case .onAppear:
      if state.quakes.status == nil { state.quakes.status = .waiting }
    case .onTapRefreshQuakesButton(let range):
      if state.quakes.status != .waiting {
        state.quakes.status = .waiting
        state.ledger.lastRange = range
      }
    case .onTapDeleteSelectedQuakeButton(let quakeId, let date):
      guard let quake = state.quakes.data[quakeId] else { throw Error(code: .quakeNotFound) }
      state.changeUnlessFollowing { state in
        state.quakes.apply(removing: [quake], inserting: [])
        state.deletions.insert([DeletedQuake(quake, at: date)])
        state.ledger.deleted.formUnion(quake.ids)
      }
      state.ledger.unsaved[.deleteQuake(quakeId: quakeId)] = .waiting
    case .onTapRestoreQuakesButton(let restoration):
      let restored = state.deleted(restoration)
      guard !restored.isEmpty else { throw Error(code: .quakeNotFound) }
      state.changeUnlessFollowing { $0.restore(restored) }
      state.ledger.unsaved[.restoreQuakes(restoration)] = .waiting
    case .onTapDeleteAllQuakesButton(let date):
      state.changeUnlessFollowing { $0.deleteAll(at: date) }
      state.ledger.unsaved[.deleteQuakes] = .waiting
    case .onTapTryAgainButton:
      if case .failure = state.quakes.status, !state.ledger.isLoaded {
        state.quakes.status = .waiting
      }
    }
    return state
  }

  private static func reduce(
    state: QuakesState, action: QuakesAction.Data.PersistentSession.LocalStore
  ) -> QuakesState {
    var state = state
    switch action {
    case .didFetchQuakes(.success(let quakes)):
      state.changeUnlessFollowing { state in
        let deleted = state.ledger.deleted
        state.quakes.insert(
          deleted.isEmpty
            ? quakes
            : quakes.map { quake in
              quake.with(otherIds: quake.otherIds.filter { !deleted.contains($0) })
            })
        state.quakes.remove(deleted)
        state.quakes.status = .success
        state.ledger.isLoaded = true
      }
    case .didFetchQuakes(.failure(let error)):
      state.quakes.status = .failure(error: error)
    case .didFetchLedger(let ledger):
      state.changeUnlessFollowing { state in
        state.ledger.deleted.formUnion(ledger.deleted)
        state.ledger.known.formUnion(ledger.known)
        if let saved = ledger.lastRefresh,
          saved.generated >= state.ledger.lastRefresh?.generated ?? saved.generated
        {
          state.ledger.lastRefresh = saved
        }
      }
    case .didFetchDeletions(let quakes):
      state.changeUnlessFollowing { $0.deletions.insert(quakes) }
    case .didSaveQuakes(let change, .success):
      state.ledger.saveError = nil
      state.ledger.unsaved[change] = nil
      // The changes that could not be saved before are saved with it.
      state.ledger.unsaved = state.ledger.unsaved.filter { $0.value == .waiting }
    case .didSaveQuakes(let change, .failure(let error)):
      state.ledger.saveError = error
      // A change that only the log brings is not made.
      state.ledger.unsaved[change] = state.isFollowing ? .rejected : .failed
    case .didFetchReport(let report):
      state.reports.show(report)
    }
    return state
  }

  private static func reduce(
    state: QuakesState, action: QuakesAction.Data.PersistentSession.RemoteStore
  ) -> QuakesState {
    var state = state
    switch action {
    case .didReceive(let progress):
      if state.quakes.status == .waiting { state.quakes.received = progress }
    case .didFetchQuakes(.success(let quakes)):
      state.changeUnlessFollowing { _ = $0.merge(quakes) }
      state.ledger.unsaved[.refresh] = .waiting
      state.quakes.status = .success
    case .didFetchQuakes(.failure(let error)):
      state.quakes.status = .failure(error: error)
    case .didFetchFeed(let feed):
      state.changeUnlessFollowing { $0.refresh(with: feed) }
      state.ledger.unsaved[.refresh] = .waiting
      state.quakes.status = .success
    case .didFetchReport(let quakeId, let result):
      state.reports.end(quakeId, result)
    }
    return state
  }
}

extension QuakesState {
  /// Returns the state in which the report of a quake is being loaded, if it is due.
  fileprivate func beginReport(of quakeId: Quake.ID, at now: Date) -> QuakesState {
    guard let quake = quakes.data[quakeId], reports.isDue(quake, at: now) else { return self }
    var state = self
    state.reports.begin(quakeId, at: now)
    return state
  }

  /// Applies the change of an action at once, unless the log of a shared store brings
  /// it.
  fileprivate mutating func changeUnlessFollowing(_ change: (inout QuakesState) -> Void) {
    if !isFollowing { change(&self) }
  }

  /// Merges the quakes of a feed, and records the refresh and its time.
  mutating func refresh(with feed: QuakesFeed) {
    let counts = merge(feed)
    let last = ledger.lastRefresh?.generated
    ledger.lastRefresh = Refresh(
      range: feed.range, generated: max(feed.generated, last ?? feed.generated), counts: counts)
    ledger.known.insert(feed.window.lowerBound..<feed.window.upperBound)
  }

  /// Applies a change of the log. Failures of earlier operations are cleared,
  /// since the store works again.
  mutating func apply(_ change: QuakesChange) {
    switch change {
    case .changed(let changes):
      let put = changes.inserted + changes.updated
      let replaced = Set((put + changes.deleted).map(\.id)).compactMap { quakes.data[$0] }
      quakes.apply(removing: replaced, inserting: put)
      deletions.remove(put.map(\.id) + (changes.released ?? []))
      deletions.insert(changes.kept ?? [])
      ledger.deleted.formUnion(changes.deletedIds)
      ledger.deleted.subtract(changes.restoredIds ?? [])
      ledger.lastRefresh = changes.refresh ?? ledger.lastRefresh
      ledger.known = changes.known ?? ledger.known
    case .removedAll(let date):
      deleteAll(at: date)
    case .restored(let quakeIds):
      restore(quakeIds.compactMap { deletions.quake(anyId: $0)?.quake })
    case .reported: break
    case .deletions(let deleted):
      // An instance of an earlier version does not remove the events that a
      // refresh brings back.
      deletions = Deletions(
        deleted.filter { quakes.quake(anyId: $0.quake.id) == nil })
    case .everything(let quakes, let ledger):
      self.quakes.data = TreeDictionary(quakes.map { ($0.id, $0) }) { _, last in last }
      self.ledger.deleted = ledger.deleted
      self.ledger.lastRefresh = ledger.lastRefresh
      self.ledger.known = ledger.known
      // A refresh in progress settles its own status.
      if self.quakes.status != .waiting || !self.ledger.isLoaded {
        self.quakes.status = .success
      }
      self.ledger.isLoaded = true
    }
    ledger.saveError = nil
    ledger.unsaved = ledger.unsaved.filter { $0.value == .waiting }
  }
}
