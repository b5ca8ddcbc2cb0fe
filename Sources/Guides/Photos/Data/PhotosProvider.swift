/// The source of photos. The store is the cache in memory.
public struct PhotosProvider: Sendable {
  /// Fetches the photos from the service, and keeps them.
  public var fetch: @Sendable () async throws -> FetchedPhotos

  /// A provider with the given closure.
  public init(fetch: @escaping @Sendable () async throws -> FetchedPhotos) {
    self.fetch = fetch
  }
}
