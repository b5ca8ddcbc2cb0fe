public import Foundation
import Postgres
public import QuakesData
public import SharedLog
import Synchronization

/// A store of quakes in a PostgreSQL database that several instances share.
///
/// The change of a refresh or a deletion is computed from the state of this
/// instance, and computed again if another instance was faster. It returns when
/// the state has the change.
///
/// PostgreSQL has no NUL in texts: it is stored as U+FFFD.
public final class SharedQuakes: Sendable {
  private let log: ChangeLog<QuakesChange>

  /// Registers the tables and the log.
  ///
  /// - Parameters:
  ///   - storage: the shared tables of the program.
  ///   - file: the file of the quakes without a shared database.
  ///   - apply: applies changes to the state of this instance.
  public init(
    _ storage: SharedStorage, importing file: URL? = nil,
    apply: @escaping @Sendable ([QuakesChange]) async throws -> Void
  ) {
    log = ChangeLog(
      "quakes", in: storage, .quakes,
      importing: SharedStorage.importing(file, copy: Self.copy),
      exporting: SharedStorage.exporting(file, copy: Self.copy)
    ) { connection in
      [
        .everything(
          quakes: try await Self.quakes(on: connection),
          ledger: try await Self.ledger(on: connection)),
        .deletions(try await Self.keptQuakes(on: connection)),
      ]
    } apply: { changes in
      try await apply(changes)
    }
  }

  /// The longest wait for a write, which may concern a million quakes.
  private static let limit = Duration.seconds(60)
  /// The number of quakes that are copied at a time.
  private static let batch = 5_000

  private func write(_ change: QuakesChange) async throws {
    try await log.write(change, after: Self.statements(for: change), within: Self.limit)
  }
}

// MARK: Operations

extension SharedQuakes: PersistentSessionLocalStore {
  public func saveMutation(
    computing compute: @Sendable () throws -> QuakesChange?
  ) async throws {
    try await log.write(within: Self.limit) {
      try compute().map { .init($0, after: try Self.statements(for: $0)) }
    }
  }

  /// Fetches all quakes, in no particular order.
  public func fetchLocalQuakesQuery() async throws -> [Quake] {
    try await log.read { try await Self.quakes(on: $0) }
  }

  /// Fetches the IDs of deleted events, the last refresh, and the known time.
  public func fetchLocalLedgerQuery() async throws -> QuakesState.Ledger? {
    try await log.read { try await Self.ledger(on: $0) }
  }

  /// Fetches the random id from which the ids of Atom feeds are derived.
  public func feedId() async throws -> UUID? {
    try await log.read { connection in
      try await connection.query("SELECT id FROM feed_id").first?.decode(UUID.self)
    }
  }

  /// Saves and deletes quakes. Existing quakes are replaced; deleted quakes need
  /// not exist.
  public func didFetchRemoteQuakesMutation(
    inserted: [Quake], updated: [Quake], deleted: [Quake]
  ) async throws {
    try await didRefreshQuakesMutation(
      changes: QuakesChanges(inserted: inserted, updated: updated, deleted: deleted))
  }

  /// Saves the changes of a refresh.
  public func didRefreshQuakesMutation(changes: QuakesChanges) async throws {
    try await write(.changed(changes))
  }

  /// Deletes a quake, and saves all its IDs as deleted. The quake need not exist.
  public func deleteLocalQuakeMutation(quakeId: Quake.ID) async throws {
    try await delete(quakeId)
  }

  /// Deletes a quake, saves all its IDs as deleted, and keeps it. The quake need
  /// not exist.
  public func deleteLocalQuakeMutation(_ deleted: DeletedQuake) async throws {
    try await write(.deleting(deleted.quake, at: deleted.date))
  }

  /// Deletes the quake with a preferred ID. O(n) for n quakes.
  private func delete(_ id: Quake.ID) async throws {
    let deleted = try await fetchLocalQuakesQuery().filter { $0.id == id }
    try await write(
      .changed(QuakesChanges(deleted: deleted, deletedIds: deleted.first?.ids ?? [id])))
  }

  /// Deletes all quakes. The next refresh may bring them back, unlike those that
  /// were deleted one by one.
  public func deleteLocalQuakesMutation() async throws {
    try await write(.removedAll(date: nil))
  }

  /// Deletes all quakes, and keeps them. The next refresh may bring them back,
  /// unlike those that were deleted one by one.
  public func deleteLocalQuakesMutation(date: Date) async throws {
    try await write(.removedAll(date: date))
  }

  /// Fetches the deleted quakes that can be restored, in no particular order.
  public func fetchLocalDeletionsQuery() async throws -> [DeletedQuake] {
    try await log.read { try await Self.keptQuakes(on: $0) }
  }
}

// MARK: Reports

extension SharedQuakes {
  /// The maximum number of reports, of up to about 100 kB each.
  private static let maximumReports = 1_000

  /// Fetches the report of an event, whichever instance loaded it.
  public func fetchLocalReportQuery(quakeId: Quake.ID) async throws -> EventReport? {
    try await log.read { connection in
      try await connection.query("SELECT content FROM report WHERE quake_id = \(quakeId)").first
        .map { try $0.decode(PostgresJSON.self).decode() }
    }
  }

  /// Saves a report. The oldest ones are removed beyond a thousand.
  public func saveReportMutation(_ report: EventReport) async throws {
    let fetched = report.fetched.timeIntervalSinceReferenceDate
    try await log.write(
      .reported(quakeId: report.quakeId),
      after: [
        """
        INSERT INTO report (quake_id, fetched, content)
        VALUES (\(report.quakeId), \(fetched), \(try PostgresJSON(encoding: report)))
        ON CONFLICT (quake_id) DO UPDATE SET (fetched, content) = (EXCLUDED.fetched, EXCLUDED.content)
        """,
        """
        DELETE FROM report WHERE quake_id IN (
          SELECT quake_id FROM report ORDER BY fetched DESC OFFSET \(Self.maximumReports))
        """,
      ])
  }
}

// MARK: Statements

extension SharedQuakes {
  private static func statements(for change: QuakesChange) throws -> [PostgresStatement] {
    switch change {
    case .changed(let changes): return try statements(for: changes)
    case .removedAll(let date):
      guard let date else {
        return ["DELETE FROM quake", "DELETE FROM known_time WHERE deleted IS NULL"]
      }
      let seconds = date.timeIntervalSinceReferenceDate
      return [
        """
        INSERT INTO kept_quake (\(columns), deleted) SELECT \(columns), \(seconds) FROM quake
        ON CONFLICT (quake_id) DO UPDATE SET (\(columns), deleted) = (\(excluded), EXCLUDED.deleted)
        """,
        """
        UPDATE known_time SET deleted = \(seconds)
        WHERE deleted IS NULL AND EXISTS (SELECT FROM quake)
        """,
        "DELETE FROM quake",
      ]
    case .restored(let ids):
      return [
        """
        DELETE FROM deleted_quake WHERE quake_id IN (
          SELECT unnest(quake_id || other_ids || former_ids) COLLATE "C" FROM kept_quake
          WHERE quake_id = ANY (\(ids)))
        """,
        """
        INSERT INTO quake (\(columns)) SELECT \(columns) FROM kept_quake
        WHERE quake_id = ANY (\(ids)) ON CONFLICT DO NOTHING
        """,
        "DELETE FROM kept_quake WHERE quake_id = ANY (\(ids))",
        // The time of deletions whose events are all stored again.
        """
        UPDATE known_time SET deleted = NULL WHERE deleted IS NOT NULL AND NOT EXISTS (
          SELECT FROM kept_quake WHERE kept_quake.deleted = known_time.deleted)
        """,
      ]
    // Its content is no part of the state that the log describes.
    case .reported: return []
    case .deletions(let quakes):
      return try ["DELETE FROM kept_quake"] + statements(for: QuakesChanges(kept: quakes))
    case .everything(let quakes, let ledger):
      return try [
        "DELETE FROM quake", "DELETE FROM deleted_quake", "DELETE FROM refresh",
      ]
        + statements(
          for: QuakesChanges(
            inserted: quakes, deletedIds: ledger.deletedIds, refresh: ledger.lastRefresh,
            known: ledger.known))
    }
  }

  private static func statements(
    for changes: QuakesChanges
  ) throws -> [PostgresStatement] {
    var statements: [PostgresStatement] = []
    if !changes.deleted.isEmpty {
      statements.append("DELETE FROM quake WHERE quake_id = ANY (\(changes.deleted.map(\.id)))")
    }
    // The last of several with the same ID wins, as in the state.
    let put = Dictionary((changes.inserted + changes.updated).map { ($0.id, $0) }) { $1 }
    if !put.isEmpty {
      let quakes = try PostgresJSON(encoding: put.values.map { StoredQuake(quake: $0) })
      statements.append(
        """
        INSERT INTO quake (\(columns))
        SELECT \(columns) FROM json_populate_recordset(NULL::quake, \(quakes))
        ON CONFLICT (quake_id) DO UPDATE SET (\(columns)) = (\(excluded))
        """)
    }
    if !changes.deletedIds.isEmpty {
      statements.append(
        """
        INSERT INTO deleted_quake SELECT unnest(\(changes.deletedIds)) ON CONFLICT DO NOTHING
        """)
    }
    if let ids = changes.restoredIds {
      statements.append("DELETE FROM deleted_quake WHERE quake_id = ANY (\(ids))")
    }
    if let ids = changes.released {
      statements.append("DELETE FROM kept_quake WHERE quake_id = ANY (\(ids))")
    }
    if let kept = changes.kept {
      let quakes = try PostgresJSON(
        encoding: kept.map { StoredQuake(quake: $0.quake, deleted: $0.date) })
      statements.append(
        """
        INSERT INTO kept_quake (\(columns), deleted)
        SELECT \(columns), deleted FROM json_populate_recordset(NULL::kept_quake, \(quakes))
        ON CONFLICT (quake_id) DO UPDATE SET (\(columns), deleted) = (\(excluded), EXCLUDED.deleted)
        """)
    }
    if let refresh = changes.refresh {
      statements.append(
        """
        INSERT INTO refresh (refresh_id, summary) VALUES (1, \(try PostgresJSON(encoding: refresh)))
        ON CONFLICT (refresh_id) DO UPDATE SET summary = EXCLUDED.summary
        """)
    }
    if let known = changes.known {
      let rows = known.rows
      statements.append("DELETE FROM known_time")
      if !rows.isEmpty {
        statements.append(
          """
          INSERT INTO known_time (since, until, deleted) SELECT since, until, deleted
          FROM json_to_recordset(\(try PostgresJSON(encoding: rows.map(StoredPeriod.init))))
            AS row (since float8, until float8, deleted float8)
          """)
      }
    }
    return statements
  }

  /// Copies the quakes of a file, and returns their number as text.
  private static func copy(_ file: URL, to connection: PostgresConnection) async throws -> String {
    let store = LocalStore(url: file)
    let quakes = try await store.fetchLocalQuakesQuery()
    let ledger = try await store.fetchLocalLedgerQuery()
    let kept = try await store.fetchLocalDeletionsQuery()
    let feedId = try await store.feedId()
    try await store.close()
    for start in stride(from: 0, to: quakes.count, by: batch) {
      let changes = QuakesChanges(inserted: Array(quakes[start...].prefix(batch)))
      try await connection.pipeline(statements(for: changes), within: limit)
    }
    try await connection.pipeline(
      statements(
        for: QuakesChanges(
          deletedIds: ledger?.deletedIds ?? [], refresh: ledger?.lastRefresh,
          known: ledger?.known)),
      within: limit)
    if let feedId { try await connection.query("UPDATE feed_id SET id = \(feedId)") }
    for start in stride(from: 0, to: kept.count, by: batch) {
      let changes = QuakesChanges(kept: Array(kept[start...].prefix(batch)))
      try await connection.pipeline(statements(for: changes), within: limit)
    }
    return counted(quakes)
  }

  /// Copies the quakes to a file, and returns their number as text.
  private static func copy(from connection: PostgresConnection, to file: URL) async throws -> String
  {
    let quakes = try await quakes(on: connection)
    let ledger = try await ledger(on: connection)
    let kept = try await keptQuakes(on: connection)
    let feedId = try await connection.query("SELECT id FROM feed_id").first?.decode(UUID.self)
    let store = LocalStore(url: file)
    for start in stride(from: 0, to: quakes.count, by: batch) {
      try await store.didRefreshQuakesMutation(
        changes: QuakesChanges(inserted: Array(quakes[start...].prefix(batch))))
    }
    try await store.didRefreshQuakesMutation(
      changes: QuakesChanges(
        deletedIds: ledger.deletedIds, refresh: ledger.lastRefresh, kept: kept,
        known: ledger.known))
    if let feedId { try await store.saveMutation(feedId: feedId) }
    try await store.close()
    return counted(quakes)
  }

  private static func counted(_ quakes: [Quake]) -> String {
    "\(quakes.count) earthquake\(quakes.count == 1 ? "" : "s")"
  }

  private static func ledger(
    on connection: PostgresConnection
  ) async throws -> QuakesState.Ledger {
    let deleted = try await connection.query("SELECT quake_id FROM deleted_quake")
    let refresh = try await connection.query("SELECT summary FROM refresh").first
    let known = try await connection.query("SELECT since, until, deleted FROM known_time")
    return QuakesState.Ledger(
      deletedIds: try deleted.map { try $0.decode(String.self) },
      lastRefresh: try refresh.map { try $0.decode(PostgresJSON.self).decode() },
      known: KnownTime(
        rows: try known.compactMap { row in
          let (since, until, deleted) = try row.decode(Double.self, Double.self, Double?.self)
          return KnownTime.Row(
            since: Date(timeIntervalSinceReferenceDate: since),
            until: Date(timeIntervalSinceReferenceDate: until),
            deletion: deleted.map { Date(timeIntervalSinceReferenceDate: $0) })
        }))
  }

  private static func quakes(on connection: PostgresConnection) async throws -> [Quake] {
    let quakes = Mutex<[Quake]>([])
    try await connection.copyOut("COPY quake (\(columns)) TO STDOUT (FORMAT binary)") {
      row throws(PostgresError) in
      var row = row
      let quake = try Quake(row: &row)
      quakes.withLock { $0.append(quake) }
    }
    return quakes.withLock { $0 }
  }

  private static func keptQuakes(on connection: PostgresConnection) async throws -> [DeletedQuake] {
    let quakes = Mutex<[DeletedQuake]>([])
    try await connection.copyOut(
      "COPY kept_quake (\(columns), deleted) TO STDOUT (FORMAT binary)"
    ) { row throws(PostgresError) in
      var row = row
      let quake = try Quake(row: &row)
      let date = Date(timeIntervalSinceReferenceDate: try row.double() ?? 0)
      quakes.withLock { $0.append(DeletedQuake(quake, at: date)) }
    }
    return quakes.withLock { $0 }
  }

  private static let columns = PostgresStatement(
    unsafe: QuakeFields.columns.joined(separator: ", "))
  private static let excluded = PostgresStatement(
    unsafe: QuakeFields.columns.map { "EXCLUDED." + $0 }.joined(separator: ", "))
}

extension Migrations {
  /// The tables of the quakes. A released step never changes, so its columns stay
  /// literal.
  ///
  /// Dates are seconds since the start of 2001 in UTC, as in `Date`: every other
  /// representation would round some of them.
  fileprivate static var quakes: Migrations {
    Migrations(
      component: "quakes",
      steps: [
        Step(
          """
          CREATE TABLE quake (
            quake_id text COLLATE "C" PRIMARY KEY,
            magnitude float8,
            time float8 NOT NULL,
            updated_time float8 NOT NULL,
            name text NOT NULL,
            longitude float8 NOT NULL,
            latitude float8 NOT NULL,
            depth float8,
            magnitude_type text,
            type text NOT NULL,
            status text NOT NULL CHECK (status IN ('automatic', 'reviewed', 'deleted')),
            alert text CHECK (alert IN ('green', 'yellow', 'orange', 'red')),
            tsunami boolean NOT NULL,
            felt bigint,
            reported_intensity float8,
            estimated_intensity float8,
            significance bigint NOT NULL,
            network text NOT NULL,
            other_ids text[],
            url text,
            missing_since float8);
          CREATE TABLE deleted_quake (quake_id text COLLATE "C" PRIMARY KEY);
          CREATE TABLE refresh (
            refresh_id bigint PRIMARY KEY CHECK (refresh_id = 1),
            summary json NOT NULL);
          """),
        // The deleted quakes that can be restored.
        Step(
          """
          CREATE TABLE kept_quake (
            quake_id text COLLATE "C" PRIMARY KEY,
            magnitude float8,
            time float8 NOT NULL,
            updated_time float8 NOT NULL,
            name text NOT NULL,
            longitude float8 NOT NULL,
            latitude float8 NOT NULL,
            depth float8,
            magnitude_type text,
            type text NOT NULL,
            status text NOT NULL,
            alert text,
            tsunami boolean NOT NULL,
            felt bigint,
            reported_intensity float8,
            estimated_intensity float8,
            significance bigint NOT NULL,
            network text NOT NULL,
            other_ids text[],
            url text,
            missing_since float8,
            deleted float8 NOT NULL);
          """),
        // The IDs that an event had.
        Step(
          """
          ALTER TABLE quake ADD COLUMN former_ids text[];
          ALTER TABLE kept_quake ADD COLUMN former_ids text[];
          """),
        // The random id from which the ids of Atom feeds are derived.
        Step(
          """
          CREATE TABLE feed_id (id uuid NOT NULL);
          INSERT INTO feed_id VALUES (gen_random_uuid());
          """),
        // The time that the loaded feeds cover. An instance of an earlier version
        // leaves it as it is, so that less is known than is stored.
        Step(
          """
          CREATE TABLE known_time (
            since float8 NOT NULL,
            until float8 NOT NULL CHECK (until > since),
            deleted float8);
          """),
        // What is published about single events.
        Step(
          """
          CREATE TABLE report (
            quake_id text COLLATE "C" PRIMARY KEY,
            fetched float8 NOT NULL,
            content json NOT NULL);
          CREATE INDEX report_by_time ON report (fetched);
          """),
      ])
  }
}

/// The row of a period. The keys in JSON are the names of columns.
private struct StoredPeriod: Encodable {
  let since: Double
  let until: Double
  let deleted: Double?

  init(_ row: KnownTime.Row) {
    since = row.period.lowerBound.timeIntervalSinceReferenceDate
    until = row.period.upperBound.timeIntervalSinceReferenceDate
    deleted = row.deletion?.timeIntervalSinceReferenceDate
  }
}

/// The row of a quake. The keys in JSON are the names of columns.
private struct StoredQuake: Encodable {
  let quake: Quake
  /// The time of its deletion.
  var deleted: Date?

  func encode(to encoder: any Encoder) throws {
    var row = JSONRow(values: encoder.container(keyedBy: JSONRow.Column.self))
    var fields = quake.fields
    try fields.pass(through: &row)
    var seconds = deleted?.timeIntervalSinceReferenceDate
    try row.pass("deleted", &seconds)
  }
}

/// The object of a row in JSON, to which columns are written.
private struct JSONRow: QuakeFormat {
  typealias Failure = any Error

  struct Column: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  var values: KeyedEncodingContainer<Column>

  mutating func pass<Value: Encodable>(_ column: String, _ value: inout Value?) throws {
    try values.encodeIfPresent(value, forKey: Column(stringValue: column))
  }
}

/// A row of a copy, from which columns are read.
private struct CopiedRow: QuakeFormat {
  var row: PostgresCopyRow

  mutating func pass(_: String, _ value: inout String?) throws(PostgresError) {
    value = try row.string()
  }
  mutating func pass(_: String, _ value: inout [String]?) throws(PostgresError) {
    value = try row.strings()
  }
  mutating func pass(_: String, _ value: inout Double?) throws(PostgresError) {
    value = try row.double()
  }
  mutating func pass(_: String, _ value: inout Int32?) throws(PostgresError) {
    value = try row.int().map { Int32(clamping: $0) }
  }
  mutating func pass(_: String, _ value: inout Bool?) throws(PostgresError) {
    value = try row.bool()
  }
}

extension Quake {
  /// Reads the columns of a row, after which it may have others.
  fileprivate init(row: inout PostgresCopyRow) throws(PostgresError) {
    var fields = QuakeFields()
    var copied = CopiedRow(row: row)
    try fields.pass(through: &copied)
    row = copied.row
    self.init(fields)
  }
}
