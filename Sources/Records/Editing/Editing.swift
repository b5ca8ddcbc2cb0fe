public import ImmutableData
import ImmutableUI

/// Saves and deletes the records of a store, and waits until that is on disk.
///
/// It checks each change on the very state that the reducer gets: of two people
/// who change one record, the second one gets a conflict; a form that is
/// posted twice changes something once.
public struct Editing<
  State: Sendable, Action: Equatable & Sendable, Value: Hashable & Sendable,
  Field: Hashable & Sendable
>: Sendable {
  /// The reason why an editor is shown again.
  public typealias Problem = EditProblem<Value, Field>

  private let store: Store<State, Action>
  private let timeout: Duration
  private let stored: @Sendable (State, String) -> Value?
  private let isBusy: @Sendable (State, String) -> Bool
  private let outcome: @Sendable (Action, String) -> EditOutcome?
  private let version: @Sendable (Value) -> String

  /// - Parameters:
  ///   - store: the records.
  ///   - timeout: the longest wait for the end of an operation.
  ///   - stored: the record with an id.
  ///   - isBusy: true if an operation on a record is under way.
  ///   - outcome: what an action says about the end of an operation on a
  ///     record; `nil` for one that says nothing about it.
  ///   - version: a digest of a record's content.
  public init(
    store: Store<State, Action>, timeout: Duration,
    stored: @escaping @Sendable (_ state: State, _ id: String) -> Value?,
    isBusy: @escaping @Sendable (_ state: State, _ id: String) -> Bool,
    outcome: @escaping @Sendable (_ action: Action, _ id: String) -> EditOutcome?,
    version: @escaping @Sendable (Value) -> String
  ) {
    self.store = store
    self.timeout = timeout
    self.stored = stored
    self.isBusy = isBusy
    self.outcome = outcome
    self.version = version
  }
}

/// The end of an operation on a record.
public enum EditOutcome: Hashable, Sendable {
  case success
  /// The error is one sentence for people.
  case failure(String)
}

extension Editing {
  /// The outcome of saving a record.
  public enum Saved: Hashable, Sendable {
    /// It is on disk.
    case saved
    /// It takes longer than timeout lasts.
    case underWay
    case refused(Problem)
  }

  /// Saves a record.
  ///
  /// - Parameters:
  ///   - value: the record as it is to be.
  ///   - purpose: the purpose of the form.
  ///   - action: what people did.
  public func save(
    _ value: Value, for purpose: FormPurpose, by action: Action
  ) async throws -> Saved {
    do {
      switch try await perform(
        action, on: purpose.id,
        given: { stored in
          // As after a double click.
          if stored == value { throw Objection.doneAlready }
          switch (purpose, stored) {
          case (.add, nil): return
          case (.add, let stored?): throw Objection.addedAlready(stored)
          case (.update, nil): throw Objection.deleted
          case (.update(_, let version), let stored?):
            guard self.version(stored) == version else { throw Objection.changed(stored) }
          }
        })
      {
      case .success: return .saved
      case nil: return .underWay
      case .failure(let error): return .refused(.failed(error))
      }
    } catch is Busy {
      return .refused(.busy)
    } catch let objection as Objection {
      return switch objection {
      case .doneAlready: .saved
      case .deleted: .refused(.deleted)
      case .changed(let stored): .refused(.changed(stored: stored))
      case .addedAlready(let stored): .refused(.addedAlready(stored))
      }
    }
  }

  /// The outcome of deleting a record.
  public enum Deleted: Hashable, Sendable {
    /// It is gone from the disk.
    case deleted
    /// It takes longer than timeout lasts.
    case underWay
    /// It was gone before.
    case notFound
    /// Someone else saved it after the confirmation was shown.
    case changed
    /// It could not be deleted, or another change of it is under way.
    case failed
  }

  /// Deletes a record.
  ///
  /// - Parameters:
  ///   - id: the record.
  ///   - version: the digest of the content that people saw.
  ///   - action: what people did.
  public func delete(
    _ id: String, version: String?, by action: Action
  ) async throws -> Deleted {
    do {
      switch try await perform(
        action, on: id,
        given: { stored in
          guard let stored else { throw Objection.deleted }
          guard self.version(stored) == version else { throw Objection.changed(stored) }
        })
      {
      case .success: return .deleted
      case nil: return .underWay
      case .failure: return .failed
      }
    } catch is Busy {
      return .failed
    } catch Objection.deleted {
      return .notFound
    } catch Objection.changed {
      return .changed
    }
  }

  /// The purpose of the form that is shown again.
  public func purpose(
    of form: FormPurpose, after problem: Problem, makeID: () -> String
  ) -> FormPurpose {
    switch problem {
    case .changed(let stored): .update(id: form.id, version: version(stored))
    case .deleted, .addedAlready: .add(id: makeID())
    case .fields, .failed, .busy: form
    }
  }

  /// The reason why an action was not dispatched.
  private enum Objection: Error {
    case doneAlready
    case deleted
    case changed(Value)
    case addedAlready(Value)
  }

  private func perform(
    _ action: Action, on id: String, given check: @escaping @Sendable (Value?) throws -> Void
  ) async throws -> EditOutcome? {
    try await store.perform(
      action, timeout: timeout,
      given: { state in
        if isBusy(state, id) { throw Busy() }
        try check(stored(state, id))
      },
      outcome: { outcome($0, id) })
  }
}
