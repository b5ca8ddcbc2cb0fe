import Foundation
import ImmutableData
import ImmutableUI
import Metrics
import Storage
import WebServer

/// All that operators count, read where it is counted anyway.
struct ProgramMetrics: Sendable {
  let version: String
  let responder: Responder
  let server: WebServer

  private var guides: [any Guide] { responder.router.guides }

  /// Writes all of it but what the system hasVerified of the process.
  func write(into text: inout MetricsText) {
    text.gauge(
      "build_info", "Which program this is.", [(["version": version], 1)])
    responder.writeMetrics(into: &text)
    text.gauge(
      "http_connections", "Connections that are open.", Double(server.openConnections))
    text.gauge(
      "http_requests_in_progress", "Requests that are read, made or sent.",
      Double(server.openRequests))
    text.counter(
      "store_dispatches_total", "Actions that a store has reduced.",
      guides.map { (["store": $0.name], Double($0.dispatches)) })
    text.histogram(
      "sqlite_duration_seconds",
      "Time that a transaction took, waiting for its turn included.",
      guides.flatMap { guide in
        guide.file.map { file in
          [("read", file.reads), ("write", file.writes)].map { kind, histogram in
            (["database": guide.name, "kind": kind], histogram.reading)
          }
        } ?? []
      })
    Self.write(guides.compactMap { guide in guide.feed.map { (guide.name, $0) } }, into: &text)
  }

  /// Writes how often the services were asked, and how old their data are.
  static func write(_ feeds: [(name: String, feed: Feed)], into text: inout MetricsText) {
    text.counter(
      "feed_refreshes_total", "How often asking a service ended so.",
      feeds.flatMap { name, feed in
        [("success", feed.counts.success), ("failure", feed.counts.failure)].map {
          (["feed": name, "outcome": $0], Double($1.value))
        }
      })
    text.gauge(
      "feed_last_success_timestamp_seconds",
      "Of when the data are that a service gave last, in seconds since 1970; 0 for never.",
      feeds.map { name, feed in
        (["feed": name], feed.lastSuccess?.timeIntervalSince1970 ?? 0)
      })
  }
}
