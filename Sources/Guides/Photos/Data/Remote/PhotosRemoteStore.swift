public import Foundation
public import Logging
public import WebClient

/// A client of a photo service with the API of JSONPlaceholder.
/// https://jsonplaceholder.typicode.com
public struct PhotosRemoteStore: Sendable {
  /// The base URL of the public service.
  public static let jsonPlaceholder = address("https://jsonplaceholder.typicode.com")
  /// The valid numbers of photos to request; the public service has 5,000.
  public static let limits = 1...10_000

  private let client: WebClient
  private let folder: PhotoFolder?
  private let limit: Int
  private let address: URL
  private let now: @Sendable () -> Date
  private let logger: Logger

  /// - Parameters:
  ///   - baseURL: the URL that `/photos` is appended to, or a folder of pictures.
  ///   - limit: the number of photos to request. Further photos in the response
  ///     are ignored.
  ///   - client: the HTTP client.
  ///   - now: returns the current time.
  ///   - logger: logs rows that could not be decoded.
  public init(
    baseURL: URL = PhotosRemoteStore.jsonPlaceholder, limit: Int = 5, client: WebClient,
    now: @escaping @Sendable () -> Date = { .now }, logger: Logger
  ) {
    self.limit = min(max(limit, Self.limits.lowerBound), Self.limits.upperBound)
    self.client = client
    folder = baseURL.isFileURL ? PhotoFolder(baseURL) : nil
    self.address = baseURL.appending(path: "photos")
      .appending(queryItems: [URLQueryItem(name: "_limit", value: String(self.limit))])
    self.now = now
    self.logger = logger
  }

  /// The limits of a response: the 5,000 photos of the public service are 1.1
  /// MB, and arrive within a second.
  public static var clientLimits: WebClient.Limits {
    var limits = WebClient.Limits()
    limits.bodyBytes = 8 * 1024 * 1024
    limits.total = .seconds(30)
    return limits
  }

  /// The URL of the request, which identifies the source of stored photos.
  public var source: String { address.absoluteString }

  /// Fetches the photos: the list of the service, or the pictures of a folder without a list.
  public func fetchPhotos() async throws(PhotosRemoteStoreError) -> FetchedPhotos {
    do {
      return try await fetchList()
    } catch PhotosRemoteStoreError.fetching(.missingFile(let path)) {
      guard let found = try? folder?.photos(limit: Self.limits.upperBound) else {
        throw .fetching(.missingFile(path))
      }
      return FetchedPhotos(photos: found.photos, fetched: now(), skipped: found.skipped)
    }
  }

  private func fetchList() async throws(PhotosRemoteStoreError) -> FetchedPhotos {
    let bytes: [UInt8]
    do throws(WebClientError) {
      switch try await client.get(address) {
      case .content(let content, _): bytes = content
      // The request has no validator.
      case .notModified: throw WebClientError.status(304)
      }
    } catch {
      throw .fetching(error)
    }
    let decoded = try PhotosDecoder.decode(Data(bytes), limit: limit)
    log(decoded.skipped)
    let photos = folder.map { decoded.photos.map($0.described) } ?? decoded.photos
    return FetchedPhotos(
      photos: isFiller ? photos.map(\.inLatin) : photos, fetched: now(),
      skipped: decoded.skipped.count)
  }

  /// True for JSONPlaceholder, whose titles are filler text.
  private var isFiller: Bool { address.host() == Self.jsonPlaceholder.host() }

  /// Logs rows that could not be decoded, the first 20 individually.
  private func log(_ skipped: [PhotosDecoder.Skipped]) {
    let limit = 20
    for row in skipped.prefix(limit) {
      logger.notice(
        "A photo could not be read",
        metadata: ["index": "\(row.index)", "reason": "\(row.reason)"])
    }
    guard skipped.count > limit else { return }
    logger.notice(
      "More photos could not be read", metadata: ["count": "\(skipped.count - limit)"])
  }

  private static func address(_ text: String) -> URL {
    guard let url = URL(string: text) else { preconditionFailure("\(text) is no address") }
    return url
  }
}

extension Photo {
  fileprivate var inLatin: Photo {
    Photo(
      albumId: albumId, id: id, title: title, url: url, thumbnailUrl: thumbnailUrl, album: album,
      language: "la", size: size)
  }
}
