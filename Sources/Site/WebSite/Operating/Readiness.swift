import HTTPTypes
import ImmutableData
import Markup
import Synchronization
package import WebServer

/// The readiness of the site, for load balancers and process managers.
package final class Readiness: Sendable {
  /// A condition of readiness.
  package struct Check: Sendable {
    /// The name of the condition.
    let name: String
    /// Returns the reason why the condition is not met, in a few words that may be public; `nil`
    /// if it is.
    let obstacle: @Sendable () async -> String?
  }

  private let checks: [Check]
  private let timeout: Duration
  private let isDraining = Atomic<Bool>(false)

  /// - Parameters:
  ///   - checks: the conditions of readiness.
  ///   - timeout: the timeout of a check, after which it counts as busy.
  package init(_ checks: [Check] = [], timeout: Duration = .seconds(1)) {
    self.checks = checks
    self.timeout = timeout
  }

  /// Marks the site as draining: it completes open requests, and is no longer
  /// ready.
  package func drain() { isDraining.store(true, ordering: .relaxed) }

  /// Responds with 200 if the site is ready, otherwise with 503 and a line for
  /// each failed check.
  package func response() async -> Response {
    var obstacles: [String] = []
    if isDraining.load(ordering: .relaxed) {
      obstacles = ["draining"]
    } else {
      obstacles = await withTaskGroup { group in
        for check in checks {
          group.addTask {
            let obstacle = await withDeadline(self.timeout, check.obstacle) ?? "busy"
            return obstacle.map { "\(check.name): \($0)" }
          }
        }
        return await group.reduce(into: []) { obstacles, obstacle in
          if let obstacle { obstacles.append(obstacle) }
        }
        .sorted()
      }
    }
    return Self.response(
      obstacles.isEmpty ? .ok : .serviceUnavailable, obstacles.isEmpty ? ["ready"] : obstacles)
  }

  /// Returns true if a path is one of a health check.
  static func isHealthCheck(_ path: String?) -> Bool {
    SiteRoute.healthChecks.contains { $0.href.text == path }
  }

  /// The response to a liveness probe.
  package static var alive: Response { response(.ok, ["ok"]) }

  private static func response(_ status: HTTPResponse.Status, _ lines: [String]) -> Response {
    Response(
      status: status,
      headerFields: [.contentType: "text/plain; charset=utf-8", .cacheControl: "no-store"],
      body: .bytes(Array(lines.map { $0 + "\n" }.joined().utf8)))
  }
}
