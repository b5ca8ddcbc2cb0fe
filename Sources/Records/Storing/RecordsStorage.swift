public import ImmutableData

/// A persistent storage of records: a file, or a database that several instances
/// share.
///
/// Each operation returns the changes that the store has to apply. If other
/// instances change the records, too, the log of the storage brings all changes, own
/// ones included, and the operations return none.
public protocol RecordsStorage<Entity>: Sendable {
  /// The stored records.
  associatedtype Entity: Record
  /// A change of the stored records.
  typealias Change = RecordsAction<Entity>.Change

  /// Loads all records.
  func load() async throws -> [Change]

  /// Performs all changes of an operation, or none, and writes them to the history.
  ///
  /// Idempotent: adding an equal record again has no effect.
  ///
  /// - Parameters:
  ///   - operation: the changes.
  ///   - turn: the turn of the action that asked for them.
  /// - Throws: `RecordsError.stale` if a record is not as the change expects it;
  ///   `RecordsError.notFound` if it does not exist, or was added by the same form and
  ///   has been deleted since; `RecordsError.idInUse` if another record has its id.
  func write(
    _ operation: RecordsOperation<Entity>, in turn: ActionTurn?
  ) async throws -> [Change]

  /// Does the same, and calls a closure from time to time with the number of changes that were
  /// made.
  func write(
    _ operation: RecordsOperation<Entity>, in turn: ActionTurn?,
    progress: @escaping @Sendable (_ done: Int) -> Void
  ) async throws -> [Change]

  /// Returns the changes of a record, the newest first, as far as they are kept.
  func history(of id: String) async throws -> [RecordVersion]
}

extension RecordsStorage {
  /// Reports no progress.
  public func write(
    _ operation: RecordsOperation<Entity>, in turn: ActionTurn?,
    progress: @escaping @Sendable (_ done: Int) -> Void
  ) async throws -> [Change] {
    try await write(operation, in: turn)
  }

  /// A storage without a history.
  public func history(of id: String) async throws -> [RecordVersion] { [] }
}
