import Foundation
import ImmutableData
public import ImmutableUI
import QuakesData

extension QuakesRoot {
  /// Why an action was not dispatched.
  private enum Objection: Error {
    case notLoaded
    case notFound
    /// What it asks for is so already, as after a double click.
    case doneAlready
    /// The same is under way already.
    case underWay
  }

  /// How an operation ended.
  private enum Outcome: Equatable {
    case saved
    case notSaved
    case notFetched
  }

  /// Does what a posted form asks for, and answers when it is on disk.
  ///
  /// - Throws: `Malformed` for a form that no page of ours sends.
  public func answer(
    to event: QuakesRoute.Event, from location: QuakesLocation, form values: NamedValues
  ) async throws -> Answer {
    if !isSettled(at: location) { try await settle(at: location) }
    var reader = ValueReader(values)
    switch event {
    case .refresh:
      let range: QuakesFeed.Range? = reader.choice("range")
      if range == nil { reader.refuse("The form does not say how far back a refresh goes.") }
      try reader.finish()
      return try await refresh(range ?? .allDay, from: location)
    case .deleteQuake:
      let quakeId = reader.field("quakeId")
      try reader.finish()
      // It may have been renamed since the form was made.
      let quake = store.select(QuakesState.selectQuake(anyId: quakeId))
      return try await delete(quake?.id ?? quakeId, from: location)
    case .deleteAll:
      try reader.finish()
      return try await deleteAll(from: location)
    case .tryAgain:
      try reader.finish()
      return try await tryAgain(from: location)
    }
  }

  private func refresh(
    _ range: QuakesFeed.Range, from location: QuakesLocation
  ) async throws -> Answer {
    let refreshed = location.with { $0.notice = .refreshed }
    return try await perform(
      .onTapRefreshQuakesButton(range: range), from: location, then: refreshed
    ) { state in
      guard state.quakes.status == .waiting else { return }
      throw state.ledger.lastRange == range ? Objection.underWay : Busy()
    } outcome: { action in
      switch action {
      case .localStore(.didSaveQuakes(.refresh, .success)): .saved
      case .localStore(.didSaveQuakes(.refresh, .failure)): .notSaved
      case .remoteStore(.didFetchQuakes(.failure)): .notFetched
      default: nil
      }
    }
  }

  private func delete(_ quakeId: Quake.ID, from location: QuakesLocation) async throws -> Answer {
    let deleted = location.with {
      $0.quakeId = nil
      $0.notice = .deleted
    }
    do {
      return try await perform(
        .onTapDeleteSelectedQuakeButton(quakeId: quakeId), from: location, then: deleted
      ) { state in
        guard QuakesState.selectQuake(quakeId: quakeId)(state) == nil else { return }
        let isDeleted = QuakesState.selectIsDeleted(quakeId: quakeId)(state)
        throw isDeleted ? Objection.doneAlready : Objection.notFound
      } outcome: { action in
        switch action {
        case .localStore(.didSaveQuakes(.deleteQuake(quakeId), .success)): .saved
        case .localStore(.didSaveQuakes(.deleteQuake(quakeId), .failure)): .notSaved
        default: nil
        }
      }
    } catch Objection.notFound {
      return .notFound(missing(quakeId, at: location))
    }
  }

  private func deleteAll(from location: QuakesLocation) async throws -> Answer {
    let deleted = location.with {
      $0.quakeId = nil
      $0.page = 1
      $0.notice = .deletedAll
    }
    return try await perform(
      .onTapDeleteAllQuakesButton, from: location, then: deleted
    ) { state in
      if QuakesState.selectQuakesCount()(state) == 0 { throw Objection.doneAlready }
    } outcome: { action in
      switch action {
      case .localStore(.didSaveQuakes(.deleteQuakes, .success)): .saved
      case .localStore(.didSaveQuakes(.deleteQuakes, .failure)): .notSaved
      default: nil
      }
    }
  }

  private func tryAgain(from location: QuakesLocation) async throws -> Answer {
    try store.dispatch(action: .ui(.quakeList(.onTapTryAgainButton)))
    await store.wait(patience: patience) { $0.quakes.status != .waiting }
    return .seeOther(location.plain.href)
  }

  /// Dispatches an action, and answers by how it ended.
  private func perform(
    _ action: QuakesAction.UI.QuakeList, from location: QuakesLocation,
    then done: QuakesLocation,
    given precondition: @escaping @Sendable (QuakesState) throws -> Void,
    outcome: @escaping @Sendable (QuakesAction.Data.PersistentSession) -> Outcome?
  ) async throws -> Answer {
    do {
      let ending = try await store.perform(.ui(.quakeList(action)), patience: patience) { state in
        guard state.ledger.isLoaded else { throw Objection.notLoaded }
        try precondition(state)
      } outcome: { action -> Outcome? in
        guard case .data(.persistentSession(let action)) = action else { return nil }
        return outcome(action)
      }
      switch ending {
      case .saved: return .seeOther(done.href)
      // Still under way: the page shows it, and follows it.
      case nil: return .seeOther(done.href)
      // The page says what went wrong: it stands in the state.
      case .notFetched: return .seeOther(location.plain.href)
      case .notSaved: return unavailable(at: location)
      }
    } catch Objection.doneAlready {
      return .seeOther(done.href)
    } catch Objection.underWay {
      await store.wait(patience: patience) { $0.quakes.status != .waiting }
      return .seeOther(done.href)
    } catch Objection.notLoaded {
      return unavailable(at: location)
    } catch is Busy {
      return .seeOther(location.plain.href)
    }
  }

  /// The page, which says what could not be done.
  private func unavailable(at location: QuakesLocation) -> Answer {
    let select = selectors.read()
    var location = location.plain
    if select(.quake(location.quakeId)) == nil { location.quakeId = nil }
    return .page(page(at: location, status: .serviceUnavailable, select))
  }
}
