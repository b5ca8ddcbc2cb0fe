import Foundation
import ImmutableData
public import ImmutableUI
import QuakesData

extension QuakesRoot {
  /// The reason for which an action is not dispatched.
  private enum Refusal: Error {
    case notLoaded
    /// The same operation is in progress, as after a double click.
    case inProgress
    /// The change was made before. It may not be on disk yet.
    case doneAlready
    case notFound
    case nothingToRestore
  }

  /// The outcome of an operation.
  private enum Outcome: Equatable {
    case saved
    case notSaved
    case notFetched
  }

  /// The operation that a form requests, given the present state.
  private struct Operation {
    let action: QuakesAction.UI.QuakeList
    let change: QuakesState.Ledger.Change
    /// The event that the form is about; `nil` if it is about several.
    var quakeId: Quake.ID?
    /// Returns the location that confirms the change, in the state after it; `nil`
    /// if that has no such event.
    let done: (QuakesState) -> QuakesLocation?
    let precondition: @Sendable (QuakesState) throws -> Void
  }

  /// Performs the operation of a posted form, and responds when its change is
  /// on disk.
  ///
  /// - Throws: `MalformedRequest` if the form has invalid fields.
  public func response(
    to event: QuakesEvent, from location: QuakesLocation, form values: NamedValues
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
      return try await delete(quakeId, from: location)
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
    try await perform(from: location) { _ in
      Operation(
        action: .onTapRefreshQuakesButton(range: range), change: .refresh,
        done: { _ in location.with { $0.notice = .refreshed } }
      ) { state in
        guard state.quakes.status == .waiting else { return }
        throw state.ledger.lastRange == range ? Refusal.inProgress : Busy()
      }
    }
  }

  private func delete(_ anyId: Quake.ID, from location: QuakesLocation) async throws
    -> PageResponse
  {
    let date = now()
    return try await perform(from: location) { state in
      // The event may have been renamed since the form was rendered.
      let quakeId = QuakesState.selectQuake(anyId: anyId)(state)?.id ?? anyId
      let deleted = location.with {
        $0.quakeId = nil
        $0.notice = .deleted
        $0.undo = .quake(quakeId: quakeId)
      }
      return Operation(
        action: .onTapDeleteSelectedQuakeButton(quakeId: quakeId, date: date),
        change: .deleteQuake(quakeId: quakeId), quakeId: anyId, done: { _ in deleted }
      ) { state in
        guard QuakesState.selectQuake(quakeId: quakeId)(state) == nil else { return }
        let isDeleted = QuakesState.selectIsDeleted(quakeId: quakeId)(state)
        throw isDeleted ? Refusal.doneAlready : Refusal.notFound
      }
    }
  }

  private func deleteAll(from location: QuakesLocation) async throws -> PageResponse {
    // The address of the outcome has the time in milliseconds.
    let date = Date(deletion: now().deletion) ?? now()
    return try await perform(from: location) { _ in
      Operation(
        action: .onTapDeleteAllQuakesButton(date: date), change: .deleteQuakes,
        done: { state in
          location.with {
            $0.quakeId = nil
            $0.page = 1
            $0.notice = .deletedAll
            // A deletion that was posted before has another time.
            let deletions = state.deletions.all
            let isOwn = deletions.contains { $0.date == date }
            $0.undo = (isOwn ? date : deletions.last?.date).map { .deletion(date: $0) }
          }
        }
      ) { state in
        if QuakesState.selectQuakesCount()(state) == 0 { throw Refusal.doneAlready }
      }
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
    var quakeId: Quake.ID?
    if case .quake(let id) = restoration { quakeId = id }
    return try await perform(from: location) { [quakeId] _ in
      Operation(
        action: .onTapRestoreQuakesButton(restoration), change: .restoreQuakes(restoration),
        quakeId: quakeId,
        done: { state in
          if let quakeId, QuakesState.selectQuake(anyId: quakeId)(state) == nil { return nil }
          return location.with {
            $0.notice = .restored
            if let quakeId, location.show != .deleted { $0.quakeId = quakeId }
          }
        }
      ) { state in
        guard !state.canRestore(restoration) else { return }
        guard let quakeId else { throw Refusal.nothingToRestore }
        let isStored = QuakesState.selectQuake(anyId: quakeId)(state) != nil
        throw isStored ? Refusal.doneAlready : Refusal.notFound
      }
    }
  }

  private func tryAgain(from location: QuakesLocation) async throws -> PageResponse {
    try await store.dispatch(
      actions: .ui(.quakeList(.onTapTryAgainButton)), timeout: timeout
    ) { $0.quakes.status != .waiting }
    return .seeOther(location.plain.href)
  }

  /// Performs an operation and responds according to its outcome. The response
  /// confirms a change only if it is known to be on disk.
  ///
  /// - Parameters:
  ///   - location: the page with the form.
  ///   - operation: returns the operation, given the present state.
  private func perform(
    from location: QuakesLocation, _ operation: (QuakesState) -> Operation
  ) async throws -> PageResponse {
    let deadline = ContinuousClock.now + timeout
    do {
      return try await perform(operation(store.snapshot.state), from: location, until: deadline)
    } catch is Refusal {
      // The refusal counts if it is not due to an operation in progress, or to
      // what this instance does not know yet.
      do {
        guard try await settle(until: deadline) else { return .seeOther(location.plain.href) }
      } catch {
        return unavailable(at: location)
      }
    }
    let settled = operation(store.snapshot.state)
    do {
      return try await perform(settled, from: location, until: deadline)
    } catch Refusal.doneAlready {
      return response(
        to: settled, with: Self.outcome(of: settled.change, in: store.snapshot.state),
        from: location)
    } catch Refusal.nothingToRestore {
      return .seeOther(location.with { $0.notice = .nothingRestored }.href)
    } catch Refusal.notFound {
      return .notFound(missing(settled.quakeId ?? "", at: location))
    }
  }

  /// Dispatches an action once and responds according to its outcome.
  ///
  /// - Throws: `Refusal` if the state allows no such action.
  private func perform(
    _ operation: Operation, from location: QuakesLocation,
    until deadline: ContinuousClock.Instant
  ) async throws -> PageResponse {
    let (change, precondition) = (operation.change, operation.precondition)
    let outcome: Outcome?
    do {
      outcome = try await store.perform(
        .ui(.quakeList(operation.action)), timeout: ContinuousClock.now.duration(to: deadline)
      ) { state in
        guard state.ledger.isLoaded else { throw Refusal.notLoaded }
        guard state.ledger.unsaved[change] != .waiting else { throw Refusal.inProgress }
        try precondition(state)
      } outcome: { action in
        Self.outcome(of: change, after: action)
      }
    } catch Refusal.inProgress {
      outcome = await self.outcome(of: change, until: deadline)
    } catch Refusal.notLoaded {
      // The page tells why, once a load that has begun meanwhile has ended.
      await store.wait(
        timeout: ContinuousClock.now.duration(to: deadline), until: Self.isReady)
      return unavailable(at: location)
    } catch is Busy {
      return .seeOther(location.plain.href)
    }
    return response(to: operation, with: outcome, from: location)
  }

  private func response(
    to operation: Operation, with outcome: Outcome?, from location: QuakesLocation
  ) -> PageResponse {
    let done = operation.done(store.snapshot.state)
    switch outcome {
    case .saved:
      guard let done else { return .notFound(missing(operation.quakeId ?? "", at: location)) }
      return .seeOther(done.href)
    // The page shows the operation in progress and follows it.
    case nil: return .seeOther((done ?? location).plain.href)
    // The page shows the error, which is part of the state.
    case .notFetched: return .seeOther(location.plain.href)
    case .notSaved: return unavailable(at: location)
    }
  }

  /// Waits until the deletions and restorations in progress have ended, and the state
  /// has what other instances have changed.
  ///
  /// - Returns: false if operations are still in progress at the deadline.
  private func settle(until deadline: ContinuousClock.Instant) async throws -> Bool {
    let isSettled: @Sendable (QuakesState) -> Bool = { state in
      !state.ledger.unsaved.contains { $0.key != .refresh && $0.value == .waiting }
    }
    await store.wait(timeout: ContinuousClock.now.duration(to: deadline), until: isSettled)
    guard isSettled(store.snapshot.state) else { return false }
    try await catchUp(ContinuousClock.now.duration(to: deadline))
    return true
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
  private func outcome(
    of change: QuakesState.Ledger.Change, until deadline: ContinuousClock.Instant
  ) async -> Outcome? {
    await store.wait(timeout: ContinuousClock.now.duration(to: deadline)) {
      Self.outcome(of: change, in: $0) != nil
    }
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
