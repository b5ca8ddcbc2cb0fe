import Foundation

// Conversions of the texts in feeds.

extension JSONText {
  /// Returns the text for display, on one line and truncated to a number of
  /// scalars.
  func sanitised(limit: Int) -> String {
    // The fast path for most texts, which are clean and short.
    guard bytes.count > limit || hasEscapes || bytes.contains(where: \.mayStartControl) else {
      return string
    }
    var result = String.UnicodeScalarView()
    for scalar in string.unicodeScalars.prefix(limit) {
      result.append(scalar.breaksLines ? " " : scalar)
    }
    return String(result)
  }

  /// The ID of an event: visible ASCII without commas, which separate IDs.
  var feedId: String? {
    let string = string
    return string.utf8.isFeedId ? string : nil
  }

  /// Returns the IDs of a list such as `,us7000abcd,ci12345678,` except the
  /// preferred one. IDs beyond `Quake.maximumIds` are dropped.
  func feedIds(without preferred: String?) -> [String] {
    // Most lists contain only the preferred ID.
    if let preferred, bytes.dropFirst().dropLast().elementsEqual(preferred.utf8) { return [] }
    var ids: [String] = []
    for id in string.split(separator: ",", maxSplits: Quake.maximumIds) {
      guard ids.count < Quake.maximumIds - 1 else { break }
      guard id != preferred ?? "", id.utf8.isFeedId, !ids.contains(where: { $0 == id }) else {
        continue
      }
      ids.append(String(id))
    }
    return ids
  }

  var feedAlert: Quake.Alert? { Quake.Alert(rawValue: string.lowercased()) }

  /// Returns the address of the event page; `nil` if it is the default one or
  /// invalid.
  func feedURL(of quakeId: String) -> String? {
    let string = string
    for page in eventPages
    where string.hasPrefix(page)
      && string.utf8.dropFirst(page.utf8.count).elementsEqual(quakeId.utf8)
    {
      return nil
    }
    guard string.utf8.count <= 500, string.utf8.allSatisfy({ 0x21...0x7E ~= $0 }),
      let scheme = string.split(separator: "://", maxSplits: 1).first?.lowercased(),
      scheme == "https" || scheme == "http", string.utf8.count > scheme.utf8.count + 3
    else { return nil }
    return string
  }
}

extension JSONText? {
  /// The type of the event. Feeds separate words by spaces, older ones by
  /// underscores.
  var feedType: String {
    guard let self, !(self == "earthquake") else { return "earthquake" }
    let type = self.sanitised(limit: 50).lowercased().replacing("_", with: " ")
    return type.allSatisfy(\.isWhitespace) ? "earthquake" : type
  }

  var feedStatus: Quake.ReviewStatus {
    guard let self, !(self == "automatic") else { return .automatic }
    if self == "reviewed" { return .reviewed }
    return Quake.ReviewStatus(rawValue: self.string.lowercased()) ?? .automatic
  }
}

extension Sequence<UInt8> {
  /// True for 1 to 64 bytes of visible ASCII without commas.
  var isFeedId: Bool {
    var count = 0
    for byte in self {
      count += 1
      guard 0x21...0x7E ~= byte, byte != UInt8(ascii: ","), count <= 64 else { return false }
    }
    return count > 0
  }
}

extension UInt8 {
  /// True for a control character that JSON allows, or the first byte of one in
  /// UTF-8.
  fileprivate var mayStartControl: Bool { self == 0x7F || self == 0xC2 || self == 0xE2 }
}

extension Unicode.Scalar {
  fileprivate var breaksLines: Bool {
    switch value {
    case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029: true
    default: false
    }
  }
}

/// The base addresses of event pages in new and old feeds.
private let eventPages = [
  "https://earthquake.usgs.gov/earthquakes/eventpage/",
  "http://earthquake.usgs.gov/earthquakes/eventpage/",
]
