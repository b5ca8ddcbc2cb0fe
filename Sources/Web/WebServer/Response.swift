public import HTTPTypes

/// An HTTP response.
///
/// ```swift
/// import HTTPTypes
/// import WebServer
///
/// let response = Response(
///   status: .ok,
///   headerFields: [.contentType: "text/plain; charset=utf-8"],
///   body: .bytes(Array("Hello\n".utf8)))
/// print(response.body.size)  // 6
/// ```
public struct Response: Sendable {
  /// The status and the header fields. The server adds `Date` and either
  /// `Content-Length` or `Transfer-Encoding`.
  public var head: HTTPResponse
  /// The body.
  public var body: Body

  /// Creates a response.
  public init(
    status: HTTPResponse.Status, headerFields: HTTPFields = HTTPFields(), body: Body = .none
  ) {
    self.head = HTTPResponse(status: status, headerFields: headerFields)
    self.body = body
  }
}

extension Response {
  /// The body of a response.
  ///
  /// ```swift
  /// import WebServer
  ///
  /// let page = SharedBuffer(copying: "<h1>Hello</h1>".utf8)
  /// let bodies: [Response.Body] = [.none, .bytes([72, 105]), .buffer(page)]
  /// print(bodies.map(\.size))  // [0, 2, 14]
  /// ```
  public enum Body: Sendable {
    /// No body.
    case none
    /// Bytes, which are copied before they are sent.
    case bytes([UInt8])
    /// Shared memory, which is sent without a copy.
    case buffer(SharedBuffer)
    /// A stream, sent in chunks.
    case stream(ResponseStream)

    /// Releases the resources of a body that will not be sent.
    func discard() {
      if case .stream(let stream) = self { stream.ended() }
    }
  }
}

/// The result of a handler: an immediate or an asynchronous response.
///
/// ```swift
/// import HTTPTypes
/// import WebServer
///
/// @Sendable func handle(_ request: Request) -> Reply {
///   guard request.head.path == "/slow" else { return .now(Response(status: .notFound)) }
///   return .later {
///     try? await Task.sleep(for: .seconds(1))
///     return Response(status: .ok)
///   }
/// }
/// ```
public enum Reply: Sendable {
  /// An immediate response.
  case now(Response)
  /// A closure that returns the response. It runs on Swift's thread pool, while
  /// the connection is suspended and the worker serves others.
  case later(@Sendable () async -> Response)
}

/// A function that handles requests. It is called on a worker's thread and must
/// not block.
public typealias Handler = @Sendable (Request) -> Reply
