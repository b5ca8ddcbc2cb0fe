public import HTTPTypes
public import Logging

/// What a client may ask of the server.
public struct Limits: Sendable {
  /// The longest target, in bytes; longer ones get 414.
  public var targetBytes = 8 * 1024
  /// The largest body, in bytes; larger ones get 413.
  public var bodyBytes = 64 * 1024
  /// Memory for one connection's head and answer, in bytes. A head that does
  /// not fit gets 431.
  public var connectionMemory = 32 * 1024
  /// How many connections may be open at once; further ones are closed.
  public var connections = 10_000
  /// How long a connection may be silent, in seconds. Connections whose
  /// answer is being made, and streams, are exempt.
  public var idleSeconds = 30

  public init() {}
}

/// How a server is set up.
public struct Configuration: Sendable {
  /// The address to listen on: a name or digits.
  public var host: String
  /// The port; 0 for any free one.
  public var port: Int
  /// What a client may ask of the server.
  public var limits = Limits()
  /// How many threads serve connections, each its share.
  public var workers: Int
  /// Header fields that every answer gets, unless it has its own.
  public var commonFields = HTTPFields()
  /// Makes the answer to a request that was refused before the handler.
  public var refusalResponse: @Sendable (Refusal) -> Response = { refusal in
    Response(
      status: refusal.status, headerFields: [.contentType: "text/plain; charset=utf-8"],
      body: .bytes(Array((refusal.reason + "\n").utf8))
    )
  }
  /// Answers a plain `GET` or `HEAD` with a response that is prepared, before
  /// the request is made into a value; `nil` for all that the handler is to
  /// answer. Called on a worker's thread.
  public var shortcut: (@Sendable (RequestGlance) -> PreparedResponse?)?
  /// Where the server reports what goes wrong.
  public var logger: Logger

  public init(host: String, port: Int, workers: Int = 2, logger: Logger) {
    self.host = host
    self.port = port
    self.workers = workers
    self.logger = logger
  }
}
