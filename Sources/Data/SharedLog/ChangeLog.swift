import Foundation
public import Postgres

/// The log of one store: its changes as values.
///
/// A store registers its tables and its log at creation. From then on its
/// memory changes by what `apply` receives, own changes included, and by
/// nothing else.
///
/// ```swift
/// import Postgres
///
/// let storage = SharedStorage(
///   SharedDatabase(try PostgresConfiguration("postgresql:///plants"), schema: "plants"))
/// let log = ChangeLog<String>(
///   "plants", in: storage,
///   Migrations(component: "plants", steps: [.init("CREATE TABLE plant (id text PRIMARY KEY)")])
/// ) { connection in
///   try await connection.query("SELECT id FROM plant").map { try $0.decode(String.self, at: 0) }
/// } apply: { changes in
///   print(changes)
/// }
/// let hasChanged = try await log.write(
///   "fern",
///   rows: "INSERT INTO plant VALUES (\("fern")) ON CONFLICT DO NOTHING RETURNING id")
/// ```
public struct ChangeLog<Change: Codable & Sendable>: Sendable {
  /// A change that was computed from the memory of this instance.
  public struct Computed: Sendable {
    let change: Change
    let statements: [PostgresStatement]
    let rows: PostgresStatement?

    /// - Parameters:
    ///   - change: the change.
    ///   - statements: statements to execute before `rows`.
    ///   - rows: one statement with `RETURNING` that has to change a row; `nil`
    ///     if there is no condition.
    public init(
      _ change: Change, after statements: [PostgresStatement] = [],
      rows: PostgresStatement? = nil
    ) {
      self.change = change
      self.statements = statements
      self.rows = rows
    }
  }

  private let name: String
  private let storage: SharedStorage
  /// The kind of changes as JSON. Another kind leads to a reload.
  private static var kind: String { "change" }
  /// The largest change in a log, in bytes. A larger one makes all instances
  /// read the tables again.
  private static var byteLimit: Int { 4 << 20 }

  /// A log whose tables are registered later, by ``follow(_:importing:exporting:prepare:load:place:apply:)``.
  ///
  /// - Parameters:
  ///   - name: the name of the log.
  ///   - storage: the shared tables of the program.
  public init(_ name: String, in storage: SharedStorage) {
    self.name = name
    self.storage = storage
  }

  /// Registers tables and their log.
  ///
  /// - Parameters:
  ///   - name: the name of the log.
  ///   - storage: the shared tables of the program.
  ///   - migrations: the tables.
  ///   - copy: copies the data from the file that the store uses without a shared
  ///     database.
  ///   - export: copies the data to such a file.
  ///   - prepare: called after the tables were created and before they are read,
  ///     for instance to add sample data.
  ///   - load: reads the tables within a snapshot, as changes that replace all
  ///     that is in memory.
  ///   - place: adds the position in the log to a change; a change is written
  ///     before its position is known.
  ///   - apply: applies changes to the memory, in their order.
  public init(
    _ name: String, in storage: SharedStorage, _ migrations: Migrations,
    importing copy: SharedStorage.Import? = nil, exporting export: SharedStorage.Export? = nil,
    prepare: @escaping @Sendable (Self) async throws -> Void = { _ in },
    load: @escaping @Sendable (PostgresConnection) async throws -> [Change],
    place: @escaping @Sendable (_ change: Change, _ position: Int) -> Change = { change, _ in
      change
    },
    apply: @escaping @Sendable ([Change]) async throws -> Void
  ) {
    self.init(name, in: storage)
    follow(
      migrations, importing: copy, exporting: export, prepare: prepare, load: load, place: place,
      apply: apply)
  }

  /// Registers the tables and the log, before the storage is started.
  ///
  /// - Parameters: see ``init(_:in:_:importing:exporting:prepare:load:place:apply:)``.
  public func follow(
    _ migrations: Migrations,
    importing copy: SharedStorage.Import? = nil, exporting export: SharedStorage.Export? = nil,
    prepare: @escaping @Sendable (Self) async throws -> Void = { _ in },
    load: @escaping @Sendable (PostgresConnection) async throws -> [Change],
    place: @escaping @Sendable (_ change: Change, _ position: Int) -> Change = { change, _ in
      change
    },
    apply: @escaping @Sendable ([Change]) async throws -> Void
  ) {
    storage.register(
      migrations,
      following: LogFollower.Subscription(log: name) { connection in
        let changes = try await load(connection)
        return { try await apply(changes) }
      } apply: { entries in
        // A newer program may write changes that this one does not know.
        let decoder = JSONDecoder()
        let changes = entries.compactMap { entry in
          entry.kind == Self.kind
            ? (try? decoder.decode(Change.self, from: Data(entry.payload.utf8))).map {
              place($0, entry.position.number)
            } : nil
        }
        guard changes.count == entries.count else { return false }
        try await apply(changes)
        return true
      },
      // The storage keeps the closure.
      prepare: { [name, weak storage] in
        if let storage { try await prepare(Self(name, in: storage)) }
      }, importing: copy, exporting: export)
  }

  /// Reads tables in one snapshot.
  ///
  /// - Throws: `SharedLogError`, `PostgresError`, and the errors of the queries.
  public func read<Value: Sendable>(
    _ body: @escaping @Sendable (PostgresConnection) async throws -> Value
  ) async throws -> Value {
    try await storage.read(name, body)
  }

  /// Writes a change if the condition of its rows holds, and waits until it is
  /// in memory. Otherwise waits until the memory has all changes that the
  /// condition was checked against.
  ///
  /// - Parameters:
  ///   - change: the change.
  ///   - form: the id of the form that the change was posted with. A later write
  ///     with the same one changes nothing, for as long as the log remembers the
  ///     change: at least a day.
  ///   - statements: statements to execute before `rows`, whose effect remains
  ///     whatever the condition of the rows.
  ///   - rows: one statement with `RETURNING`; `nil` if there is no condition.
  ///   - limit: the longest wait.
  /// - Returns: true if rows were changed.
  /// - Throws: `SharedLogError`, and `PostgresError` for a rejected statement.
  @discardableResult
  public func write(
    _ change: Change, of form: String? = nil, after statements: [PostgresStatement] = [],
    rows: PostgresStatement? = nil, within limit: Duration = .seconds(4)
  ) async throws -> Bool {
    var write = try write(Computed(change, after: statements, rows: rows), expecting: nil)
    if let form { write.operation = UUID(form: form, log: name) }
    return try await storage.write(write, to: name, within: limit)
  }

  /// Writes a change that was computed from the memory of this instance, and
  /// waits until it is in memory. If another instance changes the tables in the
  /// meantime, the change is computed again.
  ///
  /// - Parameters:
  ///   - limit: the longest wait.
  ///   - compute: returns the change; `nil` if nothing has to change, which counts
  ///     once the memory has all changes that were committed before. It reads the
  ///     memory when it is called.
  /// - Returns: true if rows were changed.
  /// - Throws: `SharedLogError`, `PostgresError`, and the errors of `compute`.
  @discardableResult
  public func write(
    within limit: Duration = .seconds(4), computing compute: @Sendable () throws -> Computed?
  ) async throws -> Bool {
    let deadline = ContinuousClock.now + limit
    var hasCaughtUp = false
    while true {
      // The position is read before the memory, so that it is never newer.
      let position = storage.position(of: name)
      guard let computed = try compute() else {
        if hasCaughtUp { return false }
        try await storage.catchUp(
          with: name, within: ContinuousClock.now.duration(to: deadline))
        hasCaughtUp = true
        continue
      }
      do {
        return try await storage.write(
          try write(computed, expecting: position), to: name,
          within: ContinuousClock.now.duration(to: deadline))
      } catch SharedLogError.positionChanged where .now < deadline {
        await storage.wait(
          for: position + 1, of: name, within: ContinuousClock.now.duration(to: deadline))
      }
    }
  }

  /// Writes the first change to tables to which nobody has written yet, such as
  /// sample data.
  ///
  /// - Returns: true if this instance has written it.
  @discardableResult
  public func begin(with computed: Computed) async throws -> Bool {
    do {
      return try await storage.write(try write(computed, expecting: 0), to: name)
    } catch SharedLogError.positionChanged {
      return false
    }
  }

  private func write(_ computed: Computed, expecting position: Int?) throws -> SharedWrite {
    let payload = String(decoding: try JSONEncoder().encode(computed.change), as: UTF8.self)
    let isLarge = payload.utf8.count > Self.byteLimit
    return SharedWrite(
      kind: isLarge ? "reload" : Self.kind, payload: isLarge ? "{}" : payload,
      expecting: position, after: computed.statements, rows: computed.rows)
  }
}

extension UUID {
  /// The id of the operation that a form posts: equal for each copy of the form.
  ///
  /// It is the 128-bit FNV-1a hash of the log and the form. A client that makes up
  /// equal hashes repeats an operation of its own.
  package init(form: String, log: String) {
    var hash: UInt128 = 0x6C62_272E_07BB_0142_62B8_2175_6295_C58D
    for byte in Array(log.utf8) + [0] + Array(form.utf8) {
      hash = (hash ^ UInt128(byte)) &* 0x0000_0000_0100_0000_0000_0000_0000_013B
    }
    self.init(uuid: withUnsafeBytes(of: hash.bigEndian) { $0.loadUnaligned(as: uuid_t.self) })
  }
}
