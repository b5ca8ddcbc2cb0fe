package import Postgres

/// The statements that perform an operation in a PostgreSQL database.
///
/// The changes are sent as one JSON array, whatever their number. Each statement has the same
/// condition: no record differs from what its change was based on, and no other one has its
/// unique values. So all changes are made, or none.
package struct SharedEdits<Entity: Record> {
  private let operation: RecordsOperation<Entity>
  private let edits: PostgresJSON

  package init(_ operation: RecordsOperation<Entity>) {
    self.operation = operation
    var json = JSONText()
    json.append(raw: "[")
    for (index, edit) in operation.edits.enumerated() {
      json.append(raw: index > 0 ? ",{\"id\":" : "{\"id\":")
      json.append(edit.id)
      json.append(raw: ",\"kind\":\"\(edit.kind(of: operation.origin.cause).rawValue)\"")
      for (name, record) in [("old", edit.old), ("new", edit.new)] {
        json.append(raw: ",\"\(name)\":\(record.map(RecordContent.json) ?? "null")")
      }
      json.append(raw: "}")
    }
    json.append(raw: "]")
    edits = PostgresJSON(json.text)
  }

  /// Adds the changes to the history if a condition holds, and removes what it need not keep.
  /// These statements come first, since the condition does not hold any more when the changes
  /// have been made.
  package func history(if isPossible: PostgresStatement) -> [PostgresStatement] {
    let limit = Entity.history
    if limit == .none { return [] }
    let (origin, versions) = (
      operation.origin, "\(identifier: Entity.historyTable)" as PostgresStatement
    )
    return [
      """
      \(edit) INSERT INTO \(versions) ("record", "time", "visitor", "kind", "before", "after")
      SELECT edit."id", \(origin.date.milliseconds), \(origin.visitor), edit."kind",
        edit."old"::text, edit."new"::text
      FROM edit WHERE \(isPossible)
      """,
      """
      \(edit) DELETE FROM \(versions) AS version USING (
        SELECT edit."id", (
          SELECT "number" FROM \(versions) AS kept WHERE kept."record" = edit."id"
          ORDER BY "number" DESC LIMIT 1 OFFSET \(limit.versions)) AS "number"
        FROM edit WHERE edit."old" IS NOT NULL) AS last
      WHERE version."record" = last."id" AND version."number" <= last."number"
      """,
      "DELETE FROM \(versions) WHERE \"time\" < \(limit.start(at: origin.date))",
    ]
  }

  /// The changes as the table `edit`, with which a statement begins.
  package var edit: PostgresStatement {
    """
    WITH edit AS MATERIALIZED (
      SELECT * FROM json_to_recordset(\(edits))
      AS given("id" text, "kind" text, "old" json, "new" json))
    """
  }
}
