public import Foundation

/// A photo of the list, as the service tells of it.
public struct Photo: Codable, Hashable, Sendable, Identifiable {
  public let albumId: Int
  public let id: Int
  public let title: String
  /// Where the photo was. Nothing is fetched from there: see `colour`.
  public let url: URL
  /// Where its small version was.
  public let thumbnailUrl: URL

  /// A photo with all that is known of it.
  public init(albumId: Int, id: Int, title: String, url: URL, thumbnailUrl: URL) {
    self.albumId = albumId
    self.id = id
    self.title = title
    self.url = url
    self.thumbnailUrl = thumbnailUrl
  }
}

extension Photo {
  /// The colour that its small version would have, as six hexadecimal digits;
  /// `nil` where the address names none.
  ///
  /// The host of the pictures serves none since January 2025. Each was of one
  /// colour, which still ends its address, less the zeros in front.
  public var colour: String? {
    // Without a colour the address ends with the size, in front of it.
    guard thumbnailUrl.pathComponents.count > 2, !thumbnailUrl.hasDirectoryPath else { return nil }
    let name = thumbnailUrl.lastPathComponent.lowercased()
    guard (1...6).contains(name.utf8.count), name.utf8.allSatisfy(isHexadecimal) else {
      return nil
    }
    return String(repeating: "0", count: 6 - name.utf8.count) + name
  }
}

private func isHexadecimal(_ byte: UInt8) -> Bool {
  switch byte {
  case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"): true
  default: false
  }
}
