public import Foundation

/// The animal is no longer the one that the visitor’s request was checked against.
public struct StaleAnimalError: LocalizedError, Hashable {
  package init() {}

  public var errorDescription: String? { "Someone else changed it. Try again." }
}
