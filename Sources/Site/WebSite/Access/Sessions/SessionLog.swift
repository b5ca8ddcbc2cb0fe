import Durable

/// A change of the sessions or passwords. The names of the cases are the format of the log of
/// a shared database.
enum SessionChange: Codable, Sendable {
  /// A session began; others with these ids ended, because they had expired or the visitor
  /// had too many.
  case begin(Session, ending: [String])
  /// The sessions with these ids ended.
  case end([String])
  /// A visitor changed the password.
  case change(password: ChangedPassword, of: String)
}

extension SessionsState: DurableState {
  /// The name of the log and of its file. No guide can have it, because it is also the address
  /// of the sign-in page.
  static let log = "sign-in"

  var tables: [any StoredTable<SessionsState>] {
    [
      RowTable(SessionRow.self) { state, row in state.insert(row.session) },
      RowTable(PasswordRow.self) { state, row in state.set(row.password, of: row.name) },
    ]
  }

  func put(_ change: SessionChange, at position: Int, into rows: inout RowBatch) {
    switch change {
    case .begin(let session, let ended):
      for id in ended { rows.remove(SessionRow.self, id) }
      rows.put(SessionRow(session: session))
    case .end(let ids): for id in ids { rows.remove(SessionRow.self, id) }
    case .change(let password, let name): rows.put(PasswordRow(name: name, password: password))
    }
  }
}

extension DurableStorage {
  /// Adds the log of the sessions and passwords; by default one whose data are only copied.
  ///
  /// - Parameters:
  ///   - read: returns the state in memory.
  ///   - receive: brings what happened into memory.
  @discardableResult
  func signIns(
    read: @escaping @Sendable () -> SessionsState = { SessionsState() },
    receive: @escaping @Sendable (LogEvent<SessionsState>) async throws -> Void = { _ in }
  ) -> DurableLog<SessionsState> {
    log(
      SessionsState.log, subject: "the sign-ins", from: SessionsState(), former: .sessions,
      permissions: 0o600, read: read, receive: receive)
  }
}

private struct SessionRow: StoredRow {
  static let table = "sign_in"
  var session = Session(id: "", name: "", password: "", begin: 0, expiry: 0)

  var key: String { session.id }

  mutating func pass<Format: RowFormat>(through format: inout Format) throws(Format.Failure) {
    try format.pass("id", &session.id)
    try format.pass("name", &session.name)
    try format.pass("password", &session.password)
    try format.pass("began", &session.begin)
    try format.pass("expiry", &session.expiry)
  }
}

private struct PasswordRow: StoredRow {
  static let table = "sign_in_password"
  var name = ""
  var password = ChangedPassword(hash: "", replaced: "")

  var key: String { name }

  mutating func pass<Format: RowFormat>(through format: inout Format) throws(Format.Failure) {
    try format.pass("name", &name)
    try format.pass("hash", &password.hash)
    try format.pass("replaced", &password.replaced)
  }
}

extension FormerTables {
  /// The tables of the sessions are those of the versions before the log.
  fileprivate static let sessions = FormerTables(
    steps: [
      (
        "1: sign-ins",
        """
        CREATE TABLE sign_in (
          id TEXT PRIMARY KEY, name TEXT NOT NULL, password TEXT NOT NULL,
          began INTEGER NOT NULL, expiry INTEGER NOT NULL) STRICT, WITHOUT ROWID;
        CREATE TABLE sign_in_password (
          name TEXT PRIMARY KEY, hash TEXT NOT NULL, replaced TEXT NOT NULL
        ) STRICT, WITHOUT ROWID
        """
      )
    ],
    shared: [
      .init(
        """
        CREATE TABLE sign_in (
          id text PRIMARY KEY, name text NOT NULL, password text NOT NULL,
          began bigint NOT NULL, expiry bigint NOT NULL);
        CREATE TABLE sign_in_password (
          name text PRIMARY KEY, hash text NOT NULL, replaced text NOT NULL)
        """)
    ])
}
