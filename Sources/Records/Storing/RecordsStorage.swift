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

  /// Adds a record. Idempotent: adding an equal record again has no effect.
  ///
  /// - Parameters:
  ///   - entry: the record.
  ///   - turn: the turn of the action that adds it.
  /// - Throws: an error if another record has the same id; `RecordsError.notFound`
  ///   if the record was added before and has been deleted since.
  func add(_ entry: Entry<Entity>, in turn: ActionTurn?) async throws -> [Change]

  /// Updates the content of a record.
  ///
  /// - Parameters:
  ///   - entry: the record with its new content.
  ///   - old: the content that is replaced. A shared storage compares it.
  ///   - turn: the turn of the action that updates it.
  /// - Throws: `RecordsError.notFound` if the record does not exist;
  ///   `RecordsError.stale` if another instance has changed it.
  func update(
    _ entry: Entry<Entity>, replacing old: Entity, in turn: ActionTurn?
  ) async throws -> [Change]

  /// Deletes a record.
  ///
  /// - Parameters:
  ///   - id: the id of the record.
  ///   - old: the content that is deleted. A shared storage compares it.
  ///   - turn: the turn of the action that deletes it.
  /// - Throws: `RecordsError.notFound` if the record does not exist;
  ///   `RecordsError.stale` if another instance has changed it.
  func delete(
    _ id: String, replacing old: Entity, in turn: ActionTurn?
  ) async throws -> [Change]
}
