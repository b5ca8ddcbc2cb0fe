import Foundation

// Conversions of the texts in feeds.

extension String {
  /// Returns the text for display, on one line and truncated to a number of
  /// scalars.
  func sanitised(limit: Int) -> String {
    // Most texts are short, clean and in ASCII.
    if utf8.count <= limit, utf8.allSatisfy({ 0x20..<0x7F ~= $0 }) { return self }
    var result = String.UnicodeScalarView()
    for scalar in unicodeScalars.prefix(limit) {
      result.append(scalar.breaksLines ? " " : scalar)
    }
    return String(result)
  }

  /// Returns the IDs of a list such as `,us7000abcd,ci12345678,` except the
  /// preferred one. IDs beyond `Quake.maximumIds` are dropped.
  func feedIds(without preferred: String?) -> [String] {
    var ids: [String] = []
    for id in split(separator: ",", maxSplits: Quake.maximumIds).map(String.init)
    where ids.count < Quake.maximumIds - 1 && id != preferred && id.isFeedId && !ids.contains(id) {
      ids.append(id)
    }
    return ids
  }

  /// Returns the address of the event page; `nil` if it is the default one or
  /// invalid.
  func feedURL(of quakeId: String) -> String? {
    guard !eventPages.contains(where: { self == $0 + quakeId }), utf8.count <= 500,
      utf8.allSatisfy({ 0x21...0x7E ~= $0 }),
      let scheme = split(separator: "://", maxSplits: 1).first?.lowercased(),
      scheme == "https" || scheme == "http", utf8.count > scheme.utf8.count + 3
    else { return nil }
    return self
  }

  /// True for 1 to 64 bytes of visible ASCII without commas.
  var isFeedId: Bool {
    (1...64).contains(utf8.count)
      && utf8.allSatisfy { 0x21...0x7E ~= $0 && $0 != UInt8(ascii: ",") }
  }
}

extension Unicode.Scalar {
  fileprivate var breaksLines: Bool {
    [.control, .lineSeparator, .paragraphSeparator].contains(properties.generalCategory)
  }
}

/// The base addresses of event pages in new and old feeds.
private let eventPages = [
  "https://earthquake.usgs.gov/earthquakes/eventpage/",
  "http://earthquake.usgs.gov/earthquakes/eventpage/",
]
