/// Uploads the banner that all visitors share.
public struct BannerUploader: Sendable {
  /// Uploads a banner, and returns when the change is durable.
  public var upload: @Sendable (Banner) async throws -> Void

  /// An uploader with the given closure.
  public init(upload: @escaping @Sendable (Banner) async throws -> Void) {
    self.upload = upload
  }
}

extension BannerUploader {
  /// An uploader that always fails, for testing error handling.
  public static let failing = BannerUploader { _ in throw NetworkError.intentionalFailure }
}
