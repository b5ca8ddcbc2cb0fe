public import Foundation

/// A response of the photo service, with its time.
public struct FetchedPhotos: Codable, Hashable, Sendable {
  /// The photos, in the order of the service.
  public var photos: [Photo]
  /// The time of the response.
  public var fetched: Date
  /// The number of rows that could not be decoded.
  public var skipped: Int

  public init(photos: [Photo], fetched: Date, skipped: Int = 0) {
    self.photos = photos
    self.fetched = fetched
    self.skipped = skipped
  }
}
