/// The place where records are kept.
public protocol RecordsStorage<Entity>: Sendable {
  /// The stored records.
  associatedtype Entity: Record

  /// All records.
  func load() async throws -> [Entry<Entity>]

  /// Adds a record. Adding the same again is no error and adds nothing.
  func add(_ entry: Entry<Entity>) async throws

  /// Gives a record other values.
  func update(_ entry: Entry<Entity>) async throws

  /// Deletes a record.
  func delete(_ id: String) async throws
}
