import Foundation
import Metrics
import Storage
import WebServer
import WebSite

/// All that operators count, read where it is counted anyway.
struct ProgramMetrics: Sendable {
  let site: Site
  let server: WebServer
  let products: [any Product]
  let feeds: @Sendable () -> [Feed]

  /// Writes all of it but what the system knows of the process.
  func write(into text: inout MetricsText) {
    text.gauge(
      "fieldguide_build_info", "Which program this is.", [(["version": Fieldguide.version], 1)])
    site.writeMetrics(into: &text)
    text.gauge(
      "fieldguide_http_connections", "Connections that are open.", Double(server.openConnections))
    text.gauge(
      "fieldguide_http_requests_in_progress", "Requests that are read, made or sent.",
      Double(server.openRequests))
    text.counter(
      "fieldguide_store_dispatches_total", "Actions that a store has reduced.",
      products.map { (["store": $0.guide.rawValue], Double($0.dispatches)) })
    text.histogram(
      "fieldguide_sqlite_duration_seconds",
      "Time that a transaction took, waiting for its turn included.",
      products.flatMap { product in
        [("read", product.file.reads), ("write", product.file.writes)].map { kind, histogram in
          (["database": product.guide.rawValue, "kind": kind], histogram.reading)
        }
      })
    Self.write(feeds(), into: &text)
  }

  /// Writes how often the services were asked, and how old their data are.
  static func write(_ feeds: [Feed], into text: inout MetricsText) {
    text.counter(
      "fieldguide_feed_refreshes_total", "How often asking a service ended so.",
      feeds.flatMap { feed in
        [("success", feed.counts.success), ("failure", feed.counts.failure)].map {
          (["feed": feed.guide.rawValue, "outcome": $0], Double($1.value))
        }
      })
    text.gauge(
      "fieldguide_feed_last_success_timestamp_seconds",
      "Of when the data are that a service gave last, in seconds since 1970; 0 for never.",
      feeds.map { feed in
        (["feed": feed.guide.rawValue], feed.lastSuccess?.timeIntervalSince1970 ?? 0)
      })
  }
}
