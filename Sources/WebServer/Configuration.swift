public import HTTPTypes
public import Logging

/// What a client may ask of the server.
public struct Limits: Sendable {
  /// The longest target, in bytes; longer ones get 414.
  public var targetBytes = 8 * 1024
  /// The largest body, in bytes; larger ones get 413.
  public var bodyBytes = 64 * 1024
  /// The largest head of a request, in bytes, counting 64 bytes more for each
  /// field and cookie; larger ones get 431. Heads count as half of
  /// `connectionMemory` at least, which also limits the number of fields.
  public var headBytes = 24 * 1024
  /// The memory for the head of a request and that of its answer, in bytes.
  public var connectionMemory = 32 * 1024
  /// The maximum number of open connections. For a further one an idle
  /// connection of the client with the most of them is closed, if there is one.
  /// Lowered at start to what the system's limit on open files allows.
  public var connections = 10_000
  /// How many of them one client may have, which is one address, or one
  /// network of 64 bits. Trusted proxies may have as many as they like.
  public var connectionsPerClient = 512
  /// Within how many seconds a connection has to be ready for its first
  /// request, handshake included, and a head to follow its first line.
  public var headSeconds = 10
  /// Within how many seconds a body has to follow its head.
  public var bodySeconds = 30
  /// Within how many seconds of an answer the next request has to be there.
  public var idleSeconds = 30
  /// Within how many seconds an answer has to be taken, besides those that
  /// its size takes at `answerBytesPerSecond`; of a stream, each part. Time in
  /// which the server has nothing to send does not count.
  public var answerSeconds = 30
  /// The slowest that an answer may be taken.
  public var answerBytesPerSecond = 1024
  /// How many bytes of answers may be on their way before further ones are
  /// refused with 503. Of a stream, what waits to be taken counts.
  public var sendingBytes = 256 * 1024 * 1024
  /// How many of them to one client. Trusted proxies may take as many as they
  /// like.
  public var sendingBytesPerClient = 16 * 1024 * 1024

  public init() {}
}

/// How a server is set up.
public struct Configuration: Sendable {
  /// Where to listen.
  public var endpoint: Endpoint
  /// What all connections are encrypted with; `nil` for plain ones.
  public var certificate: Certificate?
  /// Whose word is taken for whom they speak.
  public var trustedProxies = TrustedProxies.none
  /// What a client may ask of the server.
  public var limits = Limits()
  /// How many threads serve connections, each its share.
  public var workers: Int
  /// Header fields that every answer gets, unless it has its own.
  public var commonFields = HTTPFields()
  /// Makes the answer to a request of a client that was refused before the
  /// handler. A proxy's word for whom it speaks was not read then.
  public var refusalResponse: @Sendable (Refusal, ClientAddress) -> Response = { refusal, _ in
    Response(
      status: refusal.status, headerFields: [.contentType: "text/plain; charset=utf-8"],
      body: .bytes(Array((refusal.reason + "\n").utf8))
    )
  }
  /// Answers a plain `GET` or `HEAD` with a response that is prepared, before
  /// the request is made into a value; `nil` for all that the handler is to
  /// answer. Called on a worker's thread.
  public var fastPath: (@Sendable (RequestPreview) -> PreparedResponse?)?
  /// Where the server reports what goes wrong.
  public var logger: Logger

  public init(_ endpoint: Endpoint, workers: Int = 2, logger: Logger) {
    self.endpoint = endpoint
    self.workers = workers
    self.logger = logger
  }
}
