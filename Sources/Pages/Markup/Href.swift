/// The URL of a link, form or image.
///
/// It is a path on this site, a fragment of the same page, or an external URL
/// with a scheme that is known to be safe. None of them can be a script.
///
/// ```swift
/// let page = Href(path: ["animals"], query: [("animal", "Newt & Co")])
/// print(page.text)  // /animals?animal=Newt%20%26%20Co
/// print(Href(fragment: "main").text)  // #main
/// print(Href(external: "javascript:alert(1)") == nil)  // true
/// ```
public struct Href: Hashable, Sendable {
  /// The URL before escaping.
  public let text: String
  /// The URL escaped for an attribute. A link is created once and rendered often.
  @usableFromInline let escaped: String

  /// Creates the URL of a page on this site. Path components and query items are
  /// percent-encoded, so they can be any text.
  ///
  /// Empty path components are left out, because two slashes at the start would
  /// name another host. So are `.` and `..`, which browsers resolve even if they
  /// are encoded.
  ///
  /// - Parameters:
  ///   - path: the path components; empty for the front page.
  ///   - query: the query items.
  ///   - fragment: the `id` of an element of that page.
  public init(path: [String], query: [(name: String, value: String)] = [], fragment: String? = nil)
  {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(128)
    func append(_ separator: Unicode.Scalar, _ text: String) {
      bytes.append(UInt8(ascii: separator))
      bytes.append(percentEncoding: text)
    }
    for component in path where !["", ".", ".."].contains(component) { append("/", component) }
    if bytes.isEmpty { append("/", "") }
    for (index, item) in query.enumerated() {
      append(index == 0 ? "?" : "&", item.name)
      append("=", item.value)
    }
    if let fragment { append("#", fragment) }
    self.init(String(decoding: bytes, as: UTF8.self))
  }

  /// Creates the URL of an element of the same page, by its `id`.
  public init(fragment: String) {
    var bytes = [UInt8(ascii: "#")]
    bytes.append(percentEncoding: fragment)
    self.init(String(decoding: bytes, as: UTF8.self))
  }

  /// Returns the URL of an element of the page, by its `id`. A browser scrolls to it, and focuses
  /// it if it can have the focus: the address to continue at after a post.
  ///
  /// ```swift
  /// let page = Href(path: ["plants"], query: [("plant", "fern")])
  /// print(page.fragment("water").text)  // /plants?plant=fern#water
  /// ```
  public func fragment(_ id: String) -> Href {
    Href(text.prefix { $0 != "#" } + Href(fragment: id).text)
  }

  private init(_ text: String) {
    self.text = text
    escaped = text.escaped
  }

  /// Creates an external URL; `nil` unless it starts with `http://`, `https://`
  /// or `mailto:` and contains no spaces, control characters or backslashes.
  public init?(external address: String) {
    let isClean = address.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F && $0 != 0x5C }
    // Bytes are compared, not characters, because browsers ignore canonical
    // equivalence. The bit converts letters to lower case; of the allowed bytes,
    // no other becomes a letter, colon or slash by it.
    let isSafe = ["http://", "https://", "mailto:"].contains { scheme in
      address.utf8.prefix(scheme.utf8.count).elementsEqual(scheme.utf8) { $0 | 0x20 == $1 }
    }
    guard isClean, isSafe else { return nil }
    self.init(address)
  }
}

extension Href {
  public static func == (left: Self, right: Self) -> Bool { left.text == right.text }

  public func hash(into hasher: inout Hasher) { hasher.combine(text) }
}

extension [UInt8] {
  /// Appends a text with all characters percent-encoded except the unreserved
  /// ones (RFC 3986 §2.3).
  package mutating func append(percentEncoding text: String) {
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
        UInt8(ascii: "_"), UInt8(ascii: "~"):
        append(byte)
      default:
        append(UInt8(ascii: "%"))
        append(hexadecimalDigits[Int(byte >> 4)])
        append(hexadecimalDigits[Int(byte & 15)])
      }
    }
  }
}

private let hexadecimalDigits = Array("0123456789ABCDEF".utf8)
