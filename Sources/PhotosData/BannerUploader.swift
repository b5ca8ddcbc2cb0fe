/// Uploads a banner to where everybody gets it from.
public struct BannerUploader: Sendable {
  /// Returns when the banner cannot be lost any more.
  public var upload: @Sendable (Banner) async throws -> Void

  /// An uploader of its part.
  public init(upload: @escaping @Sendable (Banner) async throws -> Void) {
    self.upload = upload
  }
}

extension BannerUploader {
  /// Into the file of the photos.
  public static func live(localStore: PhotosLocalStore) -> BannerUploader {
    BannerUploader { try await localStore.save($0) }
  }

  /// One that fails on purpose, to see what becomes of that.
  public static let failing = BannerUploader { _ in throw NetworkError.intentionalFailure }
}
