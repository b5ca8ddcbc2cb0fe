public import Foundation
import WebClient

/// A photo as described by the photo service.
public struct Photo: Codable, Hashable, Sendable, Identifiable {
  public let albumId: Int
  public let id: Int
  public let title: String
  /// The address of the picture. Nothing is fetched from it.
  public let url: URL
  /// The address of the thumbnail: see `picture(from:)`.
  public let thumbnailUrl: URL

  /// A photo with the given values.
  public init(albumId: Int, id: Int, title: String, url: URL, thumbnailUrl: URL) {
    self.albumId = albumId
    self.id = id
    self.title = title
    self.url = url
    self.thumbnailUrl = thumbnailUrl
  }
}

extension Photo {
  /// Returns the address of the thumbnail, if it is of one of these origins.
  public func picture(from origins: [String]) -> URL? {
    thumbnailUrl.user() == nil && thumbnailUrl.origin.map(origins.contains) == true
      ? thumbnailUrl : nil
  }

  /// The colour of the thumbnail as six hexadecimal digits; `nil` if the
  /// address contains none.
  ///
  /// The host of the pictures has served none since January 2025. Each picture
  /// was of a single colour, which is the last path component of its address,
  /// without leading zeros.
  public var colour: String? {
    // An address without a colour ends with the size, which usually precedes
    // the colour.
    guard thumbnailUrl.pathComponents.count > 2, !thumbnailUrl.hasDirectoryPath else { return nil }
    let name = thumbnailUrl.lastPathComponent.lowercased()
    guard (1...6).contains(name.utf8.count), name.utf8.allSatisfy("0123456789abcdef".utf8.contains)
    else { return nil }
    return String(repeating: "0", count: 6 - name.utf8.count) + name
  }
}
