public import Storage
public import WebClient

/// The source of a guide's data: a database file, a remote service, and the
/// functions that start and end the work on them.
///
/// ```swift
/// import Storage
///
/// func source(of notes: DatabaseFile) -> GuideSource {
///   GuideSource(file: notes, finish: { print("closing the notes") })
/// }
/// ```
public struct GuideSource: Sendable {
  let file: DatabaseFile?
  let client: WebClient?
  let feed: @Sendable () -> Feed?
  let start: @Sendable () async throws -> Void
  let finish: @Sendable () async throws -> Void

  /// - Parameters:
  ///   - file: the database file of the guide, which is closed at the end; `nil` if the
  ///     data are in the shared storage.
  ///   - client: the client of the remote service. Its requests are cancelled when the
  ///     shutdown begins.
  ///   - feed: returns the state of the remote service, for metrics.
  ///   - start: loads the initial data, or begins to. It is called again some seconds after an
  ///     error, and until `Guide.isLoaded()` returns true. Until then the site is not ready, and
  ///     the work of the guide does not begin.
  ///   - finish: completes pending operations.
  public init(
    file: DatabaseFile? = nil, client: WebClient? = nil,
    feed: @escaping @Sendable () -> Feed? = { nil },
    start: @escaping @Sendable () async throws -> Void = {},
    finish: @escaping @Sendable () async throws -> Void = {}
  ) {
    self.file = file
    self.client = client
    self.feed = feed
    self.start = start
    self.finish = finish
  }
}

extension Guide {
  /// The database file of the guide.
  package var file: DatabaseFile? { source?.file }

  /// The remote service that the data are fetched from.
  package var feed: Feed? { source?.feed() }

  /// Loads the initial data.
  package func start() async throws { try await source?.start() }

  /// Cancels requests to remote services, so that shutdown does not wait for them.
  package func cancelFetches() { source?.client?.close() }

  /// Completes pending operations, and closes the database file.
  package func stop() async throws {
    try await source?.finish()
    try await source?.file?.close()
  }
}
