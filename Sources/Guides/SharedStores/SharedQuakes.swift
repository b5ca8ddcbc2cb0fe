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
  ///   - file: the file that the quakes were in before.
  ///   - apply: applies changes to the state of this instance.
  public init(
    _ storage: SharedStorage, importing file: URL? = nil,
    apply: @escaping @Sendable ([QuakesChange]) async throws -> Void
  ) {
    log = ChangeLog(
      "quakes", in: storage, .quakes,
      importing: SharedStorage.importing(file, copy: Self.copy)
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
      let quakes = try PostgresJSON(encoding: put.values.map(StoredQuake.init))
      statements.append(
        """
        INSERT INTO quake (\(columns))
        SELECT \(columns) FROM json_to_recordset(\(quakes))
          AS row (\(types))
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
      let quakes = try PostgresJSON(encoding: kept.map(StoredQuake.init))
      statements.append(
        """
        INSERT INTO kept_quake (\(columns), deleted)
        SELECT \(columns), deleted FROM json_to_recordset(\(quakes))
          AS row (\(types), deleted float8)
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
    return "\(quakes.count) earthquake\(quakes.count == 1 ? "" : "s")"
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

  /// The columns in the order of `Quake.init(row:)`, with their types.
  private static let columnTypes = [
    ("quake_id", "text"), ("magnitude", "float8"), ("time", "float8"), ("updated_time", "float8"),
    ("name", "text"), ("longitude", "float8"), ("latitude", "float8"), ("depth", "float8"),
    ("magnitude_type", "text"), ("type", "text"), ("status", "text"), ("alert", "text"),
    ("tsunami", "boolean"), ("felt", "bigint"), ("reported_intensity", "float8"),
    ("estimated_intensity", "float8"), ("significance", "bigint"), ("network", "text"),
    ("other_ids", "text[]"), ("url", "text"), ("missing_since", "float8"),
    ("former_ids", "text[]"),
  ]
  private static let columns = PostgresStatement(
    unsafe: columnTypes.map(\.0).joined(separator: ", "))
  private static let excluded = PostgresStatement(
    unsafe: columnTypes.map { "EXCLUDED.\($0.0)" }.joined(separator: ", "))
  private static let types = PostgresStatement(
    unsafe: columnTypes.map { "\($0) \($1)" }.joined(separator: ", "))
}

extension Migrations {
  /// The tables of the quakes. A released step never changes.
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
  let quake_id: String
  let magnitude: Double?
  let time: Double
  let updated_time: Double
  let name: String
  let longitude: Double
  let latitude: Double
  let depth: Double?
  let magnitude_type: String?
  let type: String
  let status: String
  let alert: String?
  let tsunami: Bool
  let felt: Int?
  let reported_intensity: Double?
  let estimated_intensity: Double?
  let significance: Int
  let network: String
  let other_ids: [String]?
  let url: String?
  let missing_since: Double?
  let former_ids: [String]?
  /// The time of its deletion.
  let deleted: Double?

  init(_ deleted: DeletedQuake) {
    self.init(deleted.quake, deleted: deleted.date)
  }

  init(_ quake: Quake) {
    self.init(quake, deleted: nil)
  }

  private init(_ quake: Quake, deleted: Date?) {
    self.deleted = deleted?.timeIntervalSinceReferenceDate
    quake_id = quake.id
    magnitude = quake.isMagnitudeKnown ? quake.magnitude : nil
    time = quake.time.timeIntervalSinceReferenceDate
    updated_time = quake.updated.timeIntervalSinceReferenceDate
    name = quake.name
    longitude = quake.longitude
    latitude = quake.latitude
    depth = quake.depth
    magnitude_type = quake.magnitudeType
    type = quake.type
    status = quake.status.rawValue
    alert = quake.alert?.rawValue
    tsunami = quake.isTsunamiPossible
    felt = quake.felt
    reported_intensity = quake.reportedIntensity
    estimated_intensity = quake.estimatedIntensity
    significance = quake.significance
    network = quake.network
    other_ids = quake.otherIds.isEmpty ? nil : quake.otherIds
    url = quake.ownURL
    missing_since = quake.missingSince?.timeIntervalSinceReferenceDate
    former_ids = quake.formerIds.isEmpty ? nil : quake.formerIds
  }
}

extension Quake {
  /// Reads the columns in their order; those that cannot be null have defaults.
  fileprivate init(row: inout PostgresCopyRow) throws(PostgresError) {
    func date(_ seconds: Double) -> Date { Date(timeIntervalSinceReferenceDate: seconds) }
    let quakeId = try row.string() ?? ""
    let magnitude = try row.double()
    let (time, updated) = (try row.double() ?? 0, try row.double() ?? 0)
    let name = try row.string() ?? ""
    let (longitude, latitude) = (try row.double() ?? 0, try row.double() ?? 0)
    let depth = try row.double()
    let (magnitudeType, type) = (try row.string(), try row.string() ?? "")
    let (status, alert) = (try row.string(), try row.string())
    let isTsunamiPossible = try row.bool() ?? false
    let felt = try row.int()
    let (reported, estimated) = (try row.double(), try row.double())
    let significance = try row.int() ?? 0
    let network = try row.string() ?? ""
    let ids = try row.strings() ?? []
    let url = try row.string()
    let missingSince = try row.double().map(date)
    let formerIds = try row.strings() ?? []
    self.init(
      quakeId: quakeId, magnitude: magnitude ?? 0, time: date(time), updated: date(updated),
      name: name, longitude: longitude, latitude: latitude, isMagnitudeKnown: magnitude != nil,
      depth: depth, magnitudeType: magnitudeType, type: type,
      status: status.flatMap(ReviewStatus.init(rawValue:)) ?? .automatic,
      alert: alert.flatMap(Alert.init(rawValue:)), isTsunamiPossible: isTsunamiPossible,
      felt: felt, reportedIntensity: reported, estimatedIntensity: estimated,
      significance: significance, network: network, ids: ids, formerIds: formerIds, url: url,
      missingSince: missingSince)
  }
}
