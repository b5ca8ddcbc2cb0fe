/// Where a link leads or a form goes.
///
/// It can be made in three ways only, none of which lets a script in: a place
/// on this site, a part of the page, or an address elsewhere with a scheme
/// that is known to be harmless.
public struct Href: Hashable, Sendable {
  /// The address as it stands in the attribute, before escaping.
  public let text: String
  /// As it is written there: links are made once and written often.
  @usableFromInline let escaped: String

  /// A place on this site. Segments, names and values are encoded here, so
  /// they may hold anything.
  ///
  /// Empty segments are left out, since two slashes at the start would name
  /// another host. So are `.` and `..`: browsers take them, encoded or not,
  /// for a way to move in the path.
  ///
  /// - Parameters:
  ///   - path: its segments; none for the front page.
  ///   - query: names and values, in their order.
  ///   - fragment: the `id` of a part of that page.
  public init(path: [String], query: [(name: String, value: String)] = [], fragment: String? = nil)
  {
    let segments = path.filter { !["", ".", ".."].contains($0) }
    var text = "/" + segments.map(percentEncoded).joined(separator: "/")
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
    self.init(text)
  }

  /// A part of the same page.
  public init(fragment: String) {
    self.init("#" + percentEncoded(fragment))
  }

  private init(_ text: String) {
    self.text = text
    escaped = text.escaped
  }

  /// An address elsewhere: `nil` unless it starts with `http://`, `https://`
  /// or `mailto:` and is free of blanks, control characters and backslashes.
  public init?(external address: String) {
    let isClean = address.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F && $0 != 0x5C }
    // Bytes are compared, not characters: browsers know nothing of characters
    // that are equivalent. The bit makes capitals small; of clean bytes, no
    // others become a letter, a colon or a slash by it.
    let isKnown = ["http://", "https://", "mailto:"].contains { scheme in
      address.utf8.prefix(scheme.utf8.count).elementsEqual(scheme.utf8) { $0 | 0x20 == $1 }
    }
    guard isClean, isKnown else { return nil }
    self.init(address)
  }
}

extension Href {
  public static func == (left: Self, right: Self) -> Bool { left.text == right.text }

  public func hash(into hasher: inout Hasher) { hasher.combine(text) }
}

/// Encodes everything but the unreserved characters of RFC 3986 §2.3.
private func percentEncoded(_ text: String) -> String {
  var bytes: [UInt8] = []
  bytes.reserveCapacity(text.utf8.count)
  for byte in text.utf8 {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
      UInt8(ascii: "_"), UInt8(ascii: "~"):
      bytes.append(byte)
    default:
      bytes.append(UInt8(ascii: "%"))
      bytes.append(hexadecimalDigits[Int(byte >> 4)])
      bytes.append(hexadecimalDigits[Int(byte & 15)])
    }
  }
  return String(decoding: bytes, as: UTF8.self)
}

private let hexadecimalDigits = Array("0123456789ABCDEF".utf8)
