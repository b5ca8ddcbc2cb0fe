import CMicrohttpd
import Glibc
import HTTPTypes
import Logging
import Synchronization

/// The state that the workers share: the handler, the configuration, and the
/// open connections, requests and streams.
final class Core: Sendable {
  let configuration: Configuration
  let connections: Connections
  /// The sockets of suspended streams.
  let hangups: HangupMonitor
  private let handler: Handler
  private let requests = Atomic<Int>(0)
  private let draining = Atomic<Bool>(false)
  private let suspended = Mutex(Suspended())
  private let outstanding: OutstandingBytes
  private let hasWarnedOfProxy = Atomic<Bool>(false)

  /// The suspended exchanges and the streams, which have to be resumed before
  /// the workers can stop.
  private struct Suspended {
    var exchanges: [ObjectIdentifier: Exchange] = [:]
    var streams: [UInt64: ResponseStream] = [:]
    /// The id of the next stream. Ids are not reused.
    var nextStream: UInt64 = 0
    /// True if no further connection may be suspended.
    var isClosed = false
  }

  /// - Throws: `SystemError` if the process has no descriptor left.
  init(configuration: Configuration, handler: @escaping Handler) throws(SystemError) {
    self.configuration = configuration
    connections = Connections(configuration)
    hangups = try HangupMonitor()
    outstanding = OutstandingBytes(limit: configuration.limits.outstandingBytes)
    self.handler = handler
  }

  var openRequests: Int { requests.load(ordering: .relaxed) }
  var isDraining: Bool { draining.load(ordering: .relaxed) }

  // MARK: Requests

  private var limits: Limits { configuration.limits }

  /// Begins an exchange after the request line is received.
  func begin(
    target: String, on mhdConnection: MHDConnection, _ connection: Connection
  ) -> Exchange {
    requests.add(1, ordering: .relaxed)
    connections.recordArrival()
    connection.shortenDeadline(to: limits.headSeconds * 1000)
    return Exchange(target: target, mhdConnection: mhdConnection, connection: connection)
  }

  /// Ends an exchange after the response is sent or the connection is closed.
  func end(_ exchange: Exchange) {
    // The connection may be closed before the response could be queued.
    if case .responded(let response) = exchange.phase.withLock({ $0 }) { response.body.discard() }
    _ = setOutstanding(0, for: exchange)
    exchange.connection.expect(.nextHead, within: limits.idleSeconds * 1000)
    requests.subtract(1, ordering: .relaxed)
  }

  /// Processes the next event of a request. libmicrohttpd calls its access
  /// handler once after the head, once for each part of the body, once at the
  /// end of the body, and again when a suspended connection is resumed.
  func proceed(
    with exchange: Exchange, method: UnsafePointer<CChar>, version: UnsafePointer<CChar>,
    bodyPart: UnsafeRawBufferPointer
  ) -> MHD_Result {
    let phase = exchange.phase.withLock { phase in
      let current = phase
      phase = .queued
      return current
    }
    func proceed(to next: Exchange.Phase) -> MHD_Result {
      exchange.phase.withLock { $0 = next }
      return .YES
    }

    switch phase {
    case .started:
      exchange.isChunked.store(strcmp(version, MHD_HTTP_VERSION_1_1) == 0, ordering: .relaxed)
      exchange.connection.expect(.body, within: limits.bodySeconds * 1000)
      guard hasMemoryForResponse(to: exchange, method: method) else {
        return refuseDirectly(headTooLarge(exchange), of: exchange, method: method)
      }
      // libmicrohttpd closes the connection after a response that is queued in
      // this first call.
      if isEligibleForFastPath(exchange, method: method, version: version) {
        return proceed(to: .fastPath)
      }
      let (assembler, step) = assemble(exchange, method: method, version: version)
      switch step {
      // libmicrohttpd would send 100 Continue, and parse the next request as the
      // body.
      case .proceed where assembler.hasRedundantExpectation: return handle(assembler, of: exchange)
      case .proceed where assembler.mayBeUpload:
        guard let request = request(of: exchange, assembler),
          var response = configuration.uploadRefusal?(request)
        else { return proceed(to: .readingBody(assembler)) }
        // The body is not read.
        response.head.headerFields[.connection] = "close"
        return send(response, to: exchange)
      case .proceed: return proceed(to: .readingBody(assembler))
      // The body is not read, so libmicrohttpd closes the connection.
      case .refuse(let refusal): return refuse(refusal, of: exchange)
      }

    case .fastPath:
      if let prepared = preparedResponse(to: exchange) {
        guard setOutstanding(prepared.size, for: exchange) else {
          return refuse(tooManyOutstandingBytes, of: exchange)
        }
        startSendTimeout(prepared.size, of: exchange)
        return MHD_queue_response(
          exchange.mhdConnection.pointer, UInt32(prepared.status.code), prepared.pointer)
      }
      let (assembler, step) = assemble(exchange, method: method, version: version)
      switch step {
      case .proceed: return handle(assembler, of: exchange)
      case .refuse(let refusal): return refuse(refusal, of: exchange)
      }

    case .readingBody(var assembler) where !bodyPart.isEmpty:
      switch assembler.receiveBody(bodyPart) {
      case .proceed:
        // Many clients together could send more than the memory holds.
        let size = assembler.bodySize
        guard size <= limits.bodyBytes || setOutstanding(size, for: exchange) else {
          return proceed(
            to: .discardingBody(tooManyOutstandingBytes, remaining: discardableBytes))
        }
        return proceed(to: .readingBody(assembler))
      case .refuse(let refusal):
        return proceed(to: .discardingBody(refusal, remaining: discardableBytes))
      }

    case .readingBody(let assembler):
      // Trailer fields use the same memory.
      guard hasMemoryForResponse(to: exchange, method: method) else {
        return refuseDirectly(headTooLarge(exchange), of: exchange, method: method)
      }
      return handle(assembler, of: exchange)

    case .discardingBody(let refusal, let remaining) where !bodyPart.isEmpty:
      // libmicrohttpd cannot send a response before the end of the body; if the
      // body is too long, the connection is closed.
      return remaining > 0
        ? proceed(to: .discardingBody(refusal, remaining: remaining - bodyPart.count)) : .NO

    case .discardingBody(let refusal, _):
      return refuse(refusal, of: exchange)

    case .suspended:
      return proceed(to: .suspended)

    case .responded(let response):
      return send(response, to: exchange)

    case .queued:
      return .YES
    }
  }

  /// The number of bytes of a too large body that are read and discarded, so
  /// that the client receives the response and not a connection reset.
  private let discardableBytes = 1024 * 1024

  /// Returns true if the fast path may respond: a `GET` or `HEAD` request of
  /// HTTP/1.1 without a body, with well-formed header fields.
  private func isEligibleForFastPath(
    _ exchange: Exchange, method: UnsafePointer<CChar>, version: UnsafePointer<CChar>
  ) -> Bool {
    guard configuration.fastPath != nil, strcmp(version, MHD_HTTP_VERSION_1_1) == 0,
      strcmp(method, MHD_HTTP_METHOD_GET) == 0 || strcmp(method, MHD_HTTP_METHOD_HEAD) == 0
    else { return false }
    exchange.isHead.store(strcmp(method, MHD_HTTP_METHOD_HEAD) == 0, ordering: .relaxed)
    return exchange.mhdConnection.isEligibleForFastPath(
      HeadLayout(method: method, target: exchange.target.utf8.count, version: version))
  }

  private func preparedResponse(to exchange: Exchange) -> PreparedResponse? {
    // While the server stops, each response needs `Connection: close`.
    guard !isDraining else { return nil }
    return configuration.fastPath?(RequestPreview(exchange, core: self))
  }

  /// Returns true if neither the server nor the client has reached its limit on
  /// outstanding bytes.
  private func isBelowOutstandingLimits(_ exchange: Exchange) -> Bool {
    outstanding.isBelowLimit && exchange.connection.outstanding?.isBelowLimit != false
  }

  /// Sets the number of outstanding bytes of an exchange.
  ///
  /// - Returns: false if the number would grow and a limit is reached.
  func setOutstanding(_ bytes: Int, for exchange: Exchange) -> Bool {
    let change = bytes - exchange.outstandingBytes.load(ordering: .relaxed)
    guard change != 0 else { return true }
    guard change < 0 || isBelowOutstandingLimits(exchange) else { return false }
    exchange.outstandingBytes.store(bytes, ordering: .relaxed)
    outstanding.add(change)
    exchange.connection.outstanding?.add(change)
    return true
  }

  let tooManyOutstandingBytes = Refusal(
    .serviceUnavailable,
    "Too many responses are still being sent. Try again in a moment.")

  /// Returns true if the memory of a connection suffices for the head of a
  /// response.
  private func hasMemoryForResponse(to exchange: Exchange, method: UnsafePointer<CChar>) -> Bool {
    exchange.mhdConnection.headSize(from: method) <= limits.headBytes
  }

  private func headTooLarge(_ exchange: Exchange) -> Refusal {
    exchange.target.utf8.count > limits.targetBytes
      ? RequestAssembler.targetTooLong(limits)
      : Refusal(.requestHeaderFieldsTooLarge, "The head of the request is too large.")
  }

  /// Starts the timeout for sending a response, according to its size in bytes.
  func startSendTimeout(_ bytes: Int, of exchange: Exchange) {
    exchange.connection.startSendTimeout(
      limits.responseSeconds * 1000 + bytes * 1000 / max(1, limits.minimumBytesPerSecond))
  }

  private func assemble(
    _ exchange: Exchange, method: UnsafePointer<CChar>, version: UnsafePointer<CChar>
  ) -> (assembler: RequestAssembler, step: RequestAssembler.Step) {
    var layout = HeadLayout(
      method: method, target: exchange.target.utf8.count, version: version)
    let fields = headerFields(of: exchange.mhdConnection, &layout)
    let method = String(cString: method)
    exchange.isHead.store(method == "HEAD", ordering: .relaxed)
    var assembler = RequestAssembler(limits: limits)
    guard layout.isWellFormed(through: shim_head_size(exchange.mhdConnection.pointer)) else {
      return (assembler, .refuse(Refusal(.badRequest, "\(HeadLayout.errorMessage)")))
    }
    let step = assembler.receiveHead(
      method: method, target: exchange.target, version: String(cString: version), fields: fields)
    return (assembler, step)
  }

  /// Passes a complete request to the handler.
  private func handle(_ assembler: RequestAssembler, of exchange: Exchange) -> MHD_Result {
    guard let request = request(of: exchange, assembler) else { return .NO }
    // A proxy that gave up may have sent a form to another instance, which has answered it. This
    // is seen for one that waited in the socket, as while the process was paused.
    if request.client.isForwarded, request.head.method == .post, exchange.connection.isEndedByPeer {
      configuration.logger.debug("a proxy closed the connection of a post, which has no effect")
      return .NO
    }
    // Checked first, so that no work is done for a response that cannot be sent.
    guard isBelowOutstandingLimits(exchange) else {
      return refuse(tooManyOutstandingBytes, of: exchange)
    }
    switch handler(request) {
    case .now(let response): return send(response, to: exchange)
    case .later(let respond): return suspend(exchange, until: respond)
    }
  }

  /// Returns a request, with its body as far as it was read.
  private func request(of exchange: Exchange, _ assembler: RequestAssembler) -> Request? {
    guard let head = assembler.head else { return nil }
    var client = configuration.client(
      at: exchange.connection.address, host: head.authority
    ) { name in
      HTTPField.Name("\(name)").map { head.headerFields[values: $0] } ?? []
    }
    let field = Forwarding.field(in: head.headerFields)
    if let field, !client.isForwarded { warnOfProxy(sending: field, exchange.connection.address) }
    client.isDirect =
      field == nil && exchange.isChunked.load(ordering: .relaxed)
      && (head.method == .get || head.method == .head || !configuration.checksLocalUsers
        || !exchange.connection.isOfOtherUser)
    return Request(head: head, body: assembler.body, client: client)
  }

  /// Warns once of a peer that forwards requests and is not trusted: all its
  /// visitors count as one client.
  private func warnOfProxy(sending field: String, _ peer: ClientAddress) {
    guard !hasWarnedOfProxy.load(ordering: .relaxed),
      !hasWarnedOfProxy.exchange(true, ordering: .relaxed)
    else { return }
    configuration.logger.warning(
      "header fields of a proxy are ignored, because their sender is not a trusted proxy",
      metadata: [
        "peer": "\(peer.text)", "field": "\(field)",
        "advice": "if this is a proxy of yours, name it with --trusted-proxy",
      ])
  }

  private func suspend(
    _ exchange: Exchange, until respond: @escaping @Sendable () async -> Response
  ) -> MHD_Result {
    let isAccepted = suspended.withLock { suspended in
      guard !suspended.isClosed else { return false }
      suspended.exchanges[ObjectIdentifier(exchange)] = exchange
      exchange.phase.withLock { $0 = .suspended }
      exchange.connection.clearDeadline()
      MHD_suspend_connection(exchange.mhdConnection.pointer)
      return true
    }
    guard isAccepted else { return refuse(stopping, of: exchange) }
    Task {
      let response = await respond()
      _ = suspended.withLock { $0.exchanges.removeValue(forKey: ObjectIdentifier(exchange)) }
      if !exchange.resume(with: response) { response.body.discard() }
    }
    return .YES
  }

  private func headerFields(
    of connection: MHDConnection, _ layout: inout HeadLayout
  ) -> [RequestAssembler.Field] {
    var result: (fields: [RequestAssembler.Field], layout: HeadLayout) = ([], layout)
    withUnsafeMutablePointer(to: &result) { result in
      _ = MHD_get_connection_values_n(
        connection.pointer, .HEADER_KIND,
        { context, _, name, nameSize, value, valueSize in
          guard let context, let name else { return .NO }
          let result = context.assumingMemoryBound(
            to: (fields: [RequestAssembler.Field], layout: HeadLayout).self)
          result.pointee.layout.add(name: name, size: nameSize, value: value, size: valueSize)
          let nameBytes = UnsafeRawBufferPointer(start: name, count: nameSize)
          let valueBytes = UnsafeRawBufferPointer(start: value, count: valueSize)
          result.pointee.fields.append(
            RequestAssembler.Field(
              name: String(decoding: nameBytes, as: UTF8.self), value: Array(valueBytes)
            )
          )
          return .YES
        },
        result
      )
    }
    layout = result.layout
    return result.fields
  }

  // MARK: Shutdown

  private let stopping = Refusal(
    .serviceUnavailable, "The server is stopping. Try again in a moment.")

  /// Closes all streams, and adds `Connection: close` to all further responses.
  func drain() {
    draining.store(true, ordering: .relaxed)
    for stream in suspended.withLock({ Array($0.streams.values) }) { stream.close() }
  }

  /// Responds to all suspended exchanges with 503, and suspends no further ones.
  func cancelPendingResponses() {
    let exchanges = suspended.withLock { suspended in
      suspended.isClosed = true
      defer { suspended.exchanges = [:] }
      return Array(suspended.exchanges.values)
    }
    for exchange in exchanges {
      _ = exchange.resume(
        with: configuration.refusalResponse(stopping, exchange.connection.address))
    }
    drain()
  }

  // MARK: Streams

  /// Registers a stream, and closes it if the server is stopping.
  ///
  /// - Returns: The id of the stream.
  func register(_ stream: ResponseStream) -> UInt64 {
    let (id, isClosed) = suspended.withLock { suspended in
      let id = suspended.nextStream
      suspended.nextStream += 1
      suspended.streams[id] = stream
      return (id, suspended.isClosed || isDraining)
    }
    if isClosed { stream.close() }
    return id
  }

  func unregister(_ stream: UInt64) {
    _ = suspended.withLock { $0.streams.removeValue(forKey: stream) }
  }

  /// Ends the streams of clients that have hung up.
  func closeHungUpStreams() {
    let ids = hangups.hangups()
    for stream in suspended.withLock({ suspended in ids.compactMap { suspended.streams[$0] } }) {
      stream.hangUp()
    }
  }
}
