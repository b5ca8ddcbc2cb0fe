import HTTPTypes
import Logging
import TestSupport

@testable import WebServer

/// Runs a server on a free port of this machine while `body` runs.
func withServer(
  configure: (inout Configuration) -> Void = { _ in },
  handler: @escaping Handler,
  _ body: (WebServer) async throws -> Void
) async throws {
  var configuration = Configuration.test
  configure(&configuration)
  let server = try WebServer(configuration, handler: handler)
  do {
    try await body(server)
  } catch {
    await server.stop(patience: .zero)
    throw error
  }
  await server.stop(patience: .zero)
}

/// Answers a request on a connection of its own.
func response(
  to request: String, from server: WebServer, method: String = "GET"
) async throws -> SocketResponse {
  let client = try SocketClient(port: server.port)
  try await client.send(request)
  return try await client.receiveResponse(to: method)
}

/// A request without anything unusual.
func get(_ target: String, closing: Bool = false) -> String {
  "GET \(target) HTTP/1.1\r\nHost: a\r\n\(closing ? "Connection: close\r\n" : "")\r\n"
}

extension Configuration {
  static var test: Configuration {
    let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    var configuration = Configuration(.address(host: "127.0.0.1", port: 0), logger: logger)
    // A busy machine may let a test wait; those about idling say how long.
    configuration.limits.headSeconds = 600
    configuration.limits.bodySeconds = 600
    configuration.limits.idleSeconds = 600
    return configuration
  }
}

extension Response {
  /// Plain text with status 200.
  static func text(_ text: String) -> Response {
    Response(
      status: .ok, headerFields: [.contentType: "text/plain; charset=utf-8"],
      body: .bytes(Array(text.utf8))
    )
  }
}

extension HTTPField.Name {
  static var common: HTTPField.Name { Self("X-Common") ?? .server }
}
