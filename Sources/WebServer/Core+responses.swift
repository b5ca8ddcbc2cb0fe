import CMicrohttpd
import Glibc
import HTTPTypes
import Logging
import Synchronization

/// From a response as a value to one of libmicrohttpd's.
extension Core {
  func refuse(_ refusal: Refusal, of exchange: Exchange) -> MHD_Result {
    var response = configuration.refusalResponse(refusal, exchange.open.address)
    response.head.headerFields[.connection] = "close"
    return queue(response, for: exchange)
  }

  /// Answers, unless there is too much on its way that was not taken.
  func send(_ response: Response, to exchange: Exchange) -> MHD_Result {
    guard count(response.body.size, onTheirWayTo: exchange) else {
      return refuse(tooMuchOnItsWay, of: exchange)
    }
    return queue(response, for: exchange)
  }

  private func queue(_ response: Response, for exchange: Exchange) -> MHD_Result {
    var response = response
    if isDraining { response.head.headerFields[.connection] = "close" }
    let connection = exchange.connection
    guard let prepared = prepare(response.body, for: exchange) else {
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
    allowTaking(response.body.size, of: exchange)
    return MHD_queue_response(connection.pointer, UInt32(response.head.status.code), prepared)
  }

  /// Refuses a request without libmicrohttpd, which has no memory left for the
  /// head of an answer, and closes the connection.
  func refuseDirectly(
    _ refusal: Refusal, of exchange: Exchange, method: UnsafePointer<CChar>
  ) -> MHD_Result {
    var response = configuration.refusalResponse(refusal, exchange.open.address)
    response.head.headerFields[.connection] = "close"
    response.head.headerFields[.contentLength] = "\(response.body.size)"
    response.head.headerFields[.date] = httpDate()
    let common = configuration.commonFields.filter { response.head.headerFields[$0.name] == nil }
    var text = "HTTP/1.1 \(response.head.status.code) \(response.head.status.reasonPhrase)\r\n"
    for field in Array(response.head.headerFields) + common {
      text += "\(field.name.rawName): \(field.value)\r\n"
    }
    var bytes = Array((text + "\r\n").utf8)
    if strcmp(method, MHD_HTTP_METHOD_HEAD) != 0 { bytes += response.body.fixedBytes }
    // Nothing is on its way: the kernel takes it all at once.
    _ = bytes.withUnsafeBytes {
      shim_send(exchange.connection.pointer, $0.baseAddress, $0.count)
    }
    return .NO
  }

  /// Returns the time as the `Date` field has it (RFC 9110, section 5.6.7).
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
    // libmicrohttpd refuses what could split a response. A field that is
    // missing because of that must not go unnoticed.
    if MHD_add_response_header(response, field.name.rawName, field.value) != .YES {
      configuration.logger.error("a header field was refused", metadata: ["name": "\(field.name)"])
    }
  }

  private func prepare(_ body: Response.Body, for exchange: Exchange) -> OpaquePointer? {
    guard case .stream(let stream) = body else { return body.makeFixedResponse() }
    let connection = exchange.connection
    let sending = Sending(
      stream: stream, id: register(stream), exchange: exchange, core: self)
    stream.attach { MHD_resume_connection(connection.pointer) }
    return MHD_create_response_from_callback(
      // Room for what is sent without chunks, to old clients only.
      shim_size_unknown, 1024, readStream, Unmanaged.passRetained(sending).toOpaque(), endStream)
  }
}

extension Response.Body {
  /// In bytes, as far as it is known.
  public var size: Int {
    switch self {
    case .none, .stream: 0
    case .bytes(let bytes): bytes.count
    case .buffer(let buffer): buffer.count
    }
  }

  /// The bytes of a body that is no stream.
  fileprivate var fixedBytes: [UInt8] {
    switch self {
    case .none, .stream: []
    case .bytes(let bytes): bytes
    case .buffer(let shared): Array(shared.buffer)
    }
  }

  /// libmicrohttpd's response with this body; `nil` where there is no memory
  /// or descriptor for it, and for a stream, which belongs to one connection.
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

/// A stream and the connection it is sent on: what the content reader needs.
private final class Sending: Sendable {
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

  /// Suspends the connection until the stream is woken, or its client hangs up.
  func suspend() {
    exchange.open.allowForever()
    MHD_suspend_connection(exchange.connection.pointer)
    if !isWatched.exchange(true, ordering: .relaxed) {
      core.hangups.watch(exchange.open.descriptor, as: id)
    }
  }

  /// Returns the value of a content reader that ends the connection, too.
  func cutOff() -> Int {
    closeSoon()
    return Int(MHD_CONTENT_READER_END_WITH_ERROR)
  }

  /// Has the socket closed within a second of the end of its connection.
  ///
  /// libmicrohttpd only shuts it down when a content reader ends the connection.
  /// It closes it with the next event of the worker, which may be long in
  /// coming. The timeout is such an event.
  func closeSoon() { _ = shim_set_timeout(exchange.connection.pointer, 1) }

  func end() {
    if isWatched.load(ordering: .relaxed) { core.hangups.forget(exchange.open.descriptor) }
    core.unregister(id)
    stream.ended()
  }
}

private func readStream(
  context: UnsafeMutableRawPointer?, position: UInt64, buffer: UnsafeMutablePointer<CChar>?,
  size: Int
) -> Int {
  guard let context, let buffer else { return Int(MHD_CONTENT_READER_END_WITH_ERROR) }
  let sending = Unmanaged<Sending>.fromOpaque(context).takeUnretainedValue()
  let space = UnsafeMutableRawBufferPointer(start: buffer, count: size)
  switch sending.stream.fill(space, suspend: sending.suspend) {
  case .count(let count, let left):
    // Who takes nothing is not sent more than others may have, too.
    guard sending.core.count(count + left, onTheirWayTo: sending.exchange) else {
      return sending.cutOff()
    }
    sending.core.allowTaking(count, of: sending.exchange)
    return count
  case .suspended:
    // All that it was given has been taken.
    _ = sending.core.count(0, onTheirWayTo: sending.exchange)
    return 0
  case .end:
    if !sending.exchange.isChunked.load(ordering: .relaxed) { sending.closeSoon() }
    return Int(MHD_CONTENT_READER_END_OF_STREAM)
  case .hungUp: return sending.cutOff()
  }
}

private func endStream(context: UnsafeMutableRawPointer?) {
  guard let context else { return }
  Unmanaged<Sending>.fromOpaque(context).takeRetainedValue().end()
}
