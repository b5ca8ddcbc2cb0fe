import Foundation

/// Where photos come from: the network, and the disk for when there is none.
/// The store is the memory.
public struct PhotosProvider: Sendable {
  /// The photos that were kept, whatever their age; `nil` for none.
  public var load: @Sendable () async throws -> FetchedPhotos?
  /// The photos of the service.
  public var fetch: @Sendable () async throws -> FetchedPhotos
  /// Keeps photos in the place of all others.
  public var save: @Sendable (FetchedPhotos) async throws -> Void
  /// The banner that was kept; `nil` for none.
  public var loadBanner: @Sendable () async throws -> Banner?

  /// A provider of its parts.
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
  /// The service, with a file beside it. Photos of another service, or of
  /// another number of them, are not taken from the file.
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
