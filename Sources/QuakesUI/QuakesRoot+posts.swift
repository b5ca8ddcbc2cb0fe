import Foundation
import ImmutableData
public import ImmutableUI
import QuakesData

extension QuakesRoot {
  /// The reason for which an action is not dispatched.
  private enum Rejection: Error {
    case notLoaded
    case notFound
    /// The same operation was started before, as by a double click. It may not
    /// be on disk yet.
    case inProgress
  }

  /// The outcome of an operation.
  private enum Outcome: Equatable {
    case saved
    case notSaved
    case notFetched
  }

  /// Performs the operation of a posted form, and responds when its change is
  /// on disk.
  ///
  /// - Throws: `MalformedRequest` if the form has invalid fields.
  public func response(
    to event: QuakesRoute.Event, from location: QuakesLocation, form values: NamedValues
  ) async throws -> PageResponse {
    if !isReady(at: location) { try await prepare(at: location) }
    var reader = ValueReader(values)
    switch event {
    case .refresh:
      let range: QuakesFeed.Range? = reader.choice("range")
      if range == nil { reader.reject("Choose how far back to refresh.") }
      try reader.finish()
      return try await refresh(range ?? .allDay, from: location)
    case .deleteQuake:
      let quakeId = reader.field("quakeId")
      try reader.finish()
      // The event may have been renamed since the form was rendered.
      let quake = store.select(QuakesState.selectQuake(anyId: quakeId))
      return try await delete(quake?.id ?? quakeId, from: location)
    case .deleteAll:
      try reader.finish()
      return try await deleteAll(from: location)
    case .restore:
      let restoration = Self.restoration(&reader)
      try reader.finish()
      return try await restore(restoration ?? .all, from: location)
    case .tryAgain:
      try reader.finish()
      return try await tryAgain(from: location)
    }
  }

  private func refresh(
    _ range: QuakesFeed.Range, from location: QuakesLocation
  ) async throws -> PageResponse {
    let refreshed = location.with { $0.notice = .refreshed }
    return try await perform(
      .onTapRefreshQuakesButton(range: range), saving: .refresh, from: location, then: refreshed
    ) { state in
      guard state.quakes.status == .waiting else { return }
      throw state.ledger.lastRange == range ? Rejection.inProgress : Busy()
    }
  }

  private func delete(_ quakeId: Quake.ID, from location: QuakesLocation) async throws
    -> PageResponse
  {
    let deleted = location.with {
      $0.quakeId = nil
      $0.notice = .deleted
      $0.undo = .quake(quakeId: quakeId)
    }
    do {
      return try await perform(
        .onTapDeleteSelectedQuakeButton(quakeId: quakeId, date: now()),
        saving: .deleteQuake(quakeId: quakeId), from: location, then: deleted
      ) { state in
        guard QuakesState.selectQuake(quakeId: quakeId)(state) == nil else { return }
        let isDeleted = QuakesState.selectIsDeleted(quakeId: quakeId)(state)
        throw isDeleted ? Rejection.inProgress : Rejection.notFound
      }
    } catch Rejection.notFound {
      return .notFound(missing(quakeId, at: location))
    }
  }

  private func deleteAll(from location: QuakesLocation) async throws -> PageResponse {
    // The address of the outcome has the time in milliseconds.
    let date = Date(deletion: now().deletion) ?? now()
    // A deletion that was posted before has another time.
    let earlier = store.snapshot.state.deletions.all.last?.date
    let deleted = location.with {
      $0.quakeId = nil
      $0.page = 1
      $0.notice = .deletedAll
      let isEmpty = QuakesState.selectQuakesCount()(store.snapshot.state) == 0
      $0.undo = (isEmpty ? earlier : date).map { .deletion(date: $0) }
    }
    return try await perform(
      .onTapDeleteAllQuakesButton(date: date), saving: .deleteQuakes, from: location, then: deleted
    ) { state in
      if QuakesState.selectQuakesCount()(state) == 0 { throw Rejection.inProgress }
    }
  }

  /// Reads which deleted events a form restores.
  private static func restoration(
    _ reader: inout ValueReader
  ) -> QuakesAction.UI.QuakeList.Restoration? {
    switch (reader.text("quakeId"), reader.text("deletion")) {
    case (let quakeId?, nil): return .quake(quakeId: quakeId)
    case (nil, "all"): return .all
    case (nil, let text?):
      if let date = Date(deletion: text) { return .deletion(date: date) }
    default: break
    }
    reader.reject("Choose the events to restore.")
    return nil
  }

  private func restore(
    _ restoration: QuakesAction.UI.QuakeList.Restoration, from location: QuakesLocation
  ) async throws -> PageResponse {
    var restored = location.with { $0.notice = .restored }
    if case .quake(let quakeId) = restoration, location.show != .deleted {
      restored.quakeId = quakeId
    }
    do {
      return try await perform(
        .onTapRestoreQuakesButton(restoration), saving: .restoreQuakes(restoration),
        from: location, then: restored
      ) { state in
        guard !state.canRestore(restoration) else { return }
        // A restoration that was posted before has the same outcome.
        guard case .quake(let quakeId) = restoration else { throw Rejection.inProgress }
        let isStored = QuakesState.selectQuake(anyId: quakeId)(state) != nil
        throw isStored ? Rejection.inProgress : Rejection.notFound
      }
    } catch Rejection.notFound {
      guard case .quake(let quakeId) = restoration else { throw Rejection.notFound }
      return .notFound(missing(quakeId, at: location))
    }
  }

  private func tryAgain(from location: QuakesLocation) async throws -> PageResponse {
    try await store.dispatch(
      actions: .ui(.quakeList(.onTapTryAgainButton)), timeout: timeout
    ) { $0.quakes.status != .waiting }
    return .seeOther(location.plain.href)
  }

  /// Dispatches an action and responds according to its outcome. The response
  /// confirms a change only if it is known to be on disk.
  private func perform(
    _ action: QuakesAction.UI.QuakeList, saving change: QuakesState.Ledger.Change,
    from location: QuakesLocation, then done: QuakesLocation,
    given precondition: @escaping @Sendable (QuakesState) throws -> Void
  ) async throws -> PageResponse {
    let outcome: Outcome?
    do {
      outcome = try await store.perform(.ui(.quakeList(action)), timeout: timeout) { state in
        guard state.ledger.isLoaded else { throw Rejection.notLoaded }
        guard state.ledger.unsaved[change] != .waiting else { throw Rejection.inProgress }
        try precondition(state)
      } outcome: { action in
        Self.outcome(of: change, after: action)
      }
    } catch Rejection.inProgress {
      outcome = await self.outcome(of: change)
    } catch Rejection.notLoaded {
      return unavailable(at: location)
    } catch is Busy {
      return .seeOther(location.plain.href)
    }
    switch outcome {
    case .saved: return .seeOther(done.href)
    // The page shows the operation in progress and follows it.
    case nil: return .seeOther(done.plain.href)
    // The page shows the error, which is part of the state.
    case .notFetched: return .seeOther(location.plain.href)
    case .notSaved: return unavailable(at: location)
    }
  }

  /// Returns the outcome that an action reports for a change; `nil` if it
  /// reports none.
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

  /// Waits for a change that was started before, as by a double click.
  ///
  /// - Returns: the outcome; `nil` if the change is in progress after the
  ///   timeout.
  private func outcome(of change: QuakesState.Ledger.Change) async -> Outcome? {
    await store.wait(timeout: timeout) { Self.outcome(of: change, in: $0) != nil }
    return Self.outcome(of: change, in: store.snapshot.state)
  }

  /// Returns the outcome of a change according to the state; `nil` while it is
  /// in progress.
  private static func outcome(
    of change: QuakesState.Ledger.Change, in state: QuakesState
  ) -> Outcome? {
    if change == .refresh {
      if state.quakes.status == .waiting { return nil }
      if case .failure = state.quakes.status { return .notFetched }
    }
    return switch QuakesState.selectSaving(of: change)(state) {
    case .waiting: nil
    case .failed, .rejected: .notSaved
    case nil: .saved
    }
  }

  /// Returns the page with the error message, with status 503.
  private func unavailable(at location: QuakesLocation) -> PageResponse {
    let select = selectors.read()
    var location = location.plain
    if select(.quake(location.quakeId)) == nil { location.quakeId = nil }
    return .page(page(at: location, status: .serviceUnavailable, select))
  }
}
