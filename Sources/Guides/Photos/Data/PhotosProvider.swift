import Foundation

/// The sources of photos: the network, and the disk as a fallback. The store is
/// the cache in memory.
public struct PhotosProvider: Sendable {
  /// Returns the stored photos, regardless of their age; `nil` if none are
  /// stored.
  public var load: @Sendable () async throws -> FetchedPhotos?
  /// Fetches the photos from the service.
  public var fetch: @Sendable () async throws -> FetchedPhotos
  /// Replaces the stored photos.
  public var save: @Sendable (FetchedPhotos) async throws -> Void
  /// Returns the stored banner; `nil` if none is stored.
  public var loadBanner: @Sendable () async throws -> Banner?

  /// A provider with the given closures.
  public init(
    load: @escaping @Sendable () async throws -> FetchedPhotos? = { nil },
    fetch: @escaping @Sendable () async throws -> FetchedPhotos,
    save: @escaping @Sendable (FetchedPhotos) async throws -> Void = { _ in },
    loadBanner: @escaping @Sendable () async throws -> Banner? = { nil }
  ) {
    self.load = load
    self.fetch = fetch
    self.save = save
    self.loadBanner = loadBanner
  }
}

extension PhotosProvider {
  /// A provider of the service, backed by a database. Stored photos of another
  /// service, or of another limit, are ignored.
  public static func live(
    remoteStore: PhotosRemoteStore, localStore: PhotosLocalStore
  ) -> PhotosProvider {
    let source = remoteStore.source
    return PhotosProvider(
      load: { try await localStore.photos(from: source) },
      fetch: { try await remoteStore.fetchPhotos() },
      save: { try await localStore.save($0, from: source) },
      loadBanner: { try await localStore.banner() })
  }
}
