public import Foundation

/// What the list of breeds needs from the world.
public struct DogsEnvironment: Sendable {
  /// Loads the list, in the order in which it is shown.
  public var loadDogs: @Sendable () async throws -> [Dog]
  /// The list that was kept last; `nil` where none was.
  public var keptDogs: @Sendable () async throws -> KeptDogs?
  /// Keeps a list for the next start.
  public var keepDogs: @Sendable (KeptDogs) async throws -> Void
  /// The time of day.
  public var now: @Sendable () -> Date

  public init(
    loadDogs: @escaping @Sendable () async throws -> [Dog],
    keptDogs: @escaping @Sendable () async throws -> KeptDogs? = { nil },
    keepDogs: @escaping @Sendable (KeptDogs) async throws -> Void = { _ in },
    now: @escaping @Sendable () -> Date = { .now }
  ) {
    self.loadDogs = loadDogs
    self.keptDogs = keptDogs
    self.keepDogs = keepDogs
    self.now = now
  }
}
