import CMicrohttpd
import Glibc
import HTTPTypes
import Logging
import Synchronization

/// What the workers share: the handler, the rules, and what is under way.
final class Core: Sendable {
  let configuration: Configuration
  let connections: Connections
  /// The sockets of sleeping streams.
  let hangups: HangupWatch
  private let handler: Handler
  private let requests = Atomic<Int>(0)
  private let draining = Atomic<Bool>(false)
  private let waiting = Mutex(Waiting())
  private let sending: OutstandingBytes

  /// What has to be woken before the workers can stop.
  private struct Waiting {
    var exchanges: [ObjectIdentifier: Exchange] = [:]
    var streams: [UInt64: ResponseStream] = [:]
    /// The id of the next stream. None is used twice.
    var nextStream: UInt64 = 0
    /// Whether nothing new may be set aside.
    var isClosed = false
  }

  /// - Throws: `SystemError` if the system has no descriptor left.
  init(configuration: Configuration, handler: @escaping Handler) throws(SystemError) {
    self.configuration = configuration
    connections = Connections(configuration)
    hangups = try HangupWatch()
    sending = OutstandingBytes(limit: configuration.limits.sendingBytes)
    self.handler = handler
  }

  var openRequests: Int { requests.load(ordering: .relaxed) }
  var isDraining: Bool { draining.load(ordering: .relaxed) }

  // MARK: One request

  private var limits: Limits { configuration.limits }

  /// Takes the first line of a request.
  func begin(
    target: String, on connection: ConnectionReference, _ open: Connection
  ) -> Exchange {
    requests.add(1, ordering: .relaxed)
    connections.noteArrival()
    open.allowAtMost(limits.headSeconds * 1000)
    return Exchange(target: target, connection: connection, open: open)
  }

  func end(_ exchange: Exchange) {
    // The client may be gone before the answer could be queued.
    if case .answered(let response) = exchange.phase.withLock({ $0 }) { response.body.discard() }
    _ = count(0, onTheirWayTo: exchange)
    exchange.open.expect(.nextHead, within: limits.idleSeconds * 1000)
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
      exchange.isChunked.store(strcmp(version, MHD_HTTP_VERSION_1_1) == 0, ordering: .relaxed)
      exchange.open.expect(.body, within: limits.bodySeconds * 1000)
      guard hasRoomForAnswer(to: exchange, method: method) else {
        return refuseDirectly(headTooLarge(exchange), of: exchange, method: method)
      }
      // An answer in this first call would end the connection.
      if isPlain(exchange, method: method, version: version) { return goOn(.plain) }
      let (assembler, step) = assemble(exchange, method: method, version: version)
      switch step {
      // libmicrohttpd would ask for the content that does not come, and take
      // the next request for it.
      case .goOn where assembler.isNeedlesslyWaiting: return handle(assembler, of: exchange)
      case .goOn: return goOn(.reading(assembler))
      // Answered before the body is read; the connection is closed then.
      case .refuse(let refusal): return refuse(refusal, of: exchange)
      }

    case .plain:
      if let prepared = preparedResponse(to: exchange) {
        guard count(prepared.size, onTheirWayTo: exchange) else {
          return refuse(tooMuchOnItsWay, of: exchange)
        }
        allowTaking(prepared.size, of: exchange)
        return MHD_queue_response(
          exchange.connection.pointer, UInt32(prepared.status.code), prepared.pointer)
      }
      let (assembler, step) = assemble(exchange, method: method, version: version)
      switch step {
      case .goOn: return handle(assembler, of: exchange)
      case .refuse(let refusal): return refuse(refusal, of: exchange)
      }

    case .reading(var assembler) where !bodyPart.isEmpty:
      switch assembler.receiveBody(bodyPart) {
      case .goOn: return goOn(.reading(assembler))
      case .refuse(let refusal): return goOn(.refusing(refusal, left: swallowedBytes))
      }

    case .reading(let assembler):
      // Trailer fields may have taken what was left.
      guard hasRoomForAnswer(to: exchange, method: method) else {
        return refuseDirectly(headTooLarge(exchange), of: exchange, method: method)
      }
      return handle(assembler, of: exchange)

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

  /// Whether a request may be answered by what is prepared.
  private func isPlain(
    _ exchange: Exchange, method: UnsafePointer<CChar>, version: UnsafePointer<CChar>
  ) -> Bool {
    guard configuration.fastPath != nil, strcmp(version, MHD_HTTP_VERSION_1_1) == 0,
      strcmp(method, MHD_HTTP_METHOD_GET) == 0 || strcmp(method, MHD_HTTP_METHOD_HEAD) == 0
    else { return false }
    exchange.isHead.store(strcmp(method, MHD_HTTP_METHOD_HEAD) == 0, ordering: .relaxed)
    return exchange.connection.hasPlainFields(
      HeadLayout(method: method, target: exchange.target.utf8.count, version: version))
  }

  private func preparedResponse(to exchange: Exchange) -> PreparedResponse? {
    // While the server stops, each answer has to close its connection.
    guard !isDraining else { return nil }
    return configuration.fastPath?(
      RequestPreview(exchange, configuration: configuration))
  }

  /// Whether an answer may be sent beside those that are on their way.
  private func hasRoom(for exchange: Exchange) -> Bool {
    sending.hasRoom && exchange.open.sending?.hasRoom != false
  }

  /// Counts so many bytes of an answer as on their way, in place of those that
  /// were.
  ///
  /// - Returns: `false` where there are too many to count more.
  func count(_ bytes: Int, onTheirWayTo exchange: Exchange) -> Bool {
    let more = bytes - exchange.sending.load(ordering: .relaxed)
    guard more != 0 else { return true }
    guard more < 0 || hasRoom(for: exchange) else { return false }
    exchange.sending.store(bytes, ordering: .relaxed)
    sending.add(more)
    exchange.open.sending?.add(more)
    return true
  }

  let tooMuchOnItsWay = Refusal(
    .serviceUnavailable,
    "Too much is on its way that was not taken yet. Try again in a moment.")

  /// True if the memory of a connection has room for the head of an answer.
  private func hasRoomForAnswer(to exchange: Exchange, method: UnsafePointer<CChar>) -> Bool {
    exchange.connection.memory(from: method, of: limits.connectionMemory) <= limits.headBytes
  }

  private func headTooLarge(_ exchange: Exchange) -> Refusal {
    exchange.target.utf8.count > limits.targetBytes
      ? RequestAssembler.targetTooLong(limits)
      : Refusal(.requestHeaderFieldsTooLarge, "The head of the request is too large.")
  }

  /// An answer is on its way: the client has time to take it.
  func allowTaking(_ bytes: Int, of exchange: Exchange) {
    exchange.open.allowTaking(
      limits.answerSeconds * 1000 + bytes * 1000 / max(1, limits.answerBytesPerSecond))
  }

  private func assemble(
    _ exchange: Exchange, method: UnsafePointer<CChar>, version: UnsafePointer<CChar>
  ) -> (assembler: RequestAssembler, step: RequestAssembler.Step) {
    var layout = HeadLayout(
      method: method, target: exchange.target.utf8.count, version: version)
    let fields = headerFields(of: exchange.connection, &layout)
    let method = String(cString: method)
    exchange.isHead.store(method == "HEAD", ordering: .relaxed)
    var assembler = RequestAssembler(limits: limits)
    guard layout.isPlain(through: shim_head_size(exchange.connection.pointer)) else {
      return (assembler, .refuse(Refusal(.badRequest, "\(HeadLayout.whatIsRefused)")))
    }
    let step = assembler.receiveHead(
      method: method, target: exchange.target, version: String(cString: version), fields: fields)
    return (assembler, step)
  }

  /// Has a complete request answered.
  private func handle(_ assembler: RequestAssembler, of exchange: Exchange) -> MHD_Result {
    guard let head = assembler.head else { return .NO }
    // Before anything is done for an answer that could not be sent.
    guard hasRoom(for: exchange) else { return refuse(tooMuchOnItsWay, of: exchange) }
    let client = configuration.client(at: exchange.open.address, host: head.authority) { name in
      HTTPField.Name("\(name)").map { head.headerFields[values: $0] } ?? []
    }
    let request = Request(head: head, body: assembler.body, client: client)
    switch handler(request) {
    case .now(let response): return send(response, to: exchange)
    case .later(let respond): return setAside(exchange, until: respond)
    }
  }

  private func setAside(
    _ exchange: Exchange, until respond: @escaping @Sendable () async -> Response
  ) -> MHD_Result {
    let isAccepted = waiting.withLock { waiting in
      guard !waiting.isClosed else { return false }
      waiting.exchanges[ObjectIdentifier(exchange)] = exchange
      exchange.phase.withLock { $0 = .suspended }
      exchange.open.allowForever()
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

  private func headerFields(
    of connection: ConnectionReference, _ layout: inout HeadLayout
  ) -> [RequestAssembler.Field] {
    var seen: (fields: [RequestAssembler.Field], layout: HeadLayout) = ([], layout)
    withUnsafeMutablePointer(to: &seen) { seen in
      _ = MHD_get_connection_values_n(
        connection.pointer, .HEADER_KIND,
        { context, _, name, nameSize, value, valueSize in
          guard let context, let name else { return .NO }
          let seen = context.assumingMemoryBound(
            to: (fields: [RequestAssembler.Field], layout: HeadLayout).self)
          seen.pointee.layout.add(name: name, size: nameSize, value: value, size: valueSize)
          let nameBytes = UnsafeRawBufferPointer(start: name, count: nameSize)
          let valueBytes = UnsafeRawBufferPointer(start: value, count: valueSize)
          seen.pointee.fields.append(
            RequestAssembler.Field(
              name: String(decoding: nameBytes, as: UTF8.self), value: Array(valueBytes)
            )
          )
          return .YES
        },
        seen
      )
    }
    layout = seen.layout
    return seen.fields
  }

  // MARK: Stopping

  private let stopping = Refusal(
    .serviceUnavailable, "The server is stopping. Try again in a moment.")

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
      _ = exchange.answer(
        with: configuration.refusalResponse(stopping, exchange.open.address))
    }
    drain()
  }

  // MARK: Streams

  /// Registers a stream, and closes it if the server is stopping.
  ///
  /// - Returns: The id of the stream.
  func register(_ stream: ResponseStream) -> UInt64 {
    let (id, isClosed) = waiting.withLock { waiting in
      let id = waiting.nextStream
      waiting.nextStream += 1
      waiting.streams[id] = stream
      return (id, waiting.isClosed || isDraining)
    }
    if isClosed { stream.close() }
    return id
  }

  func unregister(_ stream: UInt64) {
    _ = waiting.withLock { $0.streams.removeValue(forKey: stream) }
  }

  /// Ends the streams of clients that have hung up.
  func noticeHangups() {
    let ids = hangups.hangups()
    for stream in waiting.withLock({ waiting in ids.compactMap { waiting.streams[$0] } }) {
      stream.hangUp()
    }
  }
}
