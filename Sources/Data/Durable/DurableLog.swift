public import Foundation
import Postgres
public import Storage
import Synchronization

/// A change at its position in a log.
public struct Placed<Change: Sendable>: Sendable {
  public let change: Change
  public let position: Int
}

/// A load or changes that a log brings into memory.
public enum LogEvent<State: DurableState>: Sendable {
  /// All rows were read, at a position.
  case loaded(State, at: Int)
  /// Changes were committed, by whomever.
  case changed([Placed<State.Change>])
}

/// The effect of an operation.
public enum DurableOutcome: Hashable, Sendable {
  /// Its change has this number.
  case committed(Int)
  /// Nothing had to change at this position, which was the newest.
  case unchanged(at: Int)
  /// An operation with its id made the change with this number before.
  case repeated(Int)
}

/// A log of the changes of one state, in an SQLite file or in a PostgreSQL database that
/// several instances share.
///
/// A change is decided on a state that the database has confirmed to be the newest. It is in
/// memory only after its commit, and gets there by one path, whichever instance made it. One
/// task reads and writes; operations that wait at the same time share a transaction.
///
/// ```swift
/// struct Counter: DurableState {
///   enum Change: Codable, Sendable { case increment }
///
///   private(set) var count = 0
///   var tables: [any StoredTable<Counter>] { [] }
///
///   mutating func apply(_ change: Change, at position: Int) { count += 1 }
///   func put(_ change: Change, at position: Int, into rows: inout RowBatch) {}
/// }
///
/// func increment(_ log: DurableLog<Counter>, to limit: Int) async throws {
///   try await log.perform { $0.count < limit ? .increment : nil }
/// }
/// ```
public final class DurableLog<State: DurableState>: Sendable {
  /// Decides on a change; `nil` if nothing has to change. It is pure, does not wait, and may be
  /// called again on a newer state.
  public typealias Decision = @Sendable (State) throws -> State.Change?
  /// A decision on a state and the number of its last change.
  public typealias PlacedDecision = @Sendable (State, Int) throws -> State.Change?

  /// The condition of a log, for metrics and readiness.
  public struct Status: Hashable, Sendable {
    /// The number of the last change in memory; `nil` before the load.
    public var position: Int?
    /// The time at which all changes were last known to be in memory.
    public var upToDate: ContinuousClock.Instant?
    /// The number of loads.
    public var loads = 0
    /// True if the last attempt to read the log has failed.
    public var isAway = false
  }

  private struct Operation: Sendable {
    let id: UUID
    let deadline: ContinuousClock.Instant
    /// True if it applies to a log without an entry only.
    let isFirst: Bool
    let decide: PlacedDecision
    let continuation: CheckedContinuation<DurableOutcome, any Error>
  }

  private struct Memory {
    var small: [Operation] = []
    var large: [Operation] = []
    /// True if the next batch is a large operation, if one waits.
    var isLargeNext = false
    /// True if other instances may have written.
    var isStale = false
    var status = Status()
    /// The position of what is in memory.
    var position = LogPosition.start
    var starting: Task<Void, any Error>?
    var task: Task<Void, Never>?
    var isClosed = false

    /// Removes the operations of the next transaction: small ones together, or a large one. The
    /// two take turns.
    mutating func takeBatch(_ limit: Int) -> [Operation] {
      if !large.isEmpty, isLargeNext || small.isEmpty {
        isLargeNext = false
        return [large.removeFirst()]
      }
      isLargeNext = true
      let batch = Array(small.prefix(limit))
      small.removeFirst(batch.count)
      return batch
    }

    mutating func takeAll() -> [Operation] {
      defer { (small, large) = ([], []) }
      return small + large
    }
  }

  /// The name of the log.
  public let name: String
  package let driver: any DurableDriver
  let empty: State
  private let first: State.Change?
  private let read: @Sendable () -> State
  private let receive: @Sendable (LogEvent<State>) async throws -> Void
  private let report: @Sendable (any Error) -> Void
  /// Returns the driver of a file that the log is copied from or to.
  let fileDriver: @Sendable (URL) -> SQLiteDriver
  private let memory = Mutex(Memory())
  private let wakeUps: AsyncStream<Void>
  private let wakeUp: AsyncStream<Void>.Continuation

  /// The largest number of operations in a transaction.
  private static var batchLimit: Int { 64 }
  /// The largest number of operations that wait.
  private static var queueLimit: Int { 10_000 }
  private static var heartbeat: Duration { .seconds(1) }

  /// - Parameters:
  ///   - name: the name of the log.
  ///   - driver: its database.
  ///   - empty: the state without rows.
  ///   - first: the first change of a new log, such as sample data; `nil` for none.
  ///   - report: called with the first error of each time in which the log cannot be read.
  ///   - read: returns the state in memory.
  ///   - receive: brings what happened into memory, and returns when it is there.
  ///   - fileDriver: returns the driver of a file that the log is copied from or to.
  init(
    _ name: String, in driver: any DurableDriver, from empty: State, first: State.Change?,
    report: @escaping @Sendable (any Error) -> Void, read: @escaping @Sendable () -> State,
    receive: @escaping @Sendable (LogEvent<State>) async throws -> Void,
    fileDriver: @escaping @Sendable (URL) -> SQLiteDriver
  ) {
    self.name = name
    self.driver = driver
    self.empty = empty
    self.first = first
    self.read = read
    self.receive = receive
    self.report = report
    self.fileDriver = fileDriver
    (wakeUps, wakeUp) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
  }

  /// The file; `nil` if the log is in a database that several instances share.
  public var file: DatabaseFile? { (driver as? SQLiteDriver)?.file }

  /// The state in memory.
  public var state: State { read() }

  /// The condition at present.
  public var status: Status { memory.withLock { $0.status } }

  // MARK: Start and end

  /// Loads all rows, and begins to read and write, unless that has been done. After an error it
  /// can be called again.
  ///
  /// - Throws: the errors of the database.
  public func start() async throws {
    let starting = memory.withLock { memory in
      if let starting = memory.starting { return starting }
      let starting = Task { try await loadAndRun() }
      memory.starting = starting
      return starting
    }
    do {
      try await starting.value
    } catch {
      memory.withLock { if $0.starting == starting { $0.starting = nil } }
      throw error
    }
  }

  private func loadAndRun() async throws {
    do {
      try await load()
    } catch {
      noteOutage()
      throw error
    }
    if memory.withLock({ $0.task == nil }) {
      driver.follow { [weak self] in self?.noteOthers() }
      let task = Task { await run() }
      memory.withLock { $0.task = task }
    }
    guard let first, status.position == 0 else { return }
    // Of the instances that start at the same time, one adds it.
    try await add(UUID(), isLarge: true, isFirst: true, within: .seconds(60)) { _, _ in first }
  }

  /// Ends all operations, and closes the database. The memory remains as it is.
  public func close() async throws {
    let task = memory.withLock { memory in
      memory.isClosed = true
      return memory.task
    }
    wakeUp.yield()
    await task?.value
    fail(memory.withLock { $0.takeAll() }, DurableError.closed)
    try await driver.close()
  }

  // MARK: Operations

  /// Performs an operation, and returns when its effect is durable and in memory.
  ///
  /// - Parameters:
  ///   - id: the id of the operation. Another one with the same id changes nothing, for as long
  ///     as the log remembers it: at least a day.
  ///   - isLarge: true if it writes many rows; small ones take turns with it.
  ///   - limit: the longest wait.
  ///   - decide: decides on the change.
  /// - Throws: the errors of `decide`; `DurableError`; `DurableError.unavailable` or
  ///   `DatabaseFileError` if the database cannot store it.
  @discardableResult
  public func perform(
    _ id: UUID = UUID(), isLarge: Bool = false, within limit: Duration = .seconds(4),
    _ decide: @escaping Decision
  ) async throws -> DurableOutcome {
    try await perform(id, isLarge: isLarge, within: limit) { state, _ in try decide(state) }
  }

  /// Performs an operation that depends on the position of the state, such as the next part of
  /// one that is written in parts.
  @discardableResult
  public func perform(
    _ id: UUID = UUID(), isLarge: Bool = false, within limit: Duration = .seconds(4),
    _ decide: @escaping PlacedDecision
  ) async throws -> DurableOutcome {
    try await add(id, isLarge: isLarge, isFirst: false, within: limit, decide)
  }

  /// Waits until all changes that were committed before the call are in memory.
  ///
  /// - Throws: `DurableError.notLoaded`, and the errors of the database.
  public func catchUp(within limit: Duration = .seconds(4)) async throws {
    if driver.isShared {
      try await perform(within: limit) { _ in nil }
    } else if status.position == nil {
      throw DurableError.notLoaded
    }
  }

  /// Waits for the first load.
  ///
  /// - Returns: false if the database is away, or that takes longer than the limit.
  public func waitForLoad(within limit: Duration) async -> Bool {
    let deadline = ContinuousClock.now + limit
    while status.position == nil, !status.isAway, .now < deadline {
      guard (try? await Task.sleep(for: .milliseconds(20))) != nil else { break }
    }
    return status.position != nil
  }

  // MARK: Rows that are not in memory

  /// Returns rows of a table in the order of their keys.
  ///
  /// - Parameters:
  ///   - row: the type of the rows.
  ///   - column: a column that has a value; `nil` for all rows.
  ///   - value: the value.
  ///   - limit: the largest number of rows.
  public func rows<Row: StoredRow>(
    _ row: Row.Type, where column: String? = nil, is value: String = "", limit: Int = 10_000
  ) async throws -> [Row] {
    try await driver.read { rows in
      try await rows.rows(
        of: RowTable<State, Row>(Row.self), where: column, is: value, after: nil, limit: limit)
    }
  }

  /// Returns the id of the operation that a form asks for, which is the same for each copy of it.
  public func operation(of form: String) -> UUID { UUID(form: form, log: name) }

  /// Returns versions of the history.
  public func history(_ query: VersionQuery) async throws -> [Version] {
    try await driver.read { try await $0.history(query) }
  }

  @discardableResult
  private func add(
    _ id: UUID, isLarge: Bool, isFirst: Bool, within limit: Duration,
    _ decide: @escaping PlacedDecision
  ) async throws -> DurableOutcome {
    try await withCheckedThrowingContinuation { continuation in
      let operation = Operation(
        id: id, deadline: .now + limit, isFirst: isFirst, decide: decide,
        continuation: continuation)
      let error: DurableError? = memory.withLock { memory in
        if memory.isClosed { return .closed }
        if memory.status.position == nil { return .notLoaded }
        guard memory.small.count + memory.large.count < Self.queueLimit else { return .busy }
        if isLarge { memory.large.append(operation) } else { memory.small.append(operation) }
        return nil
      }
      if let error { continuation.resume(throwing: error) } else { wakeUp.yield() }
    }
  }

  // MARK: The task

  /// Performs operations, and follows other instances, until the log is closed.
  private func run() async {
    while true {
      let (batch, isStale, isClosed) = memory.withLock { memory in
        let batch = memory.takeBatch(Self.batchLimit)
        // A batch is decided on all that others have written.
        defer { memory.isStale = false }
        return (batch, memory.isStale, memory.isClosed)
      }
      if !batch.isEmpty {
        await perform(batch)
        // Those who were just answered can join the next batch.
        await Task.yield()
      } else if isClosed {
        return
      } else if isStale {
        await readEntries()
      } else {
        await waitForWakeUp()
      }
    }
  }

  private func waitForWakeUp() async {
    let timer =
      driver.isShared
      ? Task {
        try await Task.sleep(for: Self.heartbeat)
        noteOthers()
      } : nil
    defer { timer?.cancel() }
    var iterator = wakeUps.makeAsyncIterator()
    await iterator.next()
  }

  /// Reads the entries of other instances soon.
  private func noteOthers() {
    memory.withLock { $0.isStale = true }
    wakeUp.yield()
  }

  /// Brings the changes of other instances into memory.
  private func readEntries() async {
    let time = ContinuousClock.now
    do {
      do {
        let entries = try await driver.entries(after: memory.withLock { $0.position })
        if let last = entries.last {
          try await bring(try decode(entries), at: last.position)
        }
        note(upToDate: time)
      } catch is DecodingError {
        try await load()
      } catch DurableError.diverged {
        try await load()
      }
    } catch {
      if noteOutage() { report(error) }
    }
  }

  /// Notes that an attempt to reach the database has failed.
  ///
  /// - Returns: true if the attempt before succeeded.
  @discardableResult
  package func noteOutage() -> Bool {
    memory.withLock { memory in
      defer { memory.status.isAway = true }
      return !memory.status.isAway
    }
  }

  private func load() async throws {
    let time = ContinuousClock.now
    let (state, position) = try await driver.load(into: empty)
    // The memory of a new log begins with its first change, so that nobody sees it without.
    if position.number > 0 || first == nil {
      try await receive(.loaded(state, at: position.number))
    }
    memory.withLock { memory in
      memory.position = position
      memory.status.position = position.number
      memory.status.loads += 1
    }
    note(upToDate: time)
  }

  private func note(upToDate time: ContinuousClock.Instant) {
    memory.withLock { memory in
      memory.status.upToDate = time
      memory.status.isAway = false
    }
  }

  /// Brings changes into memory, and then their position.
  private func bring(
    _ changes: [Placed<State.Change>], at position: LogPosition
  ) async throws {
    if !changes.isEmpty { try await receive(.changed(changes)) }
    memory.withLock { memory in
      memory.position = position
      memory.status.position = position.number
    }
  }

  /// A newer program may write changes that this one does not know.
  private func decode(_ entries: [DurableEntry]) throws -> [Placed<State.Change>] {
    let decoder = JSONDecoder()
    return try entries.map { entry in
      Placed(
        change: try decoder.decode(State.Change.self, from: Data(entry.payload.utf8)),
        position: entry.position.number)
    }
  }

  private func fail(_ operations: [Operation], _ error: any Error) {
    for operation in operations { operation.continuation.resume(throwing: error) }
  }
}

// MARK: Transactions

extension DurableLog {
  /// The decisions of a batch, of the last attempt.
  private struct Decided: Sendable {
    var position: LogPosition
    var changes: [Placed<State.Change>] = []
    var outcomes: [Result<DurableOutcome, any Error>] = []
  }

  /// Performs operations in one transaction, and answers them.
  private func perform(_ batch: [Operation], attempt: Int = 1) async {
    let time = ContinuousClock.now
    let start = memory.withLock { $0.position }
    let state = read()
    let decided = Mutex(Decided(position: start))
    do {
      try await driver.write(
        after: start, operations: batch.map(\.id), until: batch.map(\.deadline).min() ?? time
      ) { [self] head in
        let (result, writes) = try decide(batch, on: state, head)
        decided.withLock { $0 = result }
        return writes
      }
    } catch  where attempt < 3 && (error as? DurableError == .diverged || error is DecodingError) {
      do {
        try await load()
      } catch {
        return fail(batch, error)
      }
      return await perform(batch, attempt: attempt + 1)
    } catch  where batch.count > 1 && DurableError.isRejection(error) {
      // Nothing was saved, because the rows of one of them are refused.
      for operation in batch { await perform([operation]) }
      return
    } catch {
      if !DurableError.isRejection(error) { noteOutage() }
      return fail(batch, error)
    }
    let result = decided.withLock { $0 }
    do {
      do {
        try await bring(result.changes, at: result.position)
        note(upToDate: time)
      } catch {
        // They are stored: the memory must not go on without them.
        try await load()
      }
    } catch {
      return fail(batch, error)
    }
    for (operation, outcome) in zip(batch, result.outcomes) {
      operation.continuation.resume(with: outcome)
    }
  }

  /// Decides on operations, each on the state after those before it.
  private func decide(
    _ batch: [Operation], on start: State, _ head: LogHead
  ) throws -> (Decided, LogBatch) {
    var (state, writes) = (start, LogBatch())
    var decided = Decided(position: head.position, changes: try decode(head.entries))
    // The last change is not applied here: nothing is decided on the state after it.
    var unapplied = decided.changes[...]
    var performed = head.performed
    for operation in batch {
      if let number = performed[operation.id] {
        decided.outcomes.append(.success(.repeated(number)))
        continue
      }
      for change in unapplied { state.apply(change.change, at: change.position) }
      unapplied = []
      let number = decided.position.number + 1
      do {
        guard !operation.isFirst || number == 1,
          var change = try operation.decide(state, number - 1)
        else {
          decided.outcomes.append(.success(.unchanged(at: number - 1)))
          continue
        }
        let payload = driver.isShared ? try Self.payload(of: &change) : ""
        state.put(change, at: number, into: &writes.rows)
        decided.position = LogPosition(number: number, operation: operation.id)
        writes.entries.append(DurableEntry(position: decided.position, payload: payload))
        decided.changes.append(Placed(change: change, position: number))
        unapplied = decided.changes.suffix(1)
        decided.outcomes.append(.success(.committed(number)))
        performed[operation.id] = number
      } catch {
        decided.outcomes.append(.failure(error))
      }
    }
    return (decided, writes)
  }

  /// Returns a change as JSON. The null character, which PostgreSQL cannot store, is replaced in
  /// both.
  private static func payload(of change: inout State.Change) throws -> String {
    let payload = String(decoding: try JSONEncoder().encode(change), as: UTF8.self)
    guard payload.contains(#"\u0000"#) else { return payload }
    let json = PostgresJSON(withoutNull: payload)
    change = try json.decode()
    return json.text
  }
}

extension DurableState {
  /// Applies what a log brings.
  public mutating func apply(_ event: LogEvent<Self>) {
    switch event {
    case .loaded(let state, _): self = state
    case .changed(let changes):
      for change in changes { apply(change.change, at: change.position) }
    }
  }
}

extension LogPosition {
  /// The position before the first entry.
  static let start = LogPosition(number: 0, operation: .zero)
}

extension UUID {
  /// The id of no operation: that of the position before the first entry.
  static let zero = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
}

extension UUID {
  /// The id of the operation that a form asks for: equal for each copy of the form.
  ///
  /// It is the 128-bit FNV-1a hash of the log and the form. A client that makes up
  /// equal hashes repeats an operation of its own.
  fileprivate init(form: String, log: String) {
    var hash: UInt128 = 0x6C62_272E_07BB_0142_62B8_2175_6295_C58D
    for byte in Array(log.utf8) + [0] + Array(form.utf8) {
      hash = (hash ^ UInt128(byte)) &* 0x0000_0000_0100_0000_0000_0000_0000_013B
    }
    self.init(uuid: withUnsafeBytes(of: hash.bigEndian) { $0.loadUnaligned(as: uuid_t.self) })
  }
}
