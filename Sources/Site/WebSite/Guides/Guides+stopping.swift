import ImmutableData
import Logging

extension [any Guide] {
  /// The maximum sizes of posts with files, in bytes, by path.
  var uploads: [String: Int] {
    reduce(into: [:]) { all, guide in all.merge(guide.uploads, uniquingKeysWith: Swift.max) }
  }

  /// Stops all guides concurrently.
  ///
  /// - Returns: the names of the guides that had not stopped by the deadline.
  func stop(until deadline: ContinuousClock.Instant, logger: Logger) async -> [String] {
    await withTaskGroup(of: String?.self) { group in
      for guide in self {
        group.addTask {
          let hasEnded = await withDeadline(deadline - .now) {
            do {
              try await guide.stop()
            } catch {
              logger.error("closing a database file failed", metadata: ["error": .error(error)])
            }
            return true
          }
          return hasEnded == nil ? guide.name : nil
        }
      }
      return await group.reduce(into: []) { names, name in if let name { names.append(name) } }
        .sorted()
    }
  }
}
