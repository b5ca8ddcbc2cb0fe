// `Result` is not `Codable`.
extension PhotosAction.Data.BannerDataStore: Codable {
  private enum CodingKeys: CodingKey {
    case didUploadBanner, didNotUploadBanner
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    if let banner = try container.decodeIfPresent(Banner.self, forKey: .didUploadBanner) {
      self = .didUploadBanner(result: .success(banner))
    } else {
      let error = try container.decode(NetworkError.self, forKey: .didNotUploadBanner)
      self = .didUploadBanner(result: .failure(error))
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .didUploadBanner(.success(let banner)):
      try container.encode(banner, forKey: .didUploadBanner)
    case .didUploadBanner(.failure(let error)):
      try container.encode(error, forKey: .didNotUploadBanner)
    }
  }
}
