public import Foundation

/// A place in a change log: the number of a change and the operation that made
/// it.
///
/// The operation tells a log that was restored or lost its tail from the one
/// that was read before: the same number then belongs to another operation.
public struct LogPosition: Hashable, Sendable {
  /// The number of the change. A log begins with 0, which changes nothing, and
  /// has no gaps.
  public var number: Int
  /// The id of the operation that made the change.
  public var operation: UUID

  public init(number: Int, operation: UUID) {
    self.number = number
    self.operation = operation
  }
}

/// A change in a log.
public struct LogEntry: Hashable, Sendable {
  public var position: LogPosition
  /// The name of the type of change, such as `put`.
  public var kind: String
  /// The change as JSON.
  public var payload: String

  public init(position: LogPosition, kind: String, payload: String) {
    self.position = position
    self.kind = kind
    self.payload = payload
  }
}
