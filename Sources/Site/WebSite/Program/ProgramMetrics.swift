import Durable
import Foundation
import ImmutableData
import ImmutableUI
import Metrics
import Storage
import WebServer

/// The metrics of the program, read from the counters of its parts.
struct ProgramMetrics: Sendable {
  let version: String
  let commit: String?
  let server: WebServer
  let parts: SiteParts
  let reloads: Reloads

  private var guides: [any Guide] { parts.guides }

  private typealias Database = (name: String, isUsable: Bool, refusedWrites: Int)

  /// The files, and the shared database.
  private var databases: [Database] {
    var databases: [Database] = parts.files.map { name, file in
      (name, file.isUsable, file.refusedWrites.value)
    }
    if let database = parts.storage.database {
      let contact = parts.storage.lastContact
      let isReached = contact.map { $0.duration(to: .now) < DatabaseOutages.patience } ?? false
      databases.append(("postgresql", isReached, database.measurements.refusedWrites.value))
    }
    return databases
  }

  /// Writes all metrics except those of the process.
  func write(into text: inout MetricsText) {
    text.gauge(
      "build_info", "The version of the program, and the commit that it was built from.",
      [(["version": version, "commit": commit ?? ""], 1)])
    parts.responder.writeMetrics(into: &text)
    text.gauge(
      "last_reload_successful",
      "1 if the last reload of the certificate and the editors was complete, or there was none; "
        + "else 0.",
      reloads.isLastComplete ? 1 : 0)
    text.gauge(
      "last_reload_success_timestamp_seconds",
      "Time of the last complete reload, or of the start, in seconds since 1970.",
      reloads.lastSuccess.timeIntervalSince1970)
    text.gauge(
      "backup_last_success_timestamp_seconds",
      "Time of the last backup that was verified, in seconds since 1970; 0 for never.",
      LastBackup(of: parts.dataFolder).time?.timeIntervalSince1970 ?? 0)
    if let certificate = parts.certificate {
      text.gauge(
        "certificate_expiration_timestamp_seconds",
        "Time at which the first certificate of the chain expires, in seconds since 1970.",
        certificate.expiration.timeIntervalSince1970)
    }
    text.gauge("http_connections", "Open connections.", Double(server.openConnections))
    text.gauge(
      "http_connections_limit", "Maximum number of open connections.",
      Double(server.connectionLimit))
    text.gauge(
      "http_requests_in_progress", "Requests that are being read, handled or answered.",
      Double(server.openRequests))
    text.counter(
      "store_dispatches_total", "Actions that were reduced by a store.",
      guides.map { (["store": $0.name], Double($0.dispatches)) })
    let databases = databases
    text.gauge(
      "database_usable", "1 if a database can be used, 0 if not.",
      databases.map { (["database": $0.name], $0.isUsable ? 1 : 0) })
    text.counter(
      "database_refused_writes_total", "Changes that a database could not store.",
      databases.map { (["database": $0.name], Double($0.refusedWrites)) })
    text.histogram(
      "sqlite_duration_seconds",
      "Duration of transactions, including the wait for the lock.",
      parts.files.flatMap { name, file in
        [("read", file.reads), ("write", file.writes)].map { kind, histogram in
          (["database": name, "kind": kind], histogram.snapshot)
        }
      })
    if let database = parts.storage.database {
      Self.write(database, parts.storage.logs, into: &text)
    }
    text.counter(
      "guide_errors_total", "Errors of the start and of the recurring work of a guide.",
      parts.work.errors.sorted { $0.key < $1.key }.flatMap { guide, errors in
        [("start", errors.start), ("run", errors.run)].map {
          (["guide": guide, "work": $0], Double($1))
        }
      })
    Self.write(parts.jobs.runs, into: &text)
    Self.write(guides.compactMap { guide in guide.feed.map { (guide.name, $0) } }, into: &text)
  }

  /// Writes the positions of the logs, and the measurements of the database.
  private static func write(
    _ database: SharedDatabase, _ logs: [any RegisteredLog], into text: inout MetricsText
  ) {
    let loaded = logs.filter { $0.position != nil }.sorted { $0.name < $1.name }
    text.gauge(
      "change_log_position", "Number of the last change that this instance has applied.",
      loaded.map { (["log": $0.name], Double($0.position ?? 0)) })
    let now = ContinuousClock.now
    text.gauge(
      "change_log_lag_seconds",
      "Time since the instance was known to have all changes; 0 if that was within two seconds.",
      loaded.compactMap { log in
        // It reads at least once a second.
        guard let time = log.upToDate else { return nil }
        let lag: Double = time.duration(to: now) / .seconds(1)
        return (["log": log.name], lag < 2 ? 0 : lag)
      })
    text.counter(
      "change_log_reloads_total", "Times that all tables of a log were read.",
      logs.reduce(0) { $0 + $1.loads })
    text.counter(
      "postgres_reconnects_total", "Lost connections on which changes were followed.",
      database.notifications.reconnects.value)
    let measurements = database.measurements
    text.counter(
      "postgres_write_retries_total", "Transactions of changes that were tried again.",
      measurements.writeRetries.value)
    text.histogram(
      "postgres_duration_seconds", "Duration of transactions and queries, failed ones included.",
      [
        (["kind": "write"], measurements.writes.snapshot),
        (["kind": "read"], measurements.reads.snapshot),
        (["kind": "follow"], measurements.changeReads.snapshot),
      ])
  }

  /// Writes the runs of the jobs.
  static func write(_ jobs: [String: BackgroundJobs.Runs], into text: inout MetricsText) {
    let jobs = jobs.sorted { $0.key < $1.key }
    text.counter(
      "job_runs_total", "Runs of work in the background by this instance, by outcome.",
      jobs.flatMap { name, runs in
        [("success", runs.successes), ("failure", runs.failures)].map {
          (["job": name, "outcome": $0], Double($1))
        }
      })
    text.gauge(
      "job_last_success_timestamp_seconds",
      "Time of the last success of this instance, in seconds since 1970; 0 for never.",
      jobs.map { name, runs in (["job": name], runs.lastSuccess?.timeIntervalSince1970 ?? 0) })
    text.gauge(
      "job_running", "1 while this instance does the work, otherwise 0.",
      jobs.map { name, runs in (["job": name], runs.isRunning ? 1 : 0) })
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
    text.gauge(
      "feed_skipped_records",
      "Records of the last successful refresh that could not be read.",
      feeds.map { name, feed in (["feed": name], Double(feed.skipped)) })
  }
}
