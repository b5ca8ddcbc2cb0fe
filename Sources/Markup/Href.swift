/// Where a link leads or a form goes.
///
/// It can be made in three ways only, none of which lets a script in: a place
/// on this site, a part of the page, or an address elsewhere with a scheme
/// that is known to be harmless.
public struct Href: Hashable, Sendable {
  /// The address as it stands in the attribute, before escaping.
  public let text: String

  /// A place on this site. Segments, names and values are encoded here, so
  /// they may hold anything.
  ///
  /// - Parameters:
  ///   - path: its segments; none for the front page.
  ///   - query: names and values, in their order.
  ///   - fragment: the `id` of a part of that page.
  public init(path: [String], query: [(name: String, value: String)] = [], fragment: String? = nil)
  {
    var text = path.isEmpty ? "/" : ""
    for segment in path {
      text += "/"
      text += percentEncoded(segment)
    }
    for (index, item) in query.enumerated() {
      text += index == 0 ? "?" : "&"
      text += percentEncoded(item.name)
      text += "="
      text += percentEncoded(item.value)
    }
    if let fragment {
      text += "#"
      text += percentEncoded(fragment)
    }
    self.text = text
  }

  /// A part of the same page.
  public init(fragment: String) {
    self.text = "#" + percentEncoded(fragment)
  }

  /// An address elsewhere: `nil` unless it starts with `http://`, `https://`
  /// or `mailto:` and is free of blanks and control characters.
  public init?(elsewhere address: String) {
    let lowercased = address.lowercased()
    let isKnown = ["http://", "https://", "mailto:"].contains { lowercased.hasPrefix($0) }
    let isClean = address.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F && $0 != 0x5C }
    guard isKnown, isClean else { return nil }
    self.text = address
  }
}

/// Encodes everything but the unreserved characters of RFC 3986 §2.3.
private func percentEncoded(_ text: String) -> String {
  let digits = Array("0123456789ABCDEF".utf8)
  var bytes: [UInt8] = []
  bytes.reserveCapacity(text.utf8.count)
  for byte in text.utf8 {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
      UInt8(ascii: "_"), UInt8(ascii: "~"):
      bytes.append(byte)
    default:
      bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
    }
  }
  return String(decoding: bytes, as: UTF8.self)
}
