import CPostgres
import Glibc

/// A libpq connection, used by one thread alone.
///
/// libpq never blocks here: every wait is a `poll` of its socket and of the
/// wake-up descriptor, bounded by a deadline.
final class Session {
  private let connection: OpaquePointer
  private let control: SessionControl
  private let onNotification: @Sendable (PostgresNotification) -> Void

  typealias Deadline = ContinuousClock.Instant

  /// Connects to the first host that accepts the connection.
  ///
  /// libpq resolves names of hosts synchronously; that part is not bounded by
  /// the deadline.
  init(
    _ configuration: PostgresConfiguration, control: SessionControl, until deadline: Deadline,
    onNotification: @escaping @Sendable (PostgresNotification) -> Void
  ) throws(PostgresError) {
    let parameters = try configuration.currentParameters().sorted { $0.key < $1.key }
    let started = withCStrings(parameters.map(\.key)) { keys in
      withCStrings(parameters.map(\.value)) { values in PQconnectStartParams(keys, values, 0) }
    }
    guard let started else { throw .cannotConnect(message: "out of memory") }
    connection = started
    self.control = control
    self.onNotification = onNotification
    // All properties are set: `deinit` frees the connection if this throws.
    try establish(
      until: deadline, hasSeveralHosts: configuration.parameters["host"]?.contains(",") == true)
  }

  private func establish(
    until deadline: Deadline, hasSeveralHosts: Bool
  ) throws(PostgresError) {
    // The default receiver prints notices to the standard error.
    PQsetNoticeReceiver(connection, { _, _ in }, nil)
    // For the SQLSTATE of a refused connection, which is reported as text only.
    PQsetErrorVerbosity(connection, PQERRORS_VERBOSE)
    var state =
      PQstatus(connection) == CONNECTION_BAD ? PGRES_POLLING_FAILED : PGRES_POLLING_WRITING
    while state != PGRES_POLLING_OK {
      switch state {
      case PGRES_POLLING_READING: try wait(for: POLLIN, until: deadline)
      case PGRES_POLLING_WRITING:
        if hasSeveralHosts, PQstatus(connection) == CONNECTION_STARTED {
          try waitForHost(until: deadline)
        } else {
          try wait(for: POLLOUT, until: deadline)
        }
      default: throw refusal
      }
      state = PQconnectPoll(connection)
    }
    PQsetErrorVerbosity(connection, PQERRORS_DEFAULT)
    guard PQsetnonblocking(connection, 1) == 0 else { throw .cannotConnect(message: message) }
  }

  /// Waits for a TCP connection to one of several hosts.
  ///
  /// A host that is off responds to nothing, and libpq limits an attempt in its
  /// blocking functions only. After half of the time that is left, the socket is
  /// shut down, which libpq takes for a failure and goes on to the next host.
  private func waitForHost(until deadline: Deadline) throws(PostgresError) {
    let left = ContinuousClock.now.duration(to: deadline)
    let events = try wait(for: POLLOUT, until: .now + left / 2, isFinal: left <= .zero)
    if events == 0 { shutdown(PQsocket(connection), Int32(SHUT_RDWR)) }
  }

  /// The error of a connection that could not be established.
  private var refusal: PostgresError {
    var state: SQLState?
    let lines = messageLines.filter { !$0.hasPrefix("LOCATION:") }.map { line in
      guard let code = line.firstMatch(of: #/:  ([0-9A-Z]{5}): /#) else { return line }
      state = SQLState(rawValue: String(code.1))
      return line.replacing(#/:  [0-9A-Z]{5}: /#, with: ": ", maxReplacements: 1)
    }
    return .cannotConnect(message: lines.joined(separator: "; "), state: state)
  }

  deinit { PQfinish(connection) }

  /// The process id of the server's process for this session.
  var backendID: Int { Int(PQbackendPID(connection)) }

  /// The error that ended the session.
  private(set) var failure: PostgresError?

  /// Waits until a job arrives, and delivers notifications.
  func idle() throws(PostgresError) {
    try wait(for: POLLIN, until: nil, endsOnWakeUp: true)
    try consumeInput()
  }

  // MARK: Statements

  /// Sends statements in one flush and returns the rows of each.
  ///
  /// A statement that fails prevents the later ones. A transaction that the
  /// statements began is then rolled back.
  func run(
    _ statements: [PostgresStatement], until deadline: Deadline
  ) throws(PostgresError) -> [PostgresRows] {
    let wasIdle = PQtransactionStatus(connection) == PQTRANS_IDLE
    try check(PQenterPipelineMode(connection))
    for statement in statements { try send(statement) }
    try check(PQpipelineSync(connection))
    try flush(until: deadline)
    var rows: [PostgresRows] = []
    var failure: PostgresError?
    for _ in statements {
      while let result = try nextResult(until: deadline) {
        switch PQresultStatus(result.pointer) {
        case PGRES_TUPLES_OK, PGRES_COMMAND_OK: rows.append(PostgresRows(result))
        case PGRES_PIPELINE_ABORTED: break
        default:
          let error = try error(of: result)
          failure = failure ?? error
        }
      }
    }
    // The synchronisation point has a result of its own.
    while let result = try nextResult(until: deadline) {
      if PQresultStatus(result.pointer) == PGRES_PIPELINE_SYNC { break }
      let error = try error(of: result)
      failure = failure ?? error
    }
    try check(PQexitPipelineMode(connection))
    guard let failure else { return rows }
    if wasIdle, PQtransactionStatus(connection) != PQTRANS_IDLE {
      _ = try run(["ROLLBACK"], until: deadline)
    }
    throw failure
  }

  /// Runs a text of several statements, separated by semicolons, as one
  /// transaction.
  func runScript(_ sql: String, until deadline: Deadline) throws(PostgresError) {
    try check(PQsendQuery(connection, sql))
    try flush(until: deadline)
    try finishResults(until: deadline)
  }

  /// Copies rows out of the database in binary format.
  ///
  /// - Parameter row: called with the fields of each row; an error ends the
  ///   copy and the connection.
  func copyOut(
    _ statement: PostgresStatement, until deadline: Deadline,
    row: (PostgresCopyRow) throws(PostgresError) -> Void
  ) throws(PostgresError) {
    try send(statement)
    try flush(until: deadline)
    try expect(PGRES_COPY_OUT, until: deadline)
    var isFirst = true
    var buffer: UnsafeMutablePointer<CChar>?
    while true {
      let count = PQgetCopyData(connection, &buffer, 1)
      if count == 0 {
        try wait(for: POLLIN, until: deadline)
        try consumeInput()
        continue
      }
      if count == -1 { break }
      guard count > 0, let data = buffer else { throw lost() }
      defer { PQfreemem(data) }
      var bytes = UnsafeRawBufferPointer(start: data, count: Int(count))
      if isFirst {
        bytes = UnsafeRawBufferPointer(rebasing: bytes.dropFirst(PostgresCopyRow.headerCount))
        isFirst = false
      }
      // The end marker may share a message with the header.
      guard !bytes.isEmpty, let fields = PostgresCopyRow(bytes) else { continue }
      do throws(PostgresError) {
        try row(fields)
      } catch {
        throw fail(error)
      }
    }
    try finishResults(until: deadline)
  }

  // MARK: libpq

  private func send(_ statement: PostgresStatement) throws(PostgresError) {
    var bytes: [UInt8] = []
    for value in statement.values { bytes += value ?? [] }
    // An empty value is not null: its pointer has to point somewhere.
    bytes.append(0)
    let lengths = statement.values.map { Int32($0?.count ?? 0) }
    let formats = statement.values.map { _ in Int32(1) }
    let sent = bytes.withUnsafeBufferPointer { bytes in
      bytes.withMemoryRebound(to: CChar.self) { bytes in
        var next = bytes.baseAddress
        let pointers = statement.values.map { value -> UnsafePointer<CChar>? in
          guard let value else { return nil }
          defer { next = next?.advanced(by: value.count) }
          return next
        }
        return PQsendQueryParams(
          connection, statement.sql, Int32(pointers.count), statement.types, pointers, lengths,
          formats, 1)
      }
    }
    try check(sent)
  }

  /// Reads results up to the end of a command; throws the first error.
  private func finishResults(until deadline: Deadline) throws(PostgresError) {
    var failure: PostgresError?
    while let result = try nextResult(until: deadline) {
      switch PQresultStatus(result.pointer) {
      case PGRES_TUPLES_OK, PGRES_COMMAND_OK, PGRES_EMPTY_QUERY: break
      default:
        let error = try error(of: result)
        failure = failure ?? error
      }
    }
    if let failure { throw failure }
  }

  /// Reads the result that begins a copy.
  private func expect(_ status: ExecStatusType, until deadline: Deadline) throws(PostgresError) {
    guard let result = try nextResult(until: deadline) else { throw lost() }
    guard PQresultStatus(result.pointer) != status else { return }
    let failure = try error(of: result)
    try finishResults(until: deadline)
    throw failure
  }

  private func nextResult(until deadline: Deadline) throws(PostgresError) -> PostgresResult? {
    while PQisBusy(connection) == 1 {
      try wait(for: POLLIN, until: deadline)
      try consumeInput()
    }
    return PQgetResult(connection).map(PostgresResult.init)
  }

  /// Returns the error of a result; throws it if the session has ended.
  private func error(of result: PostgresResult) throws(PostgresError) -> PostgresError {
    guard PQstatus(connection) == CONNECTION_OK else { throw lost() }
    let error = PostgresError.ServerError(result.pointer)
    // PG_DIAG_SEVERITY_NONLOCALIZED
    let severity = PQresultErrorField(result.pointer, Int32(UInt8(ascii: "V")))
    if let severity, strcmp(severity, "FATAL") == 0 || strcmp(severity, "PANIC") == 0 {
      throw fail(.connectionLost(message: error.message))
    }
    return error.state.rawValue.isEmpty
      ? .decoding("unexpected result of the server: \(message)") : .server(error)
  }

  private func flush(until deadline: Deadline) throws(PostgresError) {
    while true {
      switch PQflush(connection) {
      case 0: return
      case 1:
        // The server may wait for its own output to be read.
        if try wait(for: POLLIN | POLLOUT, until: deadline) & Int16(POLLIN) != 0 {
          try consumeInput()
        }
      default: throw lost()
      }
    }
  }

  private func consumeInput() throws(PostgresError) {
    guard PQconsumeInput(connection) == 1 else { throw lost() }
    while let notification = PQnotifies(connection) {
      onNotification(PostgresNotification(notification.pointee))
      PQfreemem(notification)
    }
  }

  /// Waits for events of the socket.
  ///
  /// - Parameters:
  ///   - events: `POLLIN`, `POLLOUT` or both.
  ///   - deadline: the end of the wait; `nil` for none.
  ///   - endsOnWakeUp: true if a wake-up ends the wait.
  ///   - isFinal: false if the session remains usable after the deadline.
  /// - Returns: the events that occurred; none after a deadline that is not final.
  @discardableResult
  private func wait(
    for events: Int32, until deadline: Deadline?, endsOnWakeUp: Bool = false, isFinal: Bool = true
  ) throws(PostgresError) -> Int16 {
    while true {
      var descriptors = [
        pollfd(fd: PQsocket(connection), events: Int16(events), revents: 0),
        pollfd(fd: control.descriptor, events: Int16(POLLIN), revents: 0),
      ]
      var timeout: Int32 = -1
      if let deadline {
        let left = ContinuousClock.now.duration(to: deadline)
        guard left > .zero else {
          if !isFinal { return 0 }
          throw fail(.deadlineExceeded)
        }
        timeout = Int32(min(left / .milliseconds(1) + 1, 60_000))
      }
      let count = poll(&descriptors, 2, timeout)
      if count < 0, errno != EINTR { throw fail(.connectionLost(message: "poll failed")) }
      if descriptors[1].revents != 0 {
        control.drain()
        if control.isClosed { throw fail(.closed) }
        if endsOnWakeUp { return descriptors[0].revents }
      }
      if descriptors[0].revents != 0 { return descriptors[0].revents }
    }
  }

  private func check(_ status: Int32) throws(PostgresError) {
    if status != 1 { throw lost() }
  }

  private func lost() -> PostgresError { fail(.connectionLost(message: message)) }

  /// Ends the session: no further job is accepted.
  private func fail(_ error: PostgresError) -> PostgresError {
    failure = failure ?? error
    control.close(error)
    return error
  }

  /// The last message of libpq, as one line.
  private var message: String { messageLines.joined(separator: "; ") }

  private var messageLines: [String] {
    let text = PQerrorMessage(connection).map { String(cString: $0) } ?? ""
    return text.split(whereSeparator: \.isNewline).map { String($0.drop(while: \.isWhitespace)) }
  }
}

/// Calls a function with a null-terminated array of C strings.
private func withCStrings<Result>(
  _ strings: [String], _ body: ([UnsafePointer<CChar>?]) -> Result
) -> Result {
  let copies = strings.map { strdup($0) }
  defer { for copy in copies { free(copy) } }
  return body(copies.map { UnsafePointer($0) } + [nil])
}
