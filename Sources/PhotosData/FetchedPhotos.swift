public import Foundation

/// What the service said, and when.
public struct FetchedPhotos: Codable, Hashable, Sendable {
  /// In the order of the service.
  public var photos: [Photo]
  /// When it said so.
  public var fetched: Date
  /// How many of its rows made no sense.
  public var skipped: Int

  public init(photos: [Photo], fetched: Date, skipped: Int = 0) {
    self.photos = photos
    self.fetched = fetched
    self.skipped = skipped
  }
}
