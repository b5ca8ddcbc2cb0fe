import Foundation
import ImmutableData
public import ImmutableUI
import QuakesData

extension QuakesRoot {
  /// The reason for which an action is not dispatched.
  private enum Refusal: Error {
    case notLoaded
    /// The same refresh is in progress, as after a double click.
    case inProgress
  }

  /// The outcome of an operation.
  private enum Outcome: Equatable {
    case saved, notSaved, notFetched, notFound
  }

  /// The operation that a form requests.
  private struct Operation {
    let action: QuakesAction.UI.QuakeList
    let change: QuakesState.Ledger.Change
    /// The event that the form is about; `nil` if it is about several.
    var quakeId: Quake.ID?
    /// Throws an error if the operation must not begin.
    var precondition: @Sendable (QuakesState) throws -> Void = { _ in }
    /// Returns the location that confirms the change, in the state after it; `nil`
    /// if that has no such event.
    let done: (QuakesState) -> QuakesLocation?
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
    let operation: Operation? =
      switch event {
      case .refresh: refresh(&reader, from: location)
      case .deleteQuake: delete(reader.field("quakeId"), from: location)
      case .deleteAll: deleteAll(from: location)
      case .restore: restore(Self.restoration(&reader) ?? .all, from: location)
      case .tryAgain: nil
      }
    try reader.finish()
    if let operation { return try await perform(operation, from: location) }
    try await store.dispatch(
      actions: .ui(.quakeList(.onTapTryAgainButton)), timeout: timeout
    ) { $0.quakes.status != .waiting }
    return .seeOther(location.plain.href)
  }

  private func refresh(
    _ reader: inout ValueReader, from location: QuakesLocation
  ) -> Operation {
    let chosen: QuakesFeed.Range? = reader.choice("range")
    if chosen == nil { reader.reject("Choose how far back to refresh.") }
    let range = chosen ?? .allDay
    return Operation(
      action: .onTapRefreshQuakesButton(range: range), change: .refresh,
      precondition: { state in
        guard state.quakes.status == .waiting else { return }
        throw state.ledger.lastRange == range ? Refusal.inProgress : Busy()
      },
      done: { _ in location.with { $0.notice = .refreshed } })
  }

  private func delete(_ anyId: Quake.ID, from location: QuakesLocation) -> Operation {
    // The event may have been renamed since the form was rendered.
    let quakeId = store.select(QuakesState.selectQuake(anyId: anyId))?.id ?? anyId
    return Operation(
      action: .onTapDeleteSelectedQuakeButton(quakeId: quakeId, date: now()),
      change: .deleteQuake(quakeId: quakeId), quakeId: anyId,
      done: { _ in
        location.with {
          $0.quakeId = nil
          $0.notice = .deleted
          $0.undo = .quake(quakeId: quakeId)
        }
      })
  }

  private func deleteAll(from location: QuakesLocation) -> Operation {
    // The address of the outcome has the time in milliseconds.
    let date = Date(deletion: now().deletion) ?? now()
    return Operation(
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
      })
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
  ) -> Operation {
    var quakeId: Quake.ID?
    if case .quake(let id) = restoration { quakeId = id }
    return Operation(
      action: .onTapRestoreQuakesButton(restoration), change: .restoreQuakes(restoration),
      quakeId: quakeId,
      done: { [quakeId] state in
        if let quakeId, QuakesState.selectQuake(anyId: quakeId)(state) == nil { return nil }
        return location.with {
          $0.notice = .restored
          if let quakeId, location.show != .deleted { $0.quakeId = quakeId }
        }
      })
  }

  /// Performs an operation and responds according to its outcome. The response
  /// confirms a change only if it is known to be on disk.
  ///
  /// - Parameters:
  ///   - operation: the operation.
  ///   - location: the page with the form.
  private func perform(
    _ operation: Operation, from location: QuakesLocation
  ) async throws -> PageResponse {
    let (change, precondition) = (operation.change, operation.precondition)
    let deadline = ContinuousClock.now + timeout
    let outcome: Outcome?
    do {
      outcome = try await store.perform(
        .ui(.quakeList(operation.action)), timeout: timeout
      ) { state in
        guard state.ledger.isLoaded else { throw Refusal.notLoaded }
        try precondition(state)
      } outcome: { action in
        Self.outcome(of: change, after: action)
      }
    } catch Refusal.inProgress {
      outcome = await outcomeOfRefresh(until: deadline)
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
    case .notFound:
      guard let quakeId = operation.quakeId else {
        return .seeOther(location.with { $0.notice = .nothingRestored }.href)
      }
      return .notFound(missing(quakeId, at: location))
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
    case .localStore(.didSaveQuakes(change, .notFound)): .notFound
    case .remoteStore(.didFetchQuakes(.failure)) where change == .refresh: .notFetched
    default: nil
    }
  }

  /// Waits for a refresh that was started before, as by a double click.
  ///
  /// - Returns: the outcome; `nil` if it is in progress after the timeout.
  private func outcomeOfRefresh(until deadline: ContinuousClock.Instant) async -> Outcome? {
    await store.wait(timeout: ContinuousClock.now.duration(to: deadline)) {
      Self.outcomeOfRefresh(in: $0) != nil
    }
    return Self.outcomeOfRefresh(in: store.snapshot.state)
  }

  private static func outcomeOfRefresh(in state: QuakesState) -> Outcome? {
    switch (state.quakes.status, QuakesState.selectSaving(of: .refresh)(state)) {
    case (.waiting, _), (_, .waiting): nil
    case (.failure, _): .notFetched
    case (_, .failed): .notSaved
    case (_, nil): .saved
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
