import Foundation
import Postgres

extension SharedDatabase {
  /// Does periodic work on one of the instances.
  ///
  /// Each instance calls this often; the work is done by one, once per interval.
  /// An instance that dies keeps its lease until it expires by the database's
  /// clock. A holder that is late does no harm if the work's writes expect a
  /// position.
  ///
  /// - Parameters:
  ///   - name: the name of the work.
  ///   - interval: the time after a success during which nobody does it again.
  ///   - duration: the time after which another instance may take over.
  ///   - work: the work; after an error, the next caller tries again.
  /// - Returns: true if this instance did the work.
  @discardableResult
  public func lease(
    _ name: String, every interval: Duration, for duration: Duration = .seconds(120),
    _ work: @Sendable () async throws -> Void
  ) async throws -> Bool {
    let isHolder = try await withConnection { connection in
      let rows = try await connection.pipeline([
        "INSERT INTO lease (name) VALUES (\(name)) ON CONFLICT DO NOTHING",
        """
        UPDATE lease
        SET holder = \(instance), until = now() + make_interval(secs => \(duration.seconds))
        WHERE name = \(name) AND until < now()
          AND (done IS NULL OR done <= now() - make_interval(secs => \(interval.seconds)))
        RETURNING name
        """,
      ])
      return !rows[1].isEmpty
    }
    guard isHolder else { return false }
    do {
      try await work()
    } catch {
      try? await release(name, succeeded: false)
      throw error
    }
    try await release(name, succeeded: true)
    return true
  }

  private func release(_ name: String, succeeded: Bool) async throws {
    try await withConnection { connection in
      try await connection.query(
        """
        UPDATE lease SET until = '-infinity', done = CASE WHEN \(succeeded) THEN now() ELSE done END
        WHERE name = \(name) AND holder = \(instance)
        """)
    }
  }
}

extension Duration {
  /// The duration in seconds.
  fileprivate var seconds: Double { self / .seconds(1) }
}
