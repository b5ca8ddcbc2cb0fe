import Foundation
import HTTPTypes
import Logging
import Metrics
import WebServer

/// A server for operators, on a separate port that is not public: metrics,
/// liveness and readiness.
struct OperatorServer: Sendable {
  private let server: WebServer

  /// Starts to listen and serve.
  ///
  /// - Parameters:
  ///   - endpoint: the endpoint to listen on.
  ///   - prefix: the prefix of the names of metrics.
  ///   - readiness: the readiness of the site.
  ///   - logger: the log.
  ///   - writeMetrics: writes the metrics.
  /// - Throws: `SystemError` if the endpoint cannot be listened on.
  init(
    _ endpoint: Endpoint, prefix: String, readiness: Readiness, logger: Logger,
    writeMetrics: @escaping @Sendable (inout MetricsText) -> Void
  ) throws(SystemError) {
    var configuration = Configuration(endpoint, workers: 1, logger: logger)
    configuration.limits.connections = 64
    configuration.limits.bodyBytes = 0
    configuration.commonFields = SecurityFields.common()
    configuration.commonFields[.cacheControl] = "no-store"
    // Prevents DNS rebinding: another site could resolve its name to this
    // machine.
    let origins = Origins(acceptsAnyHost: !endpoint.isLoopback)
    server = try WebServer(configuration) { request in
      guard origins.acceptsHost(request.client.host) || Readiness.isHealthCheck(request.head.path)
      else { return .now(Self.refusal(.misdirectedRequest)) }
      guard request.head.method == .get || request.head.method == .head else {
        return .now(Self.refusal(.methodNotAllowed))
      }
      switch request.head.path {
      case "/metrics": return .now(Self.response(prefix, writeMetrics))
      case "/healthz": return .now(Readiness.alive)
      case "/readyz": return .later { await readiness.response() }
      default: return .now(Self.refusal(.notFound))
      }
    }
    if case .address(let host, _) = endpoint {
      let name = host.contains(":") ? "[\(host)]" : host
      logger.notice(
        "serving metrics", metadata: ["address": "http://\(name):\(server.port)/metrics"])
    }
  }

  /// Stops the server.
  func stop() async { await server.stop(timeout: .milliseconds(250)) }

  private static func response(_ prefix: String, _ write: (inout MetricsText) -> Void) -> Response {
    var text = MetricsText(prefix: prefix)
    write(&text)
    text.process()
    return Response(
      status: .ok, headerFields: [.contentType: MetricsText.contentType],
      body: .bytes(Array(text.text.utf8)))
  }

  private static func refusal(_ status: HTTPResponse.Status) -> Response {
    Response(
      status: status, headerFields: [.contentType: "text/plain; charset=utf-8"],
      body: .bytes(Array("\(status.code) \(status.reasonPhrase)\n".utf8)))
  }
}
