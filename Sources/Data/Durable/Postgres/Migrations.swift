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
        """),
      // The rules are in the program, which locks a log and appends to it by itself. Databases
      // of the first version have the two functions.
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
