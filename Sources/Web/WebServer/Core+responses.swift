import CMicrohttpd
import Glibc
import HTTPTypes
import Logging
import Synchronization

/// Conversion of responses to those of libmicrohttpd.
extension Core {
  func refuse(_ refusal: Refusal, of exchange: Exchange) -> MHD_Result {
    var response = configuration.refusalResponse(refusal, exchange.connection.address)
    response.head.headerFields[.connection] = "close"
    return queue(response, for: exchange)
  }

  /// Queues a response, or one with status 503 if there are too many outstanding
  /// bytes.
  func send(_ response: Response, to exchange: Exchange) -> MHD_Result {
    guard setOutstanding(response.body.size, for: exchange) else {
      return refuse(tooManyOutstandingBytes, of: exchange)
    }
    return queue(response, for: exchange)
  }

  private func queue(_ response: Response, for exchange: Exchange) -> MHD_Result {
    var response = response
    if isDraining { response.head.headerFields[.connection] = "close" }
    let connection = exchange.mhdConnection
    guard let prepared = prepare(response.body, for: exchange) else {
      configuration.logger.error("creating a response failed")
      return .NO
    }
    defer { MHD_destroy_response(prepared) }
    for field in response.fields(with: configuration.commonFields) { add(field, to: prepared) }
    if case .stream = response.body,
      exchange.isHead.load(ordering: .relaxed) || hasNoBody(response.head.status)
    {
      // libmicrohttpd omits the body but not the last, empty chunk, which the
      // client would parse as the start of the next response.
      shim_forbid_chunks(prepared)
    }
    startSendTimeout(response.body.size, of: exchange)
    return MHD_queue_response(connection.pointer, UInt32(response.head.status.code), prepared)
  }

  /// Refuses a request and closes the connection, bypassing libmicrohttpd, which
  /// has no memory left for the head of a response.
  func refuseDirectly(
    _ refusal: Refusal, of exchange: Exchange, method: UnsafePointer<CChar>
  ) -> MHD_Result {
    var response = configuration.refusalResponse(refusal, exchange.connection.address)
    response.head.headerFields[.connection] = "close"
    response.head.headerFields[.contentLength] = "\(response.body.size)"
    response.head.headerFields[.date] = httpDate()
    var text = "HTTP/1.1 \(response.head.status.code) \(response.head.status.reasonPhrase)\r\n"
    for field in response.fields(with: configuration.commonFields) {
      text += "\(field.name.rawName): \(field.value)\r\n"
    }
    var bytes = Array((text + "\r\n").utf8)
    if strcmp(method, MHD_HTTP_METHOD_HEAD) != 0 { bytes += response.body.fixedBytes }
    // The socket's send buffer is empty, so one call is enough.
    _ = bytes.withUnsafeBytes {
      shim_send(exchange.mhdConnection.pointer, $0.baseAddress, $0.count)
    }
    return .NO
  }

  /// Returns the current time in the format of the `Date` header (RFC 9110,
  /// section 5.6.7).
  private func httpDate() -> String {
    var now = time(nil)
    var parts = tm()
    gmtime_r(&now, &parts)
    return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 32) { buffer in
      let count = strftime(buffer.baseAddress, buffer.count, "%a, %d %b %Y %H:%M:%S GMT", &parts)
      return String(decoding: UnsafeRawBufferPointer(buffer).prefix(count), as: UTF8.self)
    }
  }

  private func hasNoBody(_ status: HTTPResponse.Status) -> Bool {
    status == .noContent || status == .notModified
  }

  private func add(_ field: HTTPField, to response: OpaquePointer) {
    // libmicrohttpd rejects values that would allow response splitting.
    if MHD_add_response_header(response, field.name.rawName, field.value) != .YES {
      configuration.logger.error("a header field was omitted", metadata: ["name": "\(field.name)"])
    }
  }

  private func prepare(_ body: Response.Body, for exchange: Exchange) -> OpaquePointer? {
    guard case .stream(let stream) = body else { return body.makeFixedResponse() }
    let connection = exchange.mhdConnection
    let reader = StreamReader(
      stream: stream, id: register(stream), exchange: exchange, core: self)
    let descriptor = exchange.connection.descriptor
    stream.attach {
      MHD_resume_connection(connection.pointer)
    } shutDown: {
      // The worker then closes it.
      _ = shutdown(descriptor, Int32(SHUT_RDWR))
    }
    return MHD_create_response_from_callback(
      // The buffer is used only without chunked encoding, for HTTP/1.0.
      shim_size_unknown, 1024, readStream, Unmanaged.passRetained(reader).toOpaque(), endStream)
  }
}

extension Response.Body {
  /// The size in bytes; 0 for a stream.
  public var size: Int {
    switch self {
    case .none, .stream: 0
    case .bytes(let bytes): bytes.count
    case .buffer(let buffer): buffer.count
    }
  }

  /// The bytes of a body that is not a stream.
  fileprivate var fixedBytes: [UInt8] {
    switch self {
    case .none, .stream: []
    case .bytes(let bytes): bytes
    case .buffer(let shared): Array(shared.buffer)
    }
  }

  /// Creates a libmicrohttpd response with this body.
  ///
  /// - Returns: `nil` if memory is exhausted, and for a stream, which belongs to
  ///   one connection.
  func makeFixedResponse() -> OpaquePointer? {
    switch self {
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
    case .stream:
      return nil
    }
  }
}

/// The context of libmicrohttpd's content reader: a stream and its connection.
private final class StreamReader: Sendable {
  let stream: ResponseStream
  let id: UInt64
  let exchange: Exchange
  let core: Core
  private let isWatched = Atomic<Bool>(false)

  init(stream: ResponseStream, id: UInt64, exchange: Exchange, core: Core) {
    self.stream = stream
    self.id = id
    self.exchange = exchange
    self.core = core
  }

  /// Suspends the connection until the stream is woken or its client hangs up.
  func suspend() {
    exchange.connection.clearDeadline()
    MHD_suspend_connection(exchange.mhdConnection.pointer)
    if !isWatched.exchange(true, ordering: .relaxed) {
      core.hangups.watch(exchange.connection.descriptor, as: id)
    }
  }

  /// Returns the result of a content reader that aborts the connection.
  func abort() -> Int {
    closeSocketSoon()
    return Int(MHD_CONTENT_READER_END_WITH_ERROR)
  }

  /// Makes libmicrohttpd close the socket within a second of the end of the
  /// connection.
  ///
  /// If a content reader ends a connection, libmicrohttpd shuts the socket down
  /// but closes it only at the worker's next event, possibly much later. The
  /// timeout causes such an event.
  func closeSocketSoon() { _ = shim_set_timeout(exchange.mhdConnection.pointer, 1) }

  func end() {
    if isWatched.load(ordering: .relaxed) { core.hangups.forget(exchange.connection.descriptor) }
    core.unregister(id)
    stream.ended()
  }
}

private func readStream(
  context: UnsafeMutableRawPointer?, position: UInt64, buffer: UnsafeMutablePointer<CChar>?,
  size: Int
) -> Int {
  guard let context, let buffer else { return Int(MHD_CONTENT_READER_END_WITH_ERROR) }
  let reader = Unmanaged<StreamReader>.fromOpaque(context).takeUnretainedValue()
  let space = UnsafeMutableRawBufferPointer(start: buffer, count: size)
  switch reader.stream.fill(space, suspend: reader.suspend) {
  case .count(let count, let remaining):
    // The limits also apply to the chunks of streams.
    guard reader.core.setOutstanding(count + remaining, for: reader.exchange) else {
      return reader.abort()
    }
    reader.core.startSendTimeout(count, of: reader.exchange)
    return count
  case .suspended:
    // All previous bytes have been sent.
    _ = reader.core.setOutstanding(0, for: reader.exchange)
    release(space)
    return 0
  case .end:
    if !reader.exchange.isChunked.load(ordering: .relaxed) { reader.closeSocketSoon() }
    return Int(MHD_CONTENT_READER_END_OF_STREAM)
  case .hungUp: return reader.abort()
  }
}

/// Returns the whole pages of an unused buffer to the system, until they are written again.
///
/// The buffer is what is free of a connection's memory. libmicrohttpd clears half of it when a
/// request has been read, so each open stream would hold pages of zeros.
private func release(_ buffer: UnsafeMutableRawBufferPointer) {
  guard let base = buffer.baseAddress else { return }
  let page = Int(getpagesize())
  let start = base.alignedUp(toMultipleOf: page)
  let size = (base + buffer.count).alignedDown(toMultipleOf: page) - start
  if size > 0 { madvise(start, size, MADV_DONTNEED) }
}

private func endStream(context: UnsafeMutableRawPointer?) {
  guard let context else { return }
  Unmanaged<StreamReader>.fromOpaque(context).takeRetainedValue().end()
}
