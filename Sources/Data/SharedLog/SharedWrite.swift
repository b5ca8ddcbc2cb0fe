public import Foundation
public import Postgres

/// A change of rows that is appended to a log.
///
/// ```swift
/// import Postgres
///
/// let write = SharedWrite(
///   kind: "removed", payload: "{}",
///   rows: "DELETE FROM plant WHERE id = \("fern") RETURNING id")
/// ```
public struct SharedWrite: Sendable {
  /// The id by which a repeated write is recognised: only the first takes effect.
  public var operation: UUID
  /// The id of this very execution, by which its change is told from an earlier one of
  /// the same operation.
  let execution = UUID()
  /// The name of the type of change.
  public var kind: String
  /// The change as JSON.
  public var payload: String
  /// The position of the log at which the change was computed; `nil` if it does
  /// not matter.
  public var position: Int?
  /// Statements to execute before `rows`, whose effect remains whatever the
  /// condition of the rows.
  public var statements: [PostgresStatement]
  /// One `INSERT`, `UPDATE` or `DELETE` with `RETURNING` whose condition is the
  /// precondition of the write; `nil` if there is none.
  public var rows: PostgresStatement?

  public init(
    operation: UUID = UUID(), kind: String, payload: String, expecting position: Int? = nil,
    after statements: [PostgresStatement] = [], rows: PostgresStatement? = nil
  ) {
    self.operation = operation
    self.kind = kind
    self.payload = payload
    self.position = position
    self.statements = statements
    self.rows = rows
  }
}
