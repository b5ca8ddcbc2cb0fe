import Postgres

/// The versions of the tables of one component.
///
/// The program before this one can run beside it, unless a step names an oldest version that
/// is newer.
///
/// ```swift
/// let migrations = Migrations(
///   component: "plants",
///   steps: [.init("CREATE TABLE plant (id text COLLATE \"C\" PRIMARY KEY, name text NOT NULL)")])
/// ```
public struct Migrations: Sendable {
  /// One version: a script, and the oldest version of a program that can use
  /// the tables after it.
  public struct Step: Sendable {
    let script: String
    let oldestProgram: Int

    public init(_ script: String, oldestProgram: Int = 1) {
      self.script = script
      self.oldestProgram = oldestProgram
    }
  }

  let component: String
  /// The first step leads to version 1.
  let steps: [Step]

  /// - Parameters:
  ///   - component: the name of the component.
  ///   - steps: the versions, the oldest first.
  public init(component: String, steps: [Step]) {
    self.component = component
    self.steps = steps
  }

  /// The version after all steps.
  var version: Int { steps.count }
}

extension Migrations {
  /// The tables of the log itself, and that of the leases.
  static let log = Migrations(
    component: "log",
    steps: [
      Step(
        """
        CREATE TABLE change (
          log text COLLATE "C" NOT NULL,
          seq bigint NOT NULL,
          operation uuid NOT NULL UNIQUE,
          origin uuid NOT NULL,
          kind text NOT NULL,
          payload json NOT NULL,
          at timestamptz NOT NULL DEFAULT clock_timestamp(),
          PRIMARY KEY (log, seq));

        CREATE TABLE lease (
          name text COLLATE "C" PRIMARY KEY,
          holder uuid,
          until timestamptz NOT NULL DEFAULT '-infinity',
          done timestamptz);

        -- Locks a log until the end of the transaction and returns its position.
        -- Each statement below has a snapshot of its own (READ COMMITTED), so that
        -- what the last holder of the lock committed is seen.
        CREATE FUNCTION begin_write(the_log text, operations uuid[], expected bigint)
        RETURNS bigint LANGUAGE plpgsql AS $$
        DECLARE
          position bigint;
          executed bigint;
        BEGIN
          PERFORM pg_advisory_xact_lock(7001, hashtext(current_schema() || '.' || the_log));
          SELECT seq INTO executed FROM change WHERE operation = ANY (operations) LIMIT 1;
          IF FOUND THEN
            RAISE EXCEPTION 'the operation has been executed'
              USING ERRCODE = 'FG002', HINT = executed::text;
          END IF;
          SELECT max(seq) INTO position FROM change WHERE log = the_log;
          IF position IS NULL THEN
            position := 0;
            INSERT INTO change (log, seq, operation, origin, kind, payload)
            VALUES (the_log, 0, gen_random_uuid(), gen_random_uuid(), 'begin', '{}');
          END IF;
          IF expected IS NOT NULL AND expected <> position THEN
            RAISE EXCEPTION 'the log is at %, not %', position, expected USING ERRCODE = 'FG001';
          END IF;
          RETURN position;
        END $$;

        -- Appends a change, and wakes the instances at the commit.
        CREATE FUNCTION append(
          the_log text, the_operation uuid, the_origin uuid, the_kind text, the_payload json)
        RETURNS bigint LANGUAGE plpgsql AS $$
        DECLARE
          position bigint;
        BEGIN
          SELECT max(seq) + 1 INTO position FROM change WHERE log = the_log;
          INSERT INTO change (log, seq, operation, origin, kind, payload)
          VALUES (the_log, position, the_operation, the_origin, the_kind, the_payload);
          -- One notification, however many changes the transaction makes.
          PERFORM pg_notify(current_schema() || '.log', the_log);
          RETURN position;
        END $$;
        """),
      // The rules are in the program, which locks a log and appends to it by itself.
      Step(
        """
        DROP FUNCTION IF EXISTS begin_write;
        DROP FUNCTION IF EXISTS append;
        ALTER TABLE change DROP COLUMN origin, DROP COLUMN kind;
        DELETE FROM change WHERE seq = 0;
        """, oldestProgram: 2),
    ])

  /// Brings the tables of several components to their current versions.
  ///
  /// One instance at a time migrates; the others wait for it. All steps are one
  /// transaction.
  ///
  /// - Throws: `DurableError.unusable` if the tables need a newer program, and
  ///   `PostgresError`.
  static func run(
    _ components: [Migrations], schema: String, on connection: PostgresConnection
  ) async throws {
    try await connection.transaction { connection in
      try await connection.pipeline(
        [
          // Instances that start at the same time wait for the first.
          "SET LOCAL lock_timeout TO '60s'",
          // Not the lock of a log: migrations of all schemas take turns.
          "SELECT pg_advisory_xact_lock(7000, 0)",
          "CREATE SCHEMA IF NOT EXISTS \(identifier: schema)",
          """
          CREATE TABLE IF NOT EXISTS schema_version (
            component text COLLATE "C" NOT NULL,
            version bigint NOT NULL,
            oldest_program bigint NOT NULL,
            applied timestamptz NOT NULL DEFAULT now(),
            PRIMARY KEY (component, version))
          """,
        ], within: .seconds(60))
      for migrations in components {
        try await migrations.run(on: connection)
      }
    }
  }

  private func run(on connection: PostgresConnection) async throws {
    let rows = try await connection.query(
      """
      SELECT coalesce(max(version), 0), coalesce(max(oldest_program), 0)
      FROM schema_version WHERE component = \(component)
      """)
    let (current, oldestProgram) = try rows[0].decode(Int.self, Int.self)
    guard version >= oldestProgram else {
      throw DurableError.unusable(
        "the tables of “\(component)” have version \(current), which needs a newer program; "
          + "update this instance")
    }
    for number in current..<max(current, version) {
      let step = steps[number]
      try await connection.execute(script: step.script)
      try await connection.query(
        """
        INSERT INTO schema_version (component, version, oldest_program)
        VALUES (\(component), \(number + 1), \(step.oldestProgram))
        """)
    }
  }
}
