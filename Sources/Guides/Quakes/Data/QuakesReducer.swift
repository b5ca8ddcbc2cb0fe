import Foundation
import HashTreeCollections

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
      state.quakes.apply(removing: [quake], inserting: [])
      state.deletions.insert([DeletedQuake(quake, at: date)])
      state.ledger.deleted.formUnion(quake.ids)
      state.ledger.unsaved[.deleteQuake(quakeId: quakeId)] = .waiting
    case .onTapRestoreQuakesButton(let restoration):
      let restored = state.deleted(restoration)
      guard !restored.isEmpty else { throw Error(code: .quakeNotFound) }
      state.restore(restored)
      state.ledger.unsaved[.restoreQuakes(restoration)] = .waiting
    case .onTapDeleteAllQuakesButton(let date):
      state.deleteAll(at: date)
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
    case .didFetchQuakes(.failure(let error)):
      state.quakes.status = .failure(error: error)
    case .didFetchLedger(let ledger):
      state.ledger.deleted.formUnion(ledger.deleted)
      state.ledger.known.formUnion(ledger.known)
      if let saved = ledger.lastRefresh,
        saved.generated >= state.ledger.lastRefresh?.generated ?? saved.generated
      {
        state.ledger.lastRefresh = saved
      }
    case .didFetchDeletions(let quakes):
      state.deletions.insert(quakes)
    case .didSaveQuakes(let change, .success):
      state.ledger.saveError = nil
      state.ledger.unsaved[change] = nil
      // The changes that could not be saved before are saved with it.
      state.ledger.unsaved = state.ledger.unsaved.filter { $0.value == .waiting }
    case .didSaveQuakes(let change, .failure(let error)):
      state.ledger.saveError = error
      state.ledger.unsaved[change] = .failed
    }
    return state
  }

  private static func reduce(
    state: QuakesState, action: QuakesAction.Data.PersistentSession.RemoteStore
  ) -> QuakesState {
    var state = state
    switch action {
    case .didFetchQuakes(.success(let quakes)):
      _ = state.merge(quakes)
      state.ledger.unsaved[.refresh] = .waiting
      state.quakes.status = .success
    case .didFetchQuakes(.failure(let error)):
      state.quakes.status = .failure(error: error)
    case .didFetchFeed(let feed):
      let counts = state.merge(feed)
      let last = state.ledger.lastRefresh?.generated
      state.ledger.lastRefresh = QuakesState.Refresh(
        range: feed.range, generated: max(feed.generated, last ?? feed.generated), counts: counts)
      state.ledger.known.insert(feed.window.lowerBound..<feed.window.upperBound)
      state.ledger.unsaved[.refresh] = .waiting
      state.quakes.status = .success
    }
    return state
  }
}
