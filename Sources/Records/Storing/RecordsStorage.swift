public import ImmutableData

/// A persistent storage of records, such as their log.
public protocol RecordsStorage<Entity>: Sendable {
  /// The stored records.
  associatedtype Entity: Record

  /// Loads all records into a store, unless that has been done, and brings all later changes
  /// there.
  func load(into store: Store<RecordsState<Entity>, RecordsAction<Entity>>) async throws

  /// Performs an operation, and writes its changes to the history. Returns when they are durable
  /// and in the store.
  ///
  /// All changes are possible when it begins, or none is made. A storage may make many of them in
  /// parts. A part that is not possible any longer, since others have changed its records, ends
  /// the operation; the parts before it stay.
  ///
  /// Idempotent: adding an equal record again has no effect.
  ///
  /// - Throws: `RecordsError.stale` if a record is not as the change expects it, or another one
  ///   has its unique values; of an operation on one record `RecordsError.notFound` if it does not
  ///   exist, or was added by the same form and has been deleted since, and `RecordsError.idInUse`
  ///   if another record has its id.
  func write(_ operation: RecordsOperation<Entity>) async throws
}
