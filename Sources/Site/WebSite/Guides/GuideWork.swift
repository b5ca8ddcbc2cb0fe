import Logging
import Synchronization

/// The work of guides beside responding to requests: each loads its data, and performs its
/// recurring work from then on.
package final class GuideWork: Sendable {
  /// The numbers of errors of a guide.
  struct Errors: Hashable, Sendable {
    var start = 0
    var run = 0
  }

  private struct Progress {
    var isStarted = false
    var errors = Errors()
  }

  /// The longest wait after an error.
  private static let maxWait = Duration.seconds(300)
  /// The time for which the work of a guide waits for the data of the others, which it may read.
  private static let patience = Duration.seconds(60)
  /// The longest time between two looks at the data, and between two attempts to load them.
  private static let maxPause = Duration.seconds(20)
  /// The time after which a load that has not succeeded is tried again.
  private static let timeToLoad = Duration.seconds(1)

  private let logger: Logger
  private let wait: @Sendable (Duration) async throws -> Void
  private let progress = Mutex<[String: Progress]>([:])

  /// - Parameters:
  ///   - logger: logs the errors.
  ///   - wait: waits between two attempts.
  init(
    logger: Logger,
    wait: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
  ) {
    self.logger = logger
    self.wait = wait
  }

  /// The numbers of errors by guide.
  var errors: [String: Errors] { progress.withLock { $0.mapValues(\.errors) } }

  /// Returns true if a guide could not be started, and was not since.
  func hasFailed(_ guide: String) -> Bool {
    progress.withLock { $0[guide].map { !$0.isStarted && $0.errors.start > 0 } ?? false }
  }

  /// Loads the data of a guide, and then performs its recurring work. After an error, which is
  /// logged and counted, each of them is tried again: after two seconds, then after twice as
  /// long each time.
  ///
  /// - Parameter guides: all guides of the site.
  /// - Throws: `CancellationError` when the task is cancelled.
  func perform(_ guide: any Guide, among guides: [any Guide]) async throws {
    progress.withLock { $0[guide.name] = $0[guide.name] ?? Progress() }
    try await attempt("the guide “\(guide.name)” could not be started", guide.name, \.start) {
      try await guide.start()
    }
    progress.withLock { $0[guide.name]?.isStarted = true }
    // What is not there yet would seem to be new.
    let deadline = ContinuousClock.now + Self.patience
    var pause = Duration.milliseconds(50)
    while !isLoaded(guide) || ContinuousClock.now < deadline && !guides.allSatisfy({ isLoaded($0) })
    {
      try await Task.sleep(for: pause)
      pause = min(pause * 2, Self.maxPause)
      if pause > Self.timeToLoad, !isLoaded(guide) { try? await guide.start() }
    }
    try await attempt("the work of the guide “\(guide.name)” failed", guide.name, \.run) {
      try await guide.run()
    }
  }

  private func isLoaded(_ guide: any Guide) -> Bool {
    progress.withLock { $0[guide.name]?.isStarted == true } && guide.isLoaded()
  }

  private func attempt(
    _ message: String, _ guide: String, _ kind: WritableKeyPath<Errors, Int>,
    _ work: () async throws -> Void
  ) async throws {
    var failures = 0
    while true {
      do {
        return try await work()
      } catch {
        // Work may end with another error when it is cancelled.
        try Task.checkCancellation()
        failures += 1
        progress.withLock { $0[guide]?.errors[keyPath: kind] += 1 }
        logger.error("\(message)", metadata: ["error": .error(error)])
      }
      try await wait(BackgroundJobs.wait(after: failures, of: Self.maxWait))
    }
  }
}
