import Foundation
import ImmutableData
public import ImmutableUI
import QuakesData

extension QuakesRoot {
  /// Why an action was not dispatched.
  private enum Objection: Error {
    case notLoaded
    case notFound
    /// The same was asked for before, as by a double click. It may not be on
    /// disk yet.
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
  /// - Throws: `MalformedRequest` for a form that no page of ours sends.
  public func answer(
    to event: QuakesRoute.Event, from location: QuakesLocation, form values: NamedValues
  ) async throws -> Answer {
    if !isSettled(at: location) { try await settle(at: location) }
    var reader = ValueReader(values)
    switch event {
    case .refresh:
      let range: QuakesFeed.Range? = reader.choice("range")
      if range == nil { reader.refuse("Choose how far back to refresh.") }
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
      .onTapRefreshQuakesButton(range: range), saving: .refresh, from: location, then: refreshed
    ) { state in
      guard state.quakes.status == .waiting else { return }
      throw state.ledger.lastRange == range ? Objection.underWay : Busy()
    }
  }

  private func delete(_ quakeId: Quake.ID, from location: QuakesLocation) async throws -> Answer {
    let deleted = location.with {
      $0.quakeId = nil
      $0.notice = .deleted
    }
    do {
      return try await perform(
        .onTapDeleteSelectedQuakeButton(quakeId: quakeId),
        saving: .deleteQuake(quakeId: quakeId), from: location, then: deleted
      ) { state in
        guard QuakesState.selectQuake(quakeId: quakeId)(state) == nil else { return }
        let isDeleted = QuakesState.selectIsDeleted(quakeId: quakeId)(state)
        throw isDeleted ? Objection.underWay : Objection.notFound
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
      .onTapDeleteAllQuakesButton, saving: .deleteQuakes, from: location, then: deleted
    ) { state in
      if QuakesState.selectQuakesCount()(state) == 0 { throw Objection.underWay }
    }
  }

  private func tryAgain(from location: QuakesLocation) async throws -> Answer {
    try await store.dispatch(
      actions: .ui(.quakeList(.onTapTryAgainButton)), patience: patience
    ) { $0.quakes.status != .waiting }
    return .seeOther(location.plain.href)
  }

  /// Dispatches an action, and answers by how it ended: with a notice only
  /// where the change is known to be on disk.
  private func perform(
    _ action: QuakesAction.UI.QuakeList, saving change: QuakesState.Ledger.Change,
    from location: QuakesLocation, then done: QuakesLocation,
    given precondition: @escaping @Sendable (QuakesState) throws -> Void
  ) async throws -> Answer {
    let ending: Outcome?
    do {
      ending = try await store.perform(.ui(.quakeList(action)), patience: patience) { state in
        guard state.ledger.isLoaded else { throw Objection.notLoaded }
        try precondition(state)
      } outcome: { action in
        Self.outcome(of: change, after: action)
      }
    } catch Objection.underWay {
      ending = await outcome(of: change)
    } catch Objection.notLoaded {
      return unavailable(at: location)
    } catch is Busy {
      return .seeOther(location.plain.href)
    }
    switch ending {
    case .saved: return .seeOther(done.href)
    // The page shows what is under way, and follows it.
    case nil: return .seeOther(done.plain.href)
    // The page says what went wrong: it stands in the state.
    case .notFetched: return .seeOther(location.plain.href)
    case .notSaved: return unavailable(at: location)
    }
  }

  /// The outcome that an action reports for a change; `nil` if none.
  private static func outcome(
    of change: QuakesState.Ledger.Change, after action: QuakesAction
  ) -> Outcome? {
    guard case .data(.persistentSession(let action)) = action else { return nil }
    return switch action {
    case .localStore(.didSaveQuakes(change, .success)): .saved
    case .localStore(.didSaveQuakes(change, .failure)): .notSaved
    case .remoteStore(.didFetchQuakes(.failure)) where change == .refresh: .notFetched
    default: nil
    }
  }

  /// Waits for a change that was begun before, as by a double click.
  ///
  /// - Returns: `nil` where it was still under way when patience ended.
  private func outcome(of change: QuakesState.Ledger.Change) async -> Outcome? {
    await store.wait(patience: patience) { Self.outcome(of: change, in: $0) != nil }
    return Self.outcome(of: change, in: store.snapshot.state)
  }

  /// The outcome of a change according to the state; `nil` while it is under way.
  private static func outcome(
    of change: QuakesState.Ledger.Change, in state: QuakesState
  ) -> Outcome? {
    if change == .refresh {
      if state.quakes.status == .waiting { return nil }
      if case .failure = state.quakes.status { return .notFetched }
    }
    return switch QuakesState.selectSaving(of: change)(state) {
    case .waiting: nil
    case .failed: .notSaved
    case nil: .saved
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
