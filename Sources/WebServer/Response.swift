public import HTTPTypes

/// What a request is answered with.
public struct Response: Sendable {
  /// Status and header fields. Length, date and framing are added.
  public var head: HTTPResponse
  /// What follows them.
  public var body: Body

  public init(
    status: HTTPResponse.Status, headerFields: HTTPFields = HTTPFields(), body: Body = .none
  ) {
    self.head = HTTPResponse(status: status, headerFields: headerFields)
    self.body = body
  }
}

extension Response {
  /// The kinds of body.
  public enum Body: Sendable {
    case none
    case bytes([UInt8])
    /// Memory that stays readable while its owner lives: it is sent without
    /// being copied.
    case buffer(SharedBuffer)
    /// Bytes as they come.
    case stream(ResponseStream)

    /// What is left to do with a body that will not be sent.
    func discard() {
      if case .stream(let stream) = self { stream.ended() }
    }
  }
}

/// A handler's answer: at once, or after some waiting.
public enum Reply: Sendable {
  /// Ready on the worker's own thread.
  case now(Response)
  /// The connection is set aside, the worker goes on with others, and the
  /// closure runs on Swift's thread pool.
  case later(@Sendable () async -> Response)
}

/// Answers requests. Called on a worker's thread: it must never wait there.
public typealias Handler = @Sendable (Request) -> Reply
