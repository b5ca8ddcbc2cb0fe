import ImmutableData
import Logging

extension [any Guide] {
  /// Stops the guides, all at once.
  ///
  /// - Returns: the names of those that were still at work at the deadline.
  func stop(until deadline: ContinuousClock.Instant, logger: Logger) async -> [String] {
    await withTaskGroup(of: String?.self) { group in
      for guide in self {
        group.addTask {
          let hasEnded = await withDeadline(deadline - .now) {
            do {
              try await guide.stop()
            } catch {
              logger.error("a file could not be closed", metadata: ["error": "\(error)"])
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
