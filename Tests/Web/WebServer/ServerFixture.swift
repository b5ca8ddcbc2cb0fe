import HTTPTypes
import Logging
import TestSupport

@testable import WebServer

/// Runs a server on a free local port while `body` runs.
func withServer(
  configure: (inout Configuration) -> Void,
  handler: @escaping Handler,
  _ body: (WebServer) async throws -> Void
) async throws {
  var configuration = Configuration.test
  configure(&configuration)
  let server = try WebServer(configuration, handler: handler)
  do {
    try await body(server)
  } catch {
    await server.stop(timeout: .zero)
    throw error
  }
  await server.stop(timeout: .zero)
}

/// Runs a server that answers each request with a text.
func withServer(
  answering text: String, configure: (inout Configuration) -> Void = { _ in },
  _ body: (WebServer) async throws -> Void
) async throws {
  try await withServer(configure: configure, handler: { _ in .now(.text(text)) }, body)
}

/// Runs a server without a configuration of its own.
func withHandler(
  _ handler: @escaping Handler, _ body: (WebServer) async throws -> Void
) async throws {
  try await withServer(configure: { _ in }, handler: handler, body)
}

/// Sends a request over a new connection and returns the response.
func response(
  to request: String, from server: WebServer, method: String = "GET"
) async throws -> SocketResponse {
  let client = try SocketClient(port: server.port)
  try await client.send(request)
  return try await client.receiveResponse(to: method)
}

/// Returns a GET request with the minimum of header fields.
func get(_ target: String, closing: Bool = false) -> String {
  "GET \(target) HTTP/1.1\r\nHost: a\r\n\(closing ? "Connection: close\r\n" : "")\r\n"
}

extension Configuration {
  static var test: Configuration {
    let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    var configuration = Configuration(.address(host: "127.0.0.1", port: 0), logger: logger)
    // Long enough for a busy machine; tests of timeouts set their own.
    configuration.limits.headSeconds = 600
    configuration.limits.bodySeconds = 600
    configuration.limits.idleSeconds = 600
    return configuration
  }
}

extension Response {
  /// Returns a plain text response with status 200.
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
