import Foundation
import GRDB
import Look
import Postgres
import SharedLog
import Storage
import Synchronization

/// A storage of sessions and changed passwords: a file, or a database that several instances
/// share. It brings all changes into memory, own ones included.
protocol SessionStorage: Sendable {
  /// True if the memory had all changes a few seconds ago: other instances may have made more.
  var isUpToDate: Bool { get }

  /// Waits until the memory has all changes that were stored before the call.
  ///
  /// - Throws: an error if that takes too long, or the storage cannot be read.
  func catchUp() async throws

  /// Stores a change, and brings it into memory.
  func write(_ change: SessionChange) async throws
}

/// A storage of sessions in an SQLite file, which is read when the first session is looked up.
final class SessionFile: SessionStorage {
  /// The name of the file and of the log. No guide can have it, because it is also the address
  /// of the sign-in page.
  static let name = "sign-in"

  let file: DatabaseFile
  private let apply: @Sendable (SessionChange) -> Void
  private let loading = Mutex<Task<Void, any Error>?>(nil)

  /// - Parameters:
  ///   - folder: the data folder.
  ///   - report: called with reports for the operator.
  ///   - apply: applies a change to the memory.
  init(
    in folder: URL, report: @escaping @Sendable (DatabaseFileReport) -> Void,
    apply: @escaping @Sendable (SessionChange) -> Void
  ) {
    file = DatabaseFile(
      url: Self.url(in: folder), subject: "the sign-ins", migrator: .sessions, report: report)
    self.apply = apply
  }

  let isUpToDate = true

  static func url(in folder: URL) -> URL { folder.appending(path: "\(name).sqlite") }

  func catchUp() async throws {
    let task = loading.withLock { loading in
      if let loading { return loading }
      let task = Task { apply(try await file.read { try $0.sessionContents() }) }
      loading = task
      return task
    }
    do {
      try await task.value
    } catch {
      // The next request tries again.
      loading.withLock { if $0 == task { $0 = nil } }
      throw error
    }
  }

  func write(_ change: SessionChange) async throws {
    try await catchUp()
    try await file.write { try $0.write(change) }
    apply(change)
  }
}

/// A storage of sessions in the tables that several instances share.
struct SharedSessions: SessionStorage {
  private let changes: ChangeLog<SessionChange>
  private let storage: SharedStorage

  /// Registers the tables and the log.
  ///
  /// - Parameters:
  ///   - storage: the shared tables of the program.
  ///   - folder: the folder of the file of the sessions without a shared database.
  ///   - apply: applies a change to the memory.
  init(
    _ storage: SharedStorage, filesIn folder: URL,
    apply: @escaping @Sendable (SessionChange) -> Void
  ) {
    self.storage = storage
    changes = ChangeLog(
      SessionFile.name, in: storage, .sessions,
      importing: SharedStorage.importing(SessionFile.url(in: folder), copy: Self.copy),
      exporting: SharedStorage.exporting(SessionFile.url(in: folder), copy: Self.copy)
    ) { connection in
      [try await Self.contents(on: connection)]
    } apply: { changes in
      for change in changes { apply(change) }
    }
  }

  private static func contents(on connection: PostgresConnection) async throws -> SessionChange {
    let sessions = try await connection.query(
      "SELECT id, name, password, began, expiry FROM sign_in"
    ).map { row in
      let (id, name, password, begin, expiry) = try row.decode(
        String.self, String.self, String.self, Int.self, Int.self)
      return Session(id: id, name: name, password: password, begin: begin, expiry: expiry)
    }
    let passwords = try await connection.query(
      "SELECT name, hash, replaced FROM sign_in_password"
    ).map { row in
      let (name, hash, replaced) = try row.decode(String.self, String.self, String.self)
      return (name, ChangedPassword(hash: hash, replaced: replaced))
    }
    return .everything(sessions, passwords: Dictionary(passwords) { _, last in last })
  }

  /// The longest time for which an instance that hears nothing of the database trusts its memory.
  /// It asks once a second.
  private static let patience = Duration.seconds(5)

  var isUpToDate: Bool {
    storage.status.upToDate[SessionFile.name].map { $0.duration(to: .now) < Self.patience } ?? false
  }

  func catchUp() async throws {
    // Every request waits for the first load. Later, a page for readers is better than a late one.
    guard await storage.waitForLoad(of: SessionFile.name, within: .seconds(60)),
      isUpToDate || !storage.status.isAway
    else {
      throw SharedLogError.unavailable(mayHaveBeenSaved: false, .deadlineExceeded)
    }
    try await storage.catchUp(with: SessionFile.name, within: .seconds(2))
  }

  func write(_ change: SessionChange) async throws {
    try await changes.write(change, after: Self.statements(of: change))
  }

  private static func statements(of change: SessionChange) -> [PostgresStatement] {
    switch change {
    case .everything(let sessions, let passwords):
      sessions.map(insert) + passwords.map { replace($0.value, of: $0.key) }
    case .begin(let session, let ended): [delete(ended), insert(session)]
    case .end(let ids): [delete(ids)]
    case .change(let password, let name): [replace(password, of: name)]
    }
  }

  private static func insert(_ session: Session) -> PostgresStatement {
    """
    INSERT INTO sign_in (id, name, password, began, expiry)
    VALUES (\(session.id), \(session.name), \(session.password), \(session.begin),
      \(session.expiry))
    ON CONFLICT DO NOTHING
    """
  }

  private static func delete(_ ids: [String]) -> PostgresStatement {
    "DELETE FROM sign_in WHERE id = ANY(\(ids)::text[])"
  }

  private static func replace(
    _ password: ChangedPassword, of name: String
  ) -> PostgresStatement {
    """
    INSERT INTO sign_in_password (name, hash, replaced)
    VALUES (\(name), \(password.hash), \(password.replaced))
    ON CONFLICT (name) DO UPDATE SET hash = excluded.hash, replaced = excluded.replaced
    """
  }

  private static func copy(_ file: URL, to connection: PostgresConnection) async throws -> String {
    let file = DatabaseFile(url: file, subject: "the sign-ins", migrator: .sessions)
    let contents = try await file.read { try $0.sessionContents() }
    try await file.close()
    for statement in statements(of: contents) { try await connection.query(statement) }
    return summary(of: contents)
  }

  private static func copy(from connection: PostgresConnection, to file: URL) async throws -> String
  {
    let contents = try await contents(on: connection)
    let file = DatabaseFile(url: file, subject: "the sign-ins", migrator: .sessions)
    try await file.write { try $0.write(contents) }
    try await file.close()
    return summary(of: contents)
  }

  private static func summary(of contents: SessionChange) -> String {
    guard case .everything(let sessions, let passwords) = contents else { return "" }
    return "\(counted(sessions.count, "sign-in", "sign-ins")) and "
      + counted(passwords.count, "changed password", "changed passwords")
  }
}

extension Migrations {
  fileprivate static let sessions = Migrations(
    component: SessionFile.name,
    steps: [
      Step(
        """
        CREATE TABLE sign_in (
          id text PRIMARY KEY, name text NOT NULL, password text NOT NULL,
          began bigint NOT NULL, expiry bigint NOT NULL);
        CREATE TABLE sign_in_password (
          name text PRIMARY KEY, hash text NOT NULL, replaced text NOT NULL)
        """)
    ])
}

extension DatabaseMigrator {
  fileprivate static var sessions: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("1: sign-ins") { db in
      try db.execute(
        sql: """
          CREATE TABLE sign_in (
            id TEXT PRIMARY KEY, name TEXT NOT NULL, password TEXT NOT NULL,
            began INTEGER NOT NULL, expiry INTEGER NOT NULL) STRICT, WITHOUT ROWID;
          CREATE TABLE sign_in_password (
            name TEXT PRIMARY KEY, hash TEXT NOT NULL, replaced TEXT NOT NULL
          ) STRICT, WITHOUT ROWID
          """)
    }
    return migrator
  }
}

extension Database {
  fileprivate func sessionContents() throws -> SessionChange {
    let sessions = try Row.fetchAll(self, sql: "SELECT * FROM sign_in").map { row in
      Session(
        id: row["id"], name: row["name"], password: row["password"], begin: row["began"],
        expiry: row["expiry"])
    }
    let passwords = try Row.fetchAll(self, sql: "SELECT * FROM sign_in_password").map { row in
      (row["name"] as String, ChangedPassword(hash: row["hash"], replaced: row["replaced"]))
    }
    return .everything(sessions, passwords: Dictionary(passwords) { _, last in last })
  }

  fileprivate func write(_ change: SessionChange) throws {
    switch change {
    case .everything(let sessions, let passwords):
      try execute(sql: "DELETE FROM sign_in; DELETE FROM sign_in_password")
      for session in sessions { try insert(session) }
      for (name, password) in passwords { try replace(password, of: name) }
    case .begin(let session, let ended):
      try delete(ended)
      try insert(session)
    case .end(let ids): try delete(ids)
    case .change(let password, let name): try replace(password, of: name)
    }
  }

  private func insert(_ session: Session) throws {
    try execute(
      sql: "INSERT INTO sign_in (id, name, password, began, expiry) VALUES (?, ?, ?, ?, ?)",
      arguments: [session.id, session.name, session.password, session.begin, session.expiry])
  }

  private func replace(_ password: ChangedPassword, of name: String) throws {
    try execute(
      sql: "INSERT OR REPLACE INTO sign_in_password (name, hash, replaced) VALUES (?, ?, ?)",
      arguments: [name, password.hash, password.replaced])
  }

  private func delete(_ ids: [String]) throws {
    for id in ids { try execute(sql: "DELETE FROM sign_in WHERE id = ?", arguments: [id]) }
  }
}
