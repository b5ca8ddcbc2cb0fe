import Foundation
import HashTreeCollections
import ImmutableData

/// The reducer of the quakes.
public enum QuakesReducer {
  /// Returns the state after an action.
  ///
  /// Quakes, deletions and the stored parts of the ledger change with the log only; other actions
  /// begin or end an operation.
  @Sendable
  public static func reduce(state: QuakesState, action: QuakesAction) throws -> QuakesState {
    var state = state
    switch action {
    case .ui(.quakeList(let action)): reduce(into: &state, action)
    case .ui(.quakeDetail(.onAppear(let quakeId, let now, _))):
      if let quake = state.quakes.data[quakeId], state.reports.isDue(quake, at: now) {
        state.reports.begin(quakeId, at: now)
      }
    case .data(.persistentSession(.localStore(let action))): reduce(into: &state, action)
    case .data(.persistentSession(.remoteStore(let action))): reduce(into: &state, action)
    case .data(.loaded(let stored)): state.load(stored)
    case .data(.log(let changes)):
      for change in changes { state.apply(change) }
      state.ledger.forgetFailures()
    }
    return state
  }
}

extension QuakesReducer {
  /// An operation that the present state does not allow.
  package struct Error: Swift.Error, Hashable {
    package enum Code: Hashable, Sendable {
      case quakeNotFound
    }

    package let code: Code
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
  private static func reduce(into state: inout QuakesState, _ action: QuakesAction.UI.QuakeList) {
    switch action {
    case .onAppear:
      if state.quakes.status == nil { state.quakes.status = .waiting }
    case .onTapRefreshQuakesButton(let range):
      if state.quakes.status != .waiting {
        state.quakes.status = .waiting
        state.ledger.lastRange = range
      }
    case .onTapDeleteSelectedQuakeButton(let quakeId, _):
      state.ledger.unsaved[.deleteQuake(quakeId: quakeId)] = .waiting
    case .onTapRestoreQuakesButton(let restoration):
      state.ledger.unsaved[.restoreQuakes(restoration)] = .waiting
    case .onTapDeleteAllQuakesButton: state.ledger.unsaved[.deleteQuakes] = .waiting
    case .onTapTryAgainButton:
      if case .failure = state.quakes.status, !state.ledger.isLoaded {
        state.quakes.status = .waiting
      }
    }
  }

  private static func reduce(
    into state: inout QuakesState, _ action: QuakesAction.Data.PersistentSession.LocalStore
  ) {
    switch action {
    case .didFailToLoadQuakes(let error): state.quakes.status = .failure(error: error)
    case .didSaveQuakes(let change, .success):
      state.ledger.unsaved[change] = nil
      state.ledger.forgetFailures()
    case .didSaveQuakes(let change, .failure(let error)):
      state.ledger.saveError = error
      state.ledger.unsaved[change] = .failed
    case .didSaveQuakes(let change, .notFound): state.ledger.unsaved[change] = nil
    case .didFetchReport(let report): state.reports.show(report)
    }
  }

  private static func reduce(
    into state: inout QuakesState, _ action: QuakesAction.Data.PersistentSession.RemoteStore
  ) {
    switch action {
    case .didReceive(let progress):
      if state.quakes.status == .waiting { state.quakes.received = progress }
    case .didFetchQuakes(.success), .didFetchFeed:
      state.ledger.unsaved[.refresh] = .waiting
      state.quakes.status = .success
    case .didFetchQuakes(.failure(let error)): state.quakes.status = .failure(error: error)
    case .didFetchReport(let quakeId, let result): state.reports.end(quakeId, result)
    }
  }
}
