public import Foundation

/// The dependencies of the list of breeds.
public struct DogsEnvironment: Sendable {
  /// Loads the list in display order.
  public var loadDogs: @Sendable () async throws -> [Dog]
  /// Returns the stored list; `nil` if none is stored.
  public var storedDogs: @Sendable () async throws -> StoredDogs?
  /// Stores a list for the next start.
  public var storeDogs: @Sendable (StoredDogs) async throws -> Void
  /// Returns the current time.
  public var now: @Sendable () -> Date

  public init(
    loadDogs: @escaping @Sendable () async throws -> [Dog],
    storedDogs: @escaping @Sendable () async throws -> StoredDogs? = { nil },
    storeDogs: @escaping @Sendable (StoredDogs) async throws -> Void = { _ in },
    now: @escaping @Sendable () -> Date = { .now }
  ) {
    self.loadDogs = loadDogs
    self.storedDogs = storedDogs
    self.storeDogs = storeDogs
    self.now = now
  }
}
