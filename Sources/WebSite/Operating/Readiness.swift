import HTTPTypes
import ImmutableData
import Synchronization
package import WebServer

/// Whether the site can do what visitors will ask of it: what a balancer or
/// whoever starts it wants to know.
package final class Readiness: Sendable {
  /// Something without which the site is not ready.
  package struct Check: Sendable {
    /// What it is called.
    let name: String
    /// Why it is not ready, in a few words; `nil` where it is.
    let obstacle: @Sendable () async -> String?

    /// - Parameters:
    ///   - name: what it is called.
    ///   - obstacle: why it is not ready, in a few words that everybody may
    ///     read; `nil` where it is.
    package init(_ name: String, obstacle: @escaping @Sendable () async -> String?) {
      self.name = name
      self.obstacle = obstacle
    }
  }

  /// The longest wait for a check: one that is busy delays no answer.
  private static let patience = Duration.seconds(1)

  private let checks: [Check]
  private let isDraining = Atomic<Bool>(false)

  /// - Parameter checks: without which the site is not ready.
  package init(_ checks: [Check] = []) {
    self.checks = checks
  }

  /// From now on it is not ready: it answers what is under way, and ends.
  package func drain() { isDraining.store(true, ordering: .relaxed) }

  /// 200 where it is ready; else 503, with a line for each check that is not.
  package func response() async -> Response {
    var obstacles: [String] = []
    if isDraining.load(ordering: .relaxed) {
      obstacles = ["draining"]
    } else {
      obstacles = await withTaskGroup { group in
        for check in checks {
          group.addTask {
            let obstacle = await withDeadline(Self.patience, check.obstacle) ?? "busy"
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

  /// It runs: nothing else is asked.
  package static var alive: Response { response(.ok, ["ok"]) }

  private static func response(_ status: HTTPResponse.Status, _ lines: [String]) -> Response {
    Response(
      status: status,
      headerFields: [.contentType: "text/plain; charset=utf-8", .cacheControl: "no-store"],
      body: .bytes(Array(lines.map { $0 + "\n" }.joined().utf8)))
  }
}
