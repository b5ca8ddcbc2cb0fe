public import Foundation

/// Data that another instance is fetching did not arrive in time.
public struct FetchInProgress: LocalizedError {
  public init() {}

  public var errorDescription: String? {
    "Loading takes longer than usual. Try again in a moment."
  }
}

extension DurableLog {
  /// Fetches data on one of the instances that want them at the same time. The others wait until
  /// the log brings the data.
  ///
  /// - Parameters:
  ///   - name: the name of the lease.
  ///   - patience: the longest wait for another instance.
  ///   - date: returns the date of the data in a state.
  ///   - work: fetches the data, and performs the operation that keeps them.
  /// - Throws: `FetchInProgress`, the errors of the database, and those of `work`.
  public func fetch(
    _ name: String, patience: Duration, date: @Sendable (State) -> Date?,
    _ work: @Sendable () async throws -> Void
  ) async throws {
    let deadline = ContinuousClock.now + patience
    let oldDate = date(state)
    // A fetch that takes longer may be repeated by another instance.
    let isHolder = try await driver.lease(name, every: .zero, for: .seconds(30)) {
      // The last holder may have ended after this instance had begun.
      try await catchUp(within: patience)
      if date(state) == oldDate { try await work() }
    }
    if isHolder { return }
    while date(state) == oldDate {
      guard .now < deadline else { throw FetchInProgress() }
      try await Task.sleep(for: .milliseconds(50))
    }
  }
}
