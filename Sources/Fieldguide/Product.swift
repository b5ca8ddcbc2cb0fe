import Storage
import WebSite

/// The data of one guide, as operators see them.
protocol Product: Sendable {
  /// Which guide it is.
  var guide: DataFolder { get }
  /// The file they are kept in.
  var file: DatabaseFile { get }
  /// How many actions the store has reduced.
  var dispatches: Int { get }

  /// Whether all is there that visitors find at once. Where it could not be
  /// loaded, this has it be tried again. It waits for nothing.
  func isLoaded() -> Bool

  /// Asks for what the first visitor will want, who then need not wait.
  func start() async throws

  /// Ends what is being fetched, however slow the service is: nobody who asks
  /// has to wait for it while the program stops.
  func endFetching()

  /// Ends what is under way, and closes the file.
  func stop() async throws
}

extension Product {
  /// What services know the program by.
  static var userAgent: String { "Fieldguide/1.0" }

  func start() async throws {}

  func endFetching() {}

  /// What whoever asks `/readyz` is told of it: no more than that something is
  /// missing. The log says what.
  var readiness: Readiness.Part {
    Readiness.Part(guide.rawValue) {
      if await file.obstacle() != nil { return "the database cannot be opened" }
      return isLoaded() ? nil : "loading"
    }
  }
}
