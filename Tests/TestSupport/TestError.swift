public import Foundation

/// An error with a message of its own.
public struct TestError: Error, Hashable, LocalizedError {
  public init() {}

  public var errorDescription: String? { Self.message }

  /// The localized description of the error.
  public static let message = "The cellar is under water."
}
