/// The position up to which a log has been applied, and the decision what to do
/// with the rows that were read from it.
///
/// Notifications may be lost, repeated or late. So an instance reads from the
/// position that it has applied, that row included: if the row is missing or
/// belongs to another operation, the log was trimmed, restored or lost its tail.
package struct LogCursor: Sendable {
  /// The consequence of rows that were read.
  package enum Step: Hashable, Sendable {
    /// The entries follow the applied position without a gap. None means that
    /// nothing has changed.
    case apply([LogEntry])
    /// Everything has to be read from the tables.
    case reload
  }

  /// The last applied position.
  package private(set) var position: LogPosition

  package init(_ position: LogPosition) {
    self.position = position
  }

  /// Advances the position over rows that were read.
  ///
  /// - Parameter rows: the rows from the applied number on, in their order.
  package mutating func advance(over rows: [LogEntry]) -> Step {
    guard let first = rows.first, first.position == position else { return .reload }
    let entries = Array(rows.dropFirst())
    for (offset, entry) in entries.enumerated()
    where entry.position.number != position.number + 1 + offset {
      return .reload
    }
    if let last = entries.last { position = last.position }
    return .apply(entries)
  }
}
