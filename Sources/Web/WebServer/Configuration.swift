public import HTTPTypes
public import Logging

/// The limits and timeouts that protect the server from its clients.
///
/// A client is one IPv4 address or one IPv6 /64 network.
///
/// ```swift
/// import WebServer
///
/// var limits = Limits()
/// limits.bodyBytes = 1024 * 1024
/// limits.connectionsPerClient = 64
/// limits.idleSeconds = 10
/// ```
public struct Limits: Sendable {
  /// The maximum length of a request target, in bytes; longer ones get 414.
  public var targetBytes = 8 * 1024
  /// The maximum size of a request body, in bytes; larger ones get 413.
  public var bodyBytes = 64 * 1024
  /// The maximum sizes of request bodies with files, in bytes, by path. More than
  /// `bodyBytes` of a body count as outstanding bytes.
  public var uploads: [String: Int] = [:]
  /// The maximum size of a request head, in bytes; larger ones get 431. Each
  /// field and each cookie counts as 64 bytes more.
  public var headBytes = 24 * 1024
  /// The maximum number of open connections. At the limit, a new connection
  /// replaces an idle one of the client that has most connections, or is
  /// refused if there is none. Reduced at start if the system's limit on open
  /// files is too low.
  public var connections = 10_000
  /// The maximum number of open connections per client. Trusted proxies are
  /// exempt.
  public var connectionsPerClient = 512
  /// The timeout of a new connection until its first request begins, including
  /// the TLS handshake, and of each request head after its first line, in
  /// seconds.
  public var headSeconds = 10
  /// The timeout of a request body after its head, in seconds.
  public var bodySeconds = 30
  /// The keep-alive timeout: the time until the next request, in seconds.
  public var idleSeconds = 30
  /// The timeout for sending a response, in seconds, in addition to its size
  /// divided by `minimumBytesPerSecond`. In a stream it applies to each chunk;
  /// the time during which the stream has nothing to send does not count.
  public var responseSeconds = 30
  /// The minimum rate at which a client has to receive a response.
  public var minimumBytesPerSecond = 1024
  /// The maximum number of outstanding bytes, those of responses that are not
  /// completely sent; further responses are replaced with status 503. Of a
  /// stream, only the bytes that are ready to be sent count.
  public var outstandingBytes = 256 * 1024 * 1024
  /// The maximum number of outstanding bytes per client. Trusted proxies are
  /// exempt.
  public var outstandingBytesPerClient = 16 * 1024 * 1024

  /// Creates the default limits.
  public init() {}

  /// The memory of a connection for the heads of a request and its response, in
  /// bytes. libmicrohttpd stores cookies twice, so a head may need twice its size.
  var connectionMemory: Int { 2 * headBytes + 8 * 1024 }

  /// The largest memory of all connections with their requests and responses, in bytes. A body
  /// takes up to twice its size while it grows.
  public var memory: Int {
    connections * (connectionMemory + 2 * bodyBytes) + outstandingBytes
  }
}

/// The configuration of a server.
///
/// ```swift
/// import HTTPTypes
/// import Logging
/// import WebServer
///
/// var configuration = Configuration(
///   .address(host: "::", port: 8080), workers: 4, logger: Logger(label: "example"))
/// configuration.trustedProxies = TrustedProxies(["10.0.0.0/8"]) ?? .none
/// configuration.limits.bodyBytes = 1024 * 1024
/// configuration.commonFields[.server] = "example"
/// ```
public struct Configuration: Sendable {
  /// The address or socket to listen on.
  public var endpoint: Endpoint
  /// The certificate for TLS; `nil` disables TLS.
  public var certificate: Certificate?
  /// The proxies whose `X-Forwarded-*` headers are trusted.
  public var trustedProxies = TrustedProxies.none
  /// True to find out whether requests that can change data come from another user of this
  /// machine: see ``Client/isDirect``.
  public var checksLocalUsers = false
  /// The limits and timeouts.
  public var limits = Limits()
  /// The number of worker threads.
  public var workers: Int
  /// The header fields to add to each response that does not contain them.
  public var commonFields = HTTPFields()
  /// Creates the response to a request that is refused before it reaches the
  /// handler. The address is that of the peer, which may be a proxy:
  /// `X-Forwarded-*` headers are not evaluated for such requests.
  public var refusalResponse: @Sendable (Refusal, ClientAddress) -> Response = { refusal, _ in
    Response(
      status: refusal.status, headerFields: [.contentType: "text/plain; charset=utf-8"],
      body: .bytes(Array((refusal.reason + "\n").utf8))
    )
  }
  /// Responds to a request with a body that may be larger than ``Limits/bodyBytes`` before the body
  /// is read. Returns `nil` if it is to be read. Called on a worker's thread.
  public var uploadRefusal: (@Sendable (Request) -> Response?)?
  /// Responds to a `GET` or `HEAD` request without a body with a cached
  /// response, without building a `Request`. Returns `nil` if the handler has
  /// to handle the request. Called on a worker's thread.
  public var fastPath: (@Sendable (RequestPreview) -> PreparedResponse?)?
  /// The logger for errors and warnings.
  public var logger: Logger

  /// Creates a configuration with default limits and without TLS.
  public init(_ endpoint: Endpoint, workers: Int = 2, logger: Logger) {
    self.endpoint = endpoint
    self.workers = workers
    self.logger = logger
  }
}
