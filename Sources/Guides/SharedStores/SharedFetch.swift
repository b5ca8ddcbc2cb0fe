public import Foundation
import Postgres
import SharedLog

/// Data that another instance is fetching did not arrive in time.
public struct FetchInProgress: LocalizedError {
  public var errorDescription: String? {
    "Loading takes longer than usual. Try again in a moment."
  }
}

extension SharedStorage {
  /// Fetches data on one of the instances that want them at the same time. The
  /// others wait until the log brings the data.
  ///
  /// - Parameters:
  ///   - name: the name of the lease.
  ///   - log: the name of the data's log.
  ///   - patience: the longest wait for another instance.
  ///   - date: returns the date of the data in memory.
  ///   - work: fetches and writes the data.
  /// - Throws: `FetchInProgress`, `PostgresError`, and the errors of `work`.
  func fetch(
    _ name: String, of log: String, patience: Duration, date: @Sendable () -> Date?,
    _ work: @Sendable () async throws -> Void
  ) async throws {
    let deadline = ContinuousClock.now + patience
    let oldDate = date()
    // A fetch that takes longer may be repeated by another instance.
    let isHolder = try await lease(name, every: .zero, for: .seconds(30)) {
      // The last holder may have ended after this instance had begun.
      let position = try await read(log) { connection in
        try await connection.query("SELECT max(seq) FROM change WHERE log = \(log)").first?
          .decode(Int.self) ?? 0
      }
      await wait(for: position, of: log, within: patience)
      if date() == oldDate { try await work() }
    }
    if isHolder { return }
    while date() == oldDate {
      guard .now < deadline else { throw FetchInProgress() }
      try await Task.sleep(for: .milliseconds(50))
    }
  }
}
