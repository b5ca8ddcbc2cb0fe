/// A persistent storage of records.
public protocol RecordsStorage<Entity>: Sendable {
  /// The stored records.
  associatedtype Entity: Record

  /// True if other instances change the records, too. Then each change, own ones
  /// included, reaches the store by the log of the storage, and the outcome of
  /// an operation carries no data.
  var isShared: Bool { get }

  /// Loads all records. Not called for a shared storage.
  func load() async throws -> [Entry<Entity>]

  /// Adds a record. Idempotent: adding an equal record again has no effect.
  ///
  /// - Throws: an error if another record has the same id. A shared storage throws
  ///   `RecordsError.notFound` if the record was added before and has been deleted
  ///   since.
  func add(_ entry: Entry<Entity>) async throws

  /// Updates the content of a record.
  ///
  /// - Parameters:
  ///   - entry: the record with its new content.
  ///   - old: the content that is replaced. A shared storage compares it.
  /// - Throws: an error if the record does not exist; `RecordsError.stale` if
  ///   another instance has changed it.
  func update(_ entry: Entry<Entity>, replacing old: Entity) async throws

  /// Deletes a record.
  ///
  /// - Parameters:
  ///   - id: the id of the record.
  ///   - old: the content that is deleted. A shared storage compares it.
  /// - Throws: an error if the record does not exist; `RecordsError.stale` if
  ///   another instance has changed it.
  func delete(_ id: String, replacing old: Entity) async throws
}

extension RecordsStorage {
  public var isShared: Bool { false }
}
