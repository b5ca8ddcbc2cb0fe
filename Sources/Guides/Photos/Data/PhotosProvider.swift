/// The source of photos. The store is the cache in memory.
public struct PhotosProvider: Sendable {
  /// Fetches the photos from the service, and keeps them.
  public var fetch: @Sendable () async throws -> FetchedPhotos
}
