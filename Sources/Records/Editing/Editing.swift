import Foundation
import HashTreeCollections
import ImmutableData
public import ImmutableUI

/// Saves and deletes the records of a store with optimistic concurrency, and
/// waits until the change is on disk.
///
/// Each change is validated against the state that the reducer receives: if two
/// visitors edit the same record, the second one gets a conflict. Posting a form
/// twice is idempotent. An error of the reducer refuses a change: `FieldErrors` for a
/// form, or a `LocalizedError` with a sentence. Of several instances that share the records, each catches up
/// with the others before it reports a conflict, or a change that is not needed.
public struct Editing<State: RecordsHolding, Action: Equatable & Sendable>: Sendable {
  /// The content of a record.
  public typealias Value = State.Entity
  /// The reason why an editor is redisplayed.
  public typealias Problem = EditProblem<Value, String>

  private let base: RootBase<State, Action>
  private let outcome: @Sendable (Action, String) -> EditOutcome?

  /// - Parameters:
  ///   - base: the store of the records, with the maximum time to wait for the end of an
  ///     operation, and how to catch up with other instances.
  ///   - outcome: returns the outcome that an action reports of an operation on
  ///     a record; `nil` for other actions.
  public init(
    _ base: RootBase<State, Action>,
    outcome: @escaping @Sendable (_ action: Action, _ id: String) -> EditOutcome?
  ) {
    self.base = base
    self.outcome = outcome
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
      if stored == value { return .done }
      return switch (purpose, stored) {
      // A late copy of the form that added a record does not bring it back.
      case (.add, nil): wasDeleted && !isRestoring ? .refused(.deleted) : nil
      case (.add, let stored?): .refused(.addedAlready(stored))
      case (.update, nil): .refused(.deleted)
      case (.update(_, let version), let stored?):
        stored.version == version ? nil : .refused(.changed(stored: stored))
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
      wasDone ? .done : nil
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
      guard let stored else { return .refused(.deleted) }
      return stored.version == version ? nil : .refused(.changed(stored: stored))
    }
  }

  /// Returns the purpose of a form that is redisplayed after a problem.
  public func purpose(
    of form: FormPurpose, after problem: Problem, makeID: () -> String
  ) -> FormPurpose {
    switch problem {
    case .changed(let stored): .update(id: form.id, version: stored.version)
    case .deleted, .addedAlready: .add(id: makeID())
    case .fields, .similar, .rejected, .forbidden, .failed, .busy: form
    }
  }

  /// The answer in place of an action, which is not dispatched.
  private struct Refusal: Error {
    let answer: Answer
  }

  /// Returns the answer in place of an action, for a record as it is stored; `nil` to dispatch it.
  private typealias Check = @Sendable (_ stored: Value?, _ wasDeleted: Bool) -> Answer?

  private func answer(
    to action: Action, on id: String, and others: [String] = [], within limit: Duration? = nil,
    given check: @escaping Check
  ) async throws -> Answer {
    let deadline = ContinuousClock.now + min(limit ?? base.timeout, base.timeout)
    func attempt() async throws -> EditOutcome? {
      // By the time of a stale outcome the store has what made it stale, so that
      // the next attempt finds the conflict, unless the record changes all the time.
      for _ in 1...3 {
        let ending: EditOutcome? = try await base.store.perform(
          action, timeout: ContinuousClock.now.duration(to: deadline),
          given: { state in
            let state = state.recordsState
            func isBusy(_ id: String) -> Bool { state.queue[id] == .waiting }
            if isBusy(id) || others.contains(where: isBusy) { throw Busy() }
            let stored = state.records[id]
            let wasDeleted =
              stored == nil && (state.queue[id] == .success || state.deletedRecord(id) != nil)
            if let answer = check(stored, wasDeleted) { throw Refusal(answer: answer) }
          },
          outcome: { outcome($0, id) })
        if ending != .stale { return ending }
      }
      return .stale
    }
    do {
      let ending: EditOutcome?
      do {
        ending = try await attempt()
      } catch  where error is Refusal || error is FieldErrors<String> {
        // The refusal counts only if no other instance has changed the record.
        do {
          try await base.catchUp(ContinuousClock.now.duration(to: deadline))
        } catch {
          return .refused(.failed(error.localizedDescription))
        }
        ending = try await attempt()
      }
      return switch ending {
      case .success: .done
      case nil: .underWay
      case .failure(let error): .refused(.failed(error))
      case .stale: .refused(.busy)
      case .deleted: .refused(.deleted)
      }
    } catch is Busy {
      return .refused(.busy)
    } catch let refusal as Refusal {
      return refusal.answer
    } catch let errors as FieldErrors<String> {
      return .refused(.fields(errors))
    } catch let error as any LocalizedError {
      return .refused(.rejected(error.errorDescription ?? "This change is not possible."))
    }
  }
}
