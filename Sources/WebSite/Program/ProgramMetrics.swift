import Foundation
import ImmutableData
import ImmutableUI
import Metrics
import Storage
import WebServer

/// The metrics of the program, read from the counters of its parts.
struct ProgramMetrics: Sendable {
  let version: String
  let responder: Responder
  let server: WebServer

  private var guides: [any Guide] { responder.router.guides }

  /// Writes all metrics except those of the process.
  func write(into text: inout MetricsText) {
    text.gauge(
      "build_info", "The version of the program.", [(["version": version], 1)])
    responder.writeMetrics(into: &text)
    text.gauge(
      "http_connections", "Open connections.", Double(server.openConnections))
    text.gauge(
      "http_requests_in_progress", "Requests that are being read, handled or answered.",
      Double(server.openRequests))
    text.counter(
      "store_dispatches_total", "Actions that were reduced by a store.",
      guides.map { (["store": $0.name], Double($0.dispatches)) })
    text.histogram(
      "sqlite_duration_seconds",
      "Duration of transactions, including the wait for the lock.",
      guides.flatMap { guide in
        guide.file.map { file in
          [("read", file.reads), ("write", file.writes)].map { kind, histogram in
            (["database": guide.name, "kind": kind], histogram.snapshot)
          }
        } ?? []
      })
    Self.write(guides.compactMap { guide in guide.feed.map { (guide.name, $0) } }, into: &text)
  }

  /// Writes the number of refreshes of remote services, and the age of their
  /// data.
  static func write(_ feeds: [(name: String, feed: Feed)], into text: inout MetricsText) {
    text.counter(
      "feed_refreshes_total", "Refreshes of a remote service, by outcome.",
      feeds.flatMap { name, feed in
        [("success", feed.counts.success), ("failure", feed.counts.failure)].map {
          (["feed": name, "outcome": $0], Double($1.value))
        }
      })
    text.gauge(
      "feed_last_success_timestamp_seconds",
      "Time of the last successful refresh, in seconds since 1970; 0 for never.",
      feeds.map { name, feed in
        (["feed": name], feed.lastSuccess?.timeIntervalSince1970 ?? 0)
      })
  }
}
