public import Foundation

/// An error with a unique message.
public struct TestError: Error, Hashable, LocalizedError {
  public init() {}

  public var errorDescription: String? { Self.message }

  /// The localised description of the error.
  public static let message = "The test operation failed."
}
