import CMicrohttpd
import Glibc
import HTTPTypes
import Logging
import Synchronization

/// What the workers share: the handler, the rules, and what is under way.
final class Core: Sendable {
  let configuration: Configuration
  private let handler: Handler
  private let requests = Atomic<Int>(0)
  private let connections = Atomic<Int>(0)
  private let draining = Atomic<Bool>(false)
  private let waiting = Mutex(Waiting())

  /// What has to be woken before the workers can stop.
  private struct Waiting {
    var exchanges: [ObjectIdentifier: Exchange] = [:]
    var streams: [ObjectIdentifier: ResponseStream] = [:]
    /// Whether nothing new may be set aside.
    var isClosed = false
  }

  init(configuration: Configuration, handler: @escaping Handler) {
    self.configuration = configuration
    self.handler = handler
  }

  var openRequests: Int { requests.load(ordering: .relaxed) }
  var openConnections: Int { connections.load(ordering: .relaxed) }

  var isDraining: Bool { draining.load(ordering: .relaxed) }

  /// Counts a new connection, unless there are as many as there may be. Only
  /// the acceptor calls it. The workers learn of a connection too late: a
  /// burst would get past the limit.
  func admitConnection() -> Bool {
    guard openConnections < configuration.limits.connections else { return false }
    connections.add(1, ordering: .relaxed)
    return true
  }

  func connectionClosed() { connections.subtract(1, ordering: .relaxed) }

  // MARK: One request

  func begin(target: String, on connection: ConnectionReference) -> Exchange {
    requests.add(1, ordering: .relaxed)
    return Exchange(target: target, connection: connection)
  }

  func end(_ exchange: Exchange) {
    // The client may be gone before the answer could be queued.
    if case .answered(let response) = exchange.phase.withLock({ $0 }) { response.body.discard() }
    requests.subtract(1, ordering: .relaxed)
  }

  /// Takes the next step of a request. libmicrohttpd calls it once when the
  /// head is there, once for each piece of the body, once at its end, and
  /// once more when a connection that was set aside goes on.
  func proceed(
    with exchange: Exchange, method: UnsafePointer<CChar>, version: UnsafePointer<CChar>,
    bodyPart: UnsafeRawBufferPointer
  ) -> MHD_Result {
    let phase = exchange.phase.withLock { phase in
      let current = phase
      phase = .queued
      return current
    }
    func goOn(_ next: Exchange.Phase) -> MHD_Result {
      exchange.phase.withLock { $0 = next }
      return .YES
    }

    switch phase {
    case .started:
      let method = String(cString: method)
      exchange.isHead.store(method == "HEAD", ordering: .relaxed)
      var assembler = RequestAssembler(limits: configuration.limits)
      let step = assembler.receiveHead(
        method: method, target: exchange.target,
        version: String(cString: version), fields: headerFields(of: exchange.connection)
      )
      switch step {
      case .goOn: return goOn(.reading(assembler))
      // Answered before the body is read; the connection is closed then.
      case .refuse(let refusal): return refuse(refusal, of: exchange)
      }

    case .reading(var assembler) where !bodyPart.isEmpty:
      switch assembler.receiveBody(bodyPart) {
      case .goOn: return goOn(.reading(assembler))
      case .refuse(let refusal): return goOn(.refusing(refusal, left: swallowedBytes))
      }

    case .reading(let assembler):
      guard let head = assembler.head else { return .NO }
      let request = Request(
        head: head, body: assembler.body, clientAddress: clientAddress(of: exchange.connection)
      )
      switch handler(request) {
      case .now(let response): return send(response, to: exchange)
      case .later(let respond): return setAside(exchange, until: respond)
      }

    case .refusing(let refusal, let left) where !bodyPart.isEmpty:
      // In the middle of a body nothing can be answered; a client that
      // never ends is cut off.
      return left > 0 ? goOn(.refusing(refusal, left: left - bodyPart.count)) : .NO

    case .refusing(let refusal, _):
      return refuse(refusal, of: exchange)

    case .suspended:
      return goOn(.suspended)

    case .answered(let response):
      return send(response, to: exchange)

    case .queued:
      return .YES
    }
  }

  /// How much of a body that is too large is read and thrown away, in bytes,
  /// so that its sender gets to see the answer.
  private let swallowedBytes = 1024 * 1024

  private func setAside(
    _ exchange: Exchange, until respond: @escaping @Sendable () async -> Response
  ) -> MHD_Result {
    let isAccepted = waiting.withLock { waiting in
      guard !waiting.isClosed else { return false }
      waiting.exchanges[ObjectIdentifier(exchange)] = exchange
      exchange.phase.withLock { $0 = .suspended }
      MHD_suspend_connection(exchange.connection.pointer)
      return true
    }
    guard isAccepted else { return refuse(stopping, of: exchange) }
    Task {
      let response = await respond()
      _ = waiting.withLock { $0.exchanges.removeValue(forKey: ObjectIdentifier(exchange)) }
      if !exchange.answer(with: response) { response.body.discard() }
    }
    return .YES
  }

  private func headerFields(of connection: ConnectionReference) -> [RequestAssembler.Field] {
    var fields: [RequestAssembler.Field] = []
    withUnsafeMutablePointer(to: &fields) { fields in
      _ = MHD_get_connection_values_n(
        connection.pointer, .HEADER_KIND,
        { context, _, name, nameSize, value, valueSize in
          guard let context, let name else { return .NO }
          let fields = context.assumingMemoryBound(to: [RequestAssembler.Field].self)
          let nameBytes = UnsafeRawBufferPointer(start: name, count: nameSize)
          let valueBytes = UnsafeRawBufferPointer(start: value, count: valueSize)
          fields.pointee.append(
            RequestAssembler.Field(
              name: String(decoding: nameBytes, as: UTF8.self), value: Array(valueBytes)
            )
          )
          return .YES
        },
        fields
      )
    }
    return fields
  }

  private func clientAddress(of connection: ConnectionReference) -> String {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { text in
      guard let base = text.baseAddress,
        shim_client_address(connection.pointer, base, socklen_t(text.count)) != 0
      else { return "unknown" }
      return String(cString: base)
    }
  }

  // MARK: Answering

  private let stopping = Refusal(
    .serviceUnavailable, "The server is stopping. Try again in a moment.")

  private func refuse(_ refusal: Refusal, of exchange: Exchange) -> MHD_Result {
    var response = configuration.refusalResponse(refusal)
    response.head.headerFields[.connection] = "close"
    return send(response, to: exchange)
  }

  private func send(_ response: Response, to exchange: Exchange) -> MHD_Result {
    var response = response
    if isDraining { response.head.headerFields[.connection] = "close" }
    let connection = exchange.connection
    guard let prepared = prepare(response.body, for: connection) else {
      configuration.logger.error("a response could not be made")
      return .NO
    }
    defer { MHD_destroy_response(prepared) }
    for field in response.head.headerFields { add(field, to: prepared) }
    for field in configuration.commonFields
    where response.head.headerFields[field.name] == nil {
      add(field, to: prepared)
    }
    if case .stream = response.body,
      exchange.isHead.load(ordering: .relaxed) || hasNoBody(response.head.status)
    {
      // libmicrohttpd leaves out the body but not its last, empty chunk,
      // which would be taken for the start of the next answer.
      shim_forbid_chunks(prepared)
    }
    return MHD_queue_response(connection.pointer, UInt32(response.head.status.code), prepared)
  }

  private func hasNoBody(_ status: HTTPResponse.Status) -> Bool {
    status == .noContent || status == .notModified
  }

  private func add(_ field: HTTPField, to response: OpaquePointer) {
    // libmicrohttpd refuses what could split a response. A field that is
    // missing because of that must not go unnoticed.
    if MHD_add_response_header(response, field.name.rawName, field.value) != .YES {
      configuration.logger.error("a header field was refused", metadata: ["name": "\(field.name)"])
    }
  }

  private func prepare(_ body: Response.Body, for connection: ConnectionReference) -> OpaquePointer?
  {
    switch body {
    case .none:
      return MHD_create_response_from_buffer(0, nil, .RESPMEM_PERSISTENT)
    case .bytes(let bytes):
      return bytes.withUnsafeBytes {
        MHD_create_response_from_buffer(
          $0.count, UnsafeMutableRawPointer(mutating: $0.baseAddress), .RESPMEM_MUST_COPY)
      }
    case .buffer(let shared):
      let owner = Unmanaged.passRetained(shared.owner as AnyObject)
      return MHD_create_response_from_buffer_with_free_callback_cls(
        shared.buffer.count, UnsafeMutableRawPointer(mutating: shared.buffer.baseAddress),
        { owner in owner.map { Unmanaged<AnyObject>.fromOpaque($0).release() } },
        owner.toOpaque()
      )
    case .file(let file):
      let descriptor = fcntl(file.descriptor, F_DUPFD_CLOEXEC, 0)
      guard descriptor >= 0 else { return nil }
      let response = MHD_create_response_from_fd_at_offset64(UInt64(file.count), descriptor, 0)
      if response == nil { close(descriptor) }
      return response
    case .stream(let stream):
      let sending = Sending(stream: stream, connection: connection, core: self)
      register(stream)
      stream.attach { MHD_resume_connection(connection.pointer) }
      return MHD_create_response_from_callback(
        shim_size_unknown, 16 * 1024, readStream, Unmanaged.passRetained(sending).toOpaque(),
        endStream
      )
    }
  }

  private func register(_ stream: ResponseStream) {
    let isClosed = waiting.withLock { waiting in
      waiting.streams[ObjectIdentifier(stream)] = stream
      return waiting.isClosed || isDraining
    }
    if isClosed { stream.close() }
  }

  fileprivate func unregister(_ stream: ResponseStream) {
    _ = waiting.withLock { $0.streams.removeValue(forKey: ObjectIdentifier(stream)) }
  }

  // MARK: Stopping

  /// From now on every answer closes its connection, and streams end.
  func drain() {
    draining.store(true, ordering: .relaxed)
    for stream in waiting.withLock({ Array($0.streams.values) }) { stream.close() }
  }

  /// Tells all who still wait to try again, and sets nothing aside any more.
  func abandon() {
    let exchanges = waiting.withLock { waiting in
      waiting.isClosed = true
      defer { waiting.exchanges = [:] }
      return Array(waiting.exchanges.values)
    }
    for exchange in exchanges {
      _ = exchange.answer(with: configuration.refusalResponse(stopping))
    }
    drain()
  }
}

/// A stream and the connection it is sent on: what the content reader needs.
private final class Sending: Sendable {
  let stream: ResponseStream
  let connection: ConnectionReference
  let core: Core

  init(stream: ResponseStream, connection: ConnectionReference, core: Core) {
    self.stream = stream
    self.connection = connection
    self.core = core
  }
}

private func readStream(
  context: UnsafeMutableRawPointer?, position: UInt64, buffer: UnsafeMutablePointer<CChar>?,
  size: Int
) -> Int {
  guard let context, let buffer else { return Int(MHD_CONTENT_READER_END_WITH_ERROR) }
  let sending = Unmanaged<Sending>.fromOpaque(context).takeUnretainedValue()
  let space = UnsafeMutableRawBufferPointer(start: buffer, count: size)
  let filled = sending.stream.fill(space) {
    MHD_suspend_connection(sending.connection.pointer)
  }
  switch filled {
  case .count(let count): return count
  case .suspended: return 0
  case .end: return Int(MHD_CONTENT_READER_END_OF_STREAM)
  }
}

private func endStream(context: UnsafeMutableRawPointer?) {
  guard let context else { return }
  let sending = Unmanaged<Sending>.fromOpaque(context).takeRetainedValue()
  sending.core.unregister(sending.stream)
  sending.stream.ended()
}
