public import Foundation
public import Logging
public import WebClient

/// The service of photos, as JSONPlaceholder has it.
/// https://jsonplaceholder.typicode.com
public struct PhotosRemoteStore: Sendable {
  /// Where the service is.
  public static let jsonPlaceholder = address("https://jsonplaceholder.typicode.com")
  /// How many photos can be asked for; the service has 5,000.
  public static let limits = 1...10_000

  private let client: WebClient
  private let limit: Int
  private let address: URL
  private let now: @Sendable () -> Date
  private let logger: Logger

  /// - Parameters:
  ///   - baseURL: the folder of `photos`.
  ///   - limit: how many are asked for. What comes beyond that is not taken.
  ///   - client: fetches them.
  ///   - now: the time of day.
  ///   - logger: is told which rows could not be read.
  public init(
    baseURL: URL = PhotosRemoteStore.jsonPlaceholder, limit: Int = 5, client: WebClient,
    now: @escaping @Sendable () -> Date = { .now }, logger: Logger
  ) {
    self.limit = min(max(limit, Self.limits.lowerBound), Self.limits.upperBound)
    self.client = client
    self.address = baseURL.appending(path: "photos")
      .appending(queryItems: [URLQueryItem(name: "_limit", value: String(self.limit))])
    self.now = now
    self.logger = logger
  }

  /// What a server may do to us: the 5,000 photos of the service are 1.1 MB,
  /// and come within a second.
  public static var clientLimits: WebClient.Limits {
    var limits = WebClient.Limits()
    limits.bodyBytes = 8 * 1024 * 1024
    limits.total = .seconds(30)
    return limits
  }

  /// The request, as what tells photos of one service from those of another.
  public var source: String { address.absoluteString }

  /// Asks the service.
  public func fetchPhotos() async throws(PhotosRemoteStoreError) -> FetchedPhotos {
    let bytes: [UInt8]
    do throws(WebClientError) {
      switch try await client.get(address) {
      case .content(let content, _): bytes = content
      // Nobody asked whether it changed.
      case .notModified: throw WebClientError.status(304)
      }
    } catch {
      throw .fetching(error)
    }
    let decoded = try PhotosDecoder.decode(Data(bytes), limit: limit)
    log(decoded.skipped)
    return FetchedPhotos(photos: decoded.photos, fetched: now(), skipped: decoded.skipped.count)
  }

  /// Tells which rows could not be read: the first of them one by one.
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
