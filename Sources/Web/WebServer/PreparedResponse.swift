import CMicrohttpd
public import HTTPTypes

/// A response that is created once and sent many times, by any worker.
///
/// ```swift
/// import HTTPTypes
/// import Logging
/// import WebServer
///
/// let page = SharedBuffer(copying: "<h1>Hello</h1>".utf8)
/// let response = Response(
///   status: .ok, headerFields: [.contentType: "text/html"], body: .buffer(page))
/// let prepared = PreparedResponse(response, commonFields: [.server: "example"])
/// var configuration = Configuration(
///   .address(host: "::", port: 8080), logger: Logger(label: "example"))
/// configuration.fastPath = { $0.target == "/" ? prepared : nil }
/// ```
///
/// `@unchecked Sendable` because of the pointer: libmicrohttpd counts the
/// references to a response under a lock, and the response is immutable.
public final class PreparedResponse: @unchecked Sendable {
  /// The status.
  public let status: HTTPResponse.Status
  let pointer: OpaquePointer
  /// The size of the body, in bytes.
  public let size: Int

  /// Prepares a response.
  ///
  /// - Parameters:
  ///   - response: The response; its body must not be a stream.
  ///   - commonFields: The header fields to add if the response does not
  ///     contain them.
  /// - Returns: `nil` if memory is exhausted, or if libmicrohttpd rejects a
  ///   header field or the body is a stream.
  public init?(_ response: Response, commonFields: HTTPFields) {
    guard let pointer = response.body.makeFixedResponse() else { return nil }
    self.pointer = pointer
    size = response.body.size
    status = response.head.status
    for field in response.fields(with: commonFields)
    where MHD_add_response_header(pointer, field.name.rawName, field.value) != .YES {
      return nil
    }
  }

  deinit { MHD_destroy_response(pointer) }
}

extension Response {
  /// Returns the header fields, and those of all responses that it does not have.
  func fields(with common: HTTPFields) -> [HTTPField] {
    Array(head.headerFields) + common.filter { head.headerFields[$0.name] == nil }
  }
}
