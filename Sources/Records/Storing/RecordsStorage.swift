/// A persistent storage of records.
public protocol RecordsStorage<Entity>: Sendable {
  /// The stored records.
  associatedtype Entity: Record

  /// Loads all records.
  func load() async throws -> [Entry<Entity>]

  /// Adds a record. Idempotent: adding an equal record again has no effect.
  ///
  /// - Throws: an error if another record has the same id.
  func add(_ entry: Entry<Entity>) async throws

  /// Updates the content of a record.
  ///
  /// - Throws: an error if the record does not exist.
  func update(_ entry: Entry<Entity>) async throws

  /// Deletes a record.
  ///
  /// - Throws: an error if the record does not exist.
  func delete(_ id: String) async throws
}
