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
    let sending = Sending(stream: stream, exchange: exchange, core: self)
    register(stream)
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
  let exchange: Exchange
  let core: Core

  init(stream: ResponseStream, exchange: Exchange, core: Core) {
    self.stream = stream
    self.exchange = exchange
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
    sending.exchange.open.allowForever()
    MHD_suspend_connection(sending.exchange.connection.pointer)
  }
  switch filled {
  case .count(let count, let left):
    // Who takes nothing is not sent more than others may have, too.
    guard sending.core.count(count + left, onTheirWayTo: sending.exchange) else {
      return Int(MHD_CONTENT_READER_END_WITH_ERROR)
    }
    sending.core.allowTaking(count, of: sending.exchange)
    return count
  case .suspended:
    // All that it was given has been taken.
    _ = sending.core.count(0, onTheirWayTo: sending.exchange)
    return 0
  case .end: return Int(MHD_CONTENT_READER_END_OF_STREAM)
  }
}

private func endStream(context: UnsafeMutableRawPointer?) {
  guard let context else { return }
  let sending = Unmanaged<Sending>.fromOpaque(context).takeRetainedValue()
  sending.core.unregister(sending.stream)
  sending.stream.ended()
}
