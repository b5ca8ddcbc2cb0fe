import Foundation
import HTTPTypes
import Logging
import Metrics
import WebServer

/// What operators ask for, on a port of its own that strangers do not reach:
/// metrics, and whether the site runs and is ready.
struct OperatorServer: Sendable {
  private let server: WebServer

  /// Listens and serves from now on.
  ///
  /// - Parameters:
  ///   - endpoint: where.
  ///   - prefix: the beginning of the metrics' names.
  ///   - readiness: whether the site is ready.
  ///   - logger: what is told where it is.
  ///   - writeMetrics: writes what was counted.
  /// - Throws: `SystemError` where the address cannot be listened on.
  init(
    _ endpoint: Endpoint, prefix: String, readiness: Readiness, logger: Logger,
    writeMetrics: @escaping @Sendable (inout MetricsText) -> Void
  ) throws(SystemError) {
    var configuration = Configuration(endpoint, workers: 1, logger: logger)
    configuration.limits.connections = 64
    configuration.limits.bodyBytes = 0
    configuration.commonFields = SecurityFields.common()
    configuration.commonFields[.cacheControl] = "no-store"
    // A page elsewhere could have its own name point to this machine.
    let origins = Origins(acceptsAnyHost: !endpoint.isLoopback)
    server = try WebServer(configuration) { request in
      guard origins.acceptsHost(request.client.host) else {
        return .now(Self.refusal(.misdirectedRequest))
      }
      guard request.head.method == .get || request.head.method == .head else {
        return .now(Self.refusal(.methodNotAllowed))
      }
      switch request.head.path {
      case "/metrics":
        return .now(Self.response(prefix, writeMetrics))
      case "/healthz": return .now(Readiness.alive)
      case "/readyz": return .later { await readiness.response() }
      default: return .now(Self.refusal(.notFound))
      }
    }
    if case .address(let host, _) = endpoint {
      let name = host.contains(":") ? "[\(host)]" : host
      logger.notice(
        "metrics are served", metadata: ["address": "http://\(name):\(server.port)/metrics"])
    }
  }

  /// Ends it.
  func stop() async { await server.stop(patience: .milliseconds(250)) }

  private static func response(
    _ prefix: String, _ write: (inout MetricsText) -> Void
  ) -> Response {
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
