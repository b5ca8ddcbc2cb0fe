import CMicrohttpd
public import HTTPTypes

/// A response that is made once and sent to many, on any worker.
///
/// `@unchecked` because of the pointer: libmicrohttpd counts who uses a
/// response, under a lock, and nobody changes it once it is made.
public final class PreparedResponse: @unchecked Sendable {
  /// Its status.
  public let status: HTTPResponse.Status
  let pointer: OpaquePointer
  /// Of its body, in bytes.
  public let size: Int

  /// Makes it ready to be sent.
  ///
  /// - Parameters:
  ///   - response: what is to be sent; its body must not be a stream.
  ///   - commonFields: what it gets unless it has its own.
  /// - Returns: `nil` where libmicrohttpd has no memory for it, or refuses a
  ///   field.
  public init?(_ response: Response, commonFields: HTTPFields) {
    guard let pointer = response.body.makeFixedResponse() else { return nil }
    self.pointer = pointer
    size = response.body.size
    status = response.head.status
    let fields =
      Array(response.head.headerFields)
      + commonFields.filter { response.head.headerFields[$0.name] == nil }
    for field in fields
    where MHD_add_response_header(pointer, field.name.rawName, field.value) != .YES {
      return nil
    }
  }

  deinit { MHD_destroy_response(pointer) }
}
