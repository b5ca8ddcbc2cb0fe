public import Foundation

/// The dependencies of the list of breeds.
public struct DogsEnvironment: Sendable {
  /// Loads the list in display order.
  public var loadDogs: @Sendable () async throws -> [Dog]
  /// Returns the current time.
  public var now: @Sendable () -> Date

  public init(
    loadDogs: @escaping @Sendable () async throws -> [Dog],
    now: @escaping @Sendable () -> Date = { .now }
  ) {
    self.loadDogs = loadDogs
    self.now = now
  }
}
