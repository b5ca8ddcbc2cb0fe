import CMicrohttpd
import Glibc
public import HTTPTypes

/// A response that is made once and sent to many, on any worker.
///
/// `@unchecked` because of the pointer: libmicrohttpd counts who uses a
/// response, under a lock, and nobody changes it once it is made.
public final class PreparedResponse: @unchecked Sendable {
  /// Its status.
  public let status: HTTPResponse.Status
  let pointer: OpaquePointer

  /// Makes it ready to be sent.
  ///
  /// - Parameters:
  ///   - response: what is to be sent; its body must not be a stream.
  ///   - commonFields: what it gets unless it has its own.
  /// - Returns: `nil` where libmicrohttpd has no memory for it, or refuses a
  ///   field.
  public init?(_ response: Response, commonFields: HTTPFields) {
    guard let pointer = Self.make(response.body) else { return nil }
    self.pointer = pointer
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

  /// From so many bytes on, having the kernel send them from its own memory
  /// costs less than copying them into the socket each time.
  private static let largeBody = 24 * 1024

  private static func make(_ body: Response.Body) -> OpaquePointer? {
    if case .buffer(let shared) = body, shared.count >= largeBody,
      let response = makeFile(of: shared)
    {
      return response
    }
    return body.makeFixedResponse()
  }

  /// A response from a file that is nowhere but in memory.
  private static func makeFile(of shared: SharedBuffer) -> OpaquePointer? {
    let file = memfd_create("page", 1)  // MFD_CLOEXEC
    guard file >= 0 else { return nil }
    let isWritten = shared.withUnsafeBytes { bytes in
      write(file, bytes.baseAddress, bytes.count) == bytes.count
    }
    guard isWritten,
      let response = MHD_create_response_from_fd_at_offset64(UInt64(shared.count), file, 0)
    else {
      close(file)
      return nil
    }
    return response
  }
}
