import Foundation
public import ImmutableData
import ImmutableUI

/// Saves and deletes the records of a store with optimistic concurrency, and
/// waits until the change is on disk.
///
/// Each change is validated against the state that the reducer receives: if two
/// visitors edit the same record, the second one gets a conflict. Posting a form
/// twice is idempotent. An error of the reducer refuses a change: `FieldErrors` for a
/// form, or a `LocalizedError` with a sentence. Of several instances that share the records, each catches up
/// with the others before it reports a conflict, or a change that is not needed.
public struct Editing<
  State: Sendable, Action: Equatable & Sendable, Value: Hashable & Sendable,
  Field: Hashable & Sendable
>: Sendable {
  /// The reason why an editor is redisplayed.
  public typealias Problem = EditProblem<Value, Field>

  private let store: Store<State, Action>
  private let timeout: Duration
  private let stored: @Sendable (State, String) -> Value?
  private let wasDeleted: @Sendable (State, String) -> Bool
  private let isBusy: @Sendable (State, String) -> Bool
  private let outcome: @Sendable (Action, String) -> EditOutcome?
  private let version: @Sendable (Value) -> String
  private let catchUp: @Sendable (Duration) async throws -> Void

  /// - Parameters:
  ///   - store: the store of the records.
  ///   - timeout: the maximum time to wait for the end of an operation.
  ///   - stored: returns the record with an id; `nil` if there is none.
  ///   - wasDeleted: returns true if a record that does not exist is known to have
  ///     been deleted. A late copy of the form that added it does not bring it back.
  ///   - isBusy: returns true if an operation on a record is in progress.
  ///   - outcome: returns the outcome that an action reports of an operation on
  ///     a record; `nil` for other actions.
  ///   - version: returns a digest of a record's content.
  ///   - catchUp: waits, for at most a duration, until the state has what other
  ///     instances had changed by the time of the call.
  public init(
    store: Store<State, Action>, timeout: Duration,
    stored: @escaping @Sendable (_ state: State, _ id: String) -> Value?,
    wasDeleted: @escaping @Sendable (_ state: State, _ id: String) -> Bool = { _, _ in false },
    isBusy: @escaping @Sendable (_ state: State, _ id: String) -> Bool,
    outcome: @escaping @Sendable (_ action: Action, _ id: String) -> EditOutcome?,
    version: @escaping @Sendable (Value) -> String,
    catchUp: @escaping @Sendable (_ limit: Duration) async throws -> Void = { _ in }
  ) {
    self.store = store
    self.timeout = timeout
    self.stored = stored
    self.wasDeleted = wasDeleted
    self.isBusy = isBusy
    self.outcome = outcome
    self.version = version
    self.catchUp = catchUp
  }
}

/// The outcome of an operation on a record.
public enum EditOutcome: Codable, Hashable, Sendable {
  case success
  /// Another instance has changed the record: the precondition is checked again.
  case stale
  /// The record has been deleted in the meantime.
  case deleted
  /// The associated value is an error message of one sentence.
  case failure(String)
}

extension Editing {
  /// The answer to a posted form.
  public enum Answer: Hashable, Sendable {
    /// The change is on disk.
    case done
    /// The operation is still in progress after the timeout.
    case underWay
    /// Nothing was changed.
    case refused(Problem)
  }

  /// Saves a record.
  ///
  /// - Parameters:
  ///   - value: the new content of the record.
  ///   - purpose: the purpose of the form.
  ///   - isRestoring: true to bring back a record that was deleted.
  ///   - action: the action that saves the record.
  public func save(
    _ value: Value, for purpose: FormPurpose, isRestoring: Bool = false, by action: Action
  ) async throws -> Answer {
    try await answer(to: action, on: purpose.id) { stored, wasDeleted in
      // The form was posted twice.
      if stored == value { throw Refusal.isDone }
      switch (purpose, stored) {
      case (.add, nil): if wasDeleted, !isRestoring { throw Refusal.problem(.deleted) }
      case (.add, let stored?): throw Refusal.problem(.addedAlready(stored))
      case (.update, nil): throw Refusal.problem(.deleted)
      case (.update(_, let version), let stored?):
        guard self.version(stored) == version else {
          throw Refusal.problem(.changed(stored: stored))
        }
      }
    }
  }

  /// Changes several records: all or none.
  ///
  /// The precondition is that of the reducer: each record has to be as the action expects it.
  ///
  /// - Parameters:
  ///   - ids: the ids of the records.
  ///   - operation: the id of the operation, which is generated with the form, so that posting
  ///     the form twice changes them once.
  ///   - action: the action that changes the records.
  ///   - limit: the maximum time to wait for the end, if it is shorter than that of other
  ///     operations.
  public func change(
    _ ids: [String], operation: String, by action: Action, within limit: Duration? = nil
  ) async throws -> Answer {
    try await answer(to: action, on: operation, and: ids, within: limit) { _, wasDone in
      if wasDone { throw Refusal.isDone }
    }
  }

  /// Deletes a record.
  ///
  /// - Parameters:
  ///   - id: the id of the record.
  ///   - version: the digest of the content that the visitor confirmed.
  ///   - action: the action that deletes the record.
  public func delete(
    _ id: String, version: String?, by action: Action
  ) async throws -> Answer {
    try await answer(to: action, on: id) { stored, _ in
      guard let stored else { throw Refusal.problem(.deleted) }
      guard self.version(stored) == version else {
        throw Refusal.problem(.changed(stored: stored))
      }
    }
  }

  /// Returns the purpose of a form that is redisplayed after a problem.
  public func purpose(
    of form: FormPurpose, after problem: Problem, makeID: () -> String
  ) -> FormPurpose {
    switch problem {
    case .changed(let stored): .update(id: form.id, version: version(stored))
    case .deleted, .addedAlready: .add(id: makeID())
    case .fields, .similar, .rejected, .forbidden, .failed, .busy: form
    }
  }

  /// The reason why an action is not dispatched.
  private enum Refusal: Error {
    case isDone
    case problem(Problem)
  }

  /// Checks a record as it is stored, and whether it is known to have been deleted.
  private typealias Check = @Sendable (_ stored: Value?, _ wasDeleted: Bool) throws -> Void

  private func answer(
    to action: Action, on id: String, and others: [String] = [], within limit: Duration? = nil,
    given check: @escaping Check
  ) async throws -> Answer {
    do {
      let deadline = ContinuousClock.now + min(limit ?? timeout, timeout)
      return
        switch try await perform(
          action, on: id, and: others, until: deadline, given: check)
      {
      case .success: .done
      case nil: .underWay
      case .failure(let error): .refused(.failed(error))
      case .stale: .refused(.busy)
      case .deleted: .refused(.deleted)
      }
    } catch is Busy {
      return .refused(.busy)
    } catch let refusal as Refusal {
      return switch refusal {
      case .isDone: .done
      case .problem(let problem): .refused(problem)
      }
    } catch let errors as FieldErrors<Field> {
      return .refused(.fields(errors))
    } catch let error as any LocalizedError {
      return .refused(.rejected(error.errorDescription ?? "This change is not possible."))
    }
  }

  private func perform(
    _ action: Action, on id: String, and others: [String],
    until deadline: ContinuousClock.Instant, given check: @escaping Check
  ) async throws -> EditOutcome? {
    do {
      return try await attempt(action, on: id, and: others, until: deadline, given: check)
    } catch  where error is Refusal || error is FieldErrors<Field> {
      // The refusal counts only if no other instance has changed the record.
      do {
        try await catchUp(ContinuousClock.now.duration(to: deadline))
      } catch {
        return .failure(error.localizedDescription)
      }
      return try await attempt(action, on: id, and: others, until: deadline, given: check)
    }
  }

  private func attempt(
    _ action: Action, on id: String, and others: [String],
    until deadline: ContinuousClock.Instant, given check: @escaping Check
  ) async throws -> EditOutcome? {
    // By the time of a stale outcome the store has what made it stale, so that
    // the next attempt finds the conflict, unless the record changes all the time.
    var ending: EditOutcome? = .stale
    var attempts = 0
    while ending == .stale, attempts < 3 {
      attempts += 1
      ending = try await store.perform(
        action, timeout: ContinuousClock.now.duration(to: deadline),
        given: { state in
          if isBusy(state, id) || others.contains(where: { isBusy(state, $0) }) { throw Busy() }
          let stored = stored(state, id)
          try check(stored, stored == nil && wasDeleted(state, id))
        },
        outcome: { outcome($0, id) })
    }
    return ending
  }
}
