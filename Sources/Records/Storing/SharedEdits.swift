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

  /// Adds or updates the records.
  var put: PostgresStatement {
    let columns = Entity.fields.stored.map { "\(identifier: $0.name)" as PostgresStatement }
    let values = columns.map { "new_row.\($0)" as PostgresStatement }
    let updates = columns.map { "\($0) = excluded.\($0)" as PostgresStatement }
    return """
      \(edit) INSERT INTO \(table) ("id", \(columns.joined(", ")))
      SELECT edit."id", \(values.joined(", ")) FROM edit
      CROSS JOIN LATERAL json_populate_record(NULL::\(table), edit."new") AS new_row
      WHERE \(isPossible)
      ON CONFLICT ("id") DO UPDATE SET \(updates.joined(", ")) RETURNING "id"
      """
  }

  /// Deletes the records.
  var delete: PostgresStatement {
    """
    \(edit) DELETE FROM \(table) WHERE "id" IN (SELECT edit."id" FROM edit) AND \(isPossible)
    RETURNING "id"
    """
  }

  /// Adds the changes to the history, and removes what it need not keep.
  var history: [PostgresStatement] { history(if: isPossible) }

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

  private var table: PostgresStatement { "\(identifier: Entity.names.path)" }

  /// The changes as the table `edit`, with which a statement begins.
  package var edit: PostgresStatement {
    """
    WITH edit AS MATERIALIZED (
      SELECT * FROM json_to_recordset(\(edits))
      AS given("id" text, "kind" text, "old" json, "new" json))
    """
  }

  private var isPossible: PostgresStatement {
    let columns = Entity.fields.stored.map { "\(identifier: $0.name)" as PostgresStatement }
    let present = columns.map { "present.\($0)" as PostgresStatement }.joined(", ")
    let old = columns.map { "old_row.\($0)" as PostgresStatement }.joined(", ")
    return """
      NOT EXISTS (
        SELECT FROM edit
        CROSS JOIN LATERAL json_populate_record(
          NULL::\(table), coalesce(edit."old", '{}'::json)) AS old_row
        CROSS JOIN LATERAL json_populate_record(
          NULL::\(table), coalesce(edit."new", '{}'::json)) AS new_row
        LEFT JOIN \(table) AS present ON present."id" = edit."id"
        WHERE (edit."old" IS NULL) <> (present."id" IS NULL)
          OR edit."old" IS NOT NULL AND ROW(\(present)) IS DISTINCT FROM ROW(\(old))
          \(UniqueIndex.all(of: Entity.self).map(isTaken).joined("")))
      """
  }

  /// The condition that a record outside of the operation has the same unique values.
  private func isTaken(_ index: UniqueIndex) -> PostgresStatement {
    let equal = index.fields.map { field -> PostgresStatement in
      let (other, new) = (
        "other.\(identifier: field)" as PostgresStatement,
        "new_row.\(identifier: field)" as PostgresStatement
      )
      // As in the index, which makes the search fast.
      return index.texts.contains(field)
        ? "md5(\(other)) = md5(\(new)) AND \(other) = \(new) AND \(other) <> ''"
        : "\(other) = \(new)"
    }
    return """
       OR edit."new" IS NOT NULL AND EXISTS (
        SELECT FROM \(table) AS other WHERE \(equal.joined(" AND "))
        AND other."id" NOT IN (SELECT all_edits."id" FROM edit AS all_edits))
      """
  }
}
