public import Foundation
import WebClient

/// A photo as described by the photo service.
public struct Photo: Codable, Hashable, Sendable, Identifiable {
  public let albumId: Int
  public let id: Int
  public let title: String
  /// The address of the picture. One without a scheme is the path of a file: see `PhotoFiles`.
  public let url: URL
  /// The address of the thumbnail, by default that of the picture.
  public let thumbnailUrl: URL
  /// The name of the album; `nil` if it has only a number.
  public let album: String?
  /// The language of the title as a BCP 47 tag; `nil` for that of the page.
  public let language: String?
  /// The size of the picture in pixels; `nil` if it is not known.
  public let size: Size?

  /// A size in pixels.
  public struct Size: Codable, Hashable, Sendable {
    public let width: Int
    public let height: Int

    /// A size; `nil` if a number is not from 1 to 65,535.
    public init?(width: Int, height: Int) {
      guard (1...65_535).contains(width), (1...65_535).contains(height) else { return nil }
      (self.width, self.height) = (width, height)
    }
  }

  /// A photo with the given values.
  public init(
    albumId: Int, id: Int, title: String, url: URL, thumbnailUrl: URL? = nil,
    album: String? = nil, language: String? = nil, size: Size? = nil
  ) {
    self.albumId = albumId
    self.id = id
    self.title = title
    self.url = url
    self.thumbnailUrl = thumbnailUrl ?? url
    self.album = album
    self.language = language
    self.size = size
  }

  private enum CodingKeys: String, CodingKey {
    case albumId, id, title, url, thumbnailUrl, album, language, width, height
  }

  public init(from decoder: any Decoder) throws {
    let row = try decoder.container(keyedBy: CodingKeys.self)
    let width = try row.decodeIfPresent(Int.self, forKey: .width)
    let height = try row.decodeIfPresent(Int.self, forKey: .height)
    self.init(
      albumId: try row.decodeIfPresent(Int.self, forKey: .albumId) ?? 0,
      id: try row.decode(Int.self, forKey: .id),
      title: try row.decode(String.self, forKey: .title),
      url: try row.decode(URL.self, forKey: .url),
      thumbnailUrl: try row.decodeIfPresent(URL.self, forKey: .thumbnailUrl),
      album: try row.decodeIfPresent(String.self, forKey: .album),
      language: try row.decodeIfPresent(String.self, forKey: .language),
      size: width.flatMap { width in height.flatMap { Size(width: width, height: $0) } })
  }

  public func encode(to encoder: any Encoder) throws {
    var row = encoder.container(keyedBy: CodingKeys.self)
    try row.encode(albumId, forKey: .albumId)
    try row.encode(id, forKey: .id)
    try row.encode(title, forKey: .title)
    try row.encode(url, forKey: .url)
    try row.encode(thumbnailUrl, forKey: .thumbnailUrl)
    try row.encodeIfPresent(album, forKey: .album)
    try row.encodeIfPresent(language, forKey: .language)
    try row.encodeIfPresent(size?.width, forKey: .width)
    try row.encodeIfPresent(size?.height, forKey: .height)
  }
}

extension Photo {
  /// Returns an address if it is of one of these origins.
  ///
  /// - Parameters:
  ///   - address: the address of the picture, or that of its thumbnail.
  ///   - origins: the origins that pictures may be loaded from.
  public func picture(_ address: KeyPath<Photo, URL>, from origins: [String]) -> URL? {
    let url = self[keyPath: address]
    return url.user() == nil && url.origin.map(origins.contains) == true ? url : nil
  }

  /// The path of the picture's file, with its version; `nil` if the picture has an address.
  public var file: (path: String, version: String)? {
    guard url.scheme == nil, url.host() == nil, let query = url.query(), query.hasPrefix("v=")
    else { return nil }
    return (url.path(percentEncoded: false), String(query.dropFirst(2)))
  }

  /// The colour of the thumbnail as six hexadecimal digits; `nil` if the
  /// address contains none.
  ///
  /// The host of the pictures of JSONPlaceholder has served none since January 2025. Each
  /// picture was of a single colour, which is the last path component of its address,
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
