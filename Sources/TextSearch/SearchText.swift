/// A text that is folded for search: case, diacritics, width and the variants of
/// apostrophes are ignored.
///
/// ```swift
/// import TextSearch
///
/// let title = SearchText("Résumé of São Tomé")
/// print(title.contains(SearchText("sao tome")))  // true
/// ```
public struct SearchText: Hashable, Sendable {
  /// A byte that no search text contains, so that several texts can be joined
  /// and searched together. NUL does not occur either.
  public static let separator = UInt8(ascii: "\n")

  /// The folded text in UTF-8.
  public let bytes: [UInt8]

  /// Folds a text. O(n), with a fast path for ASCII.
  public init(_ text: String) {
    var text = text
    bytes = text.withUTF8 { Self.foldedASCII($0) } ?? Self.folded(text)
  }

  /// True if the text is empty.
  public var isEmpty: Bool { bytes.isEmpty }

  /// Returns true if the text contains another one. Every text contains the empty
  /// text.
  public func contains(_ other: SearchText) -> Bool {
    let other = other.bytes
    guard let first = other.first else { return true }
    guard bytes.count >= other.count else { return false }
    return bytes.indices.dropLast(other.count - 1).contains { start in
      bytes[start] == first && bytes[start..<start + other.count].elementsEqual(other)
    }
  }

  private static func folded(_ text: String) -> [UInt8] {
    let folded = text.foldedForLookup
    var bytes: [UInt8] = []
    bytes.reserveCapacity(folded.utf8.count)
    for scalar in folded.unicodeScalars {
      switch scalar {
      case "\n", "\0": bytes.append(UInt8(ascii: " "))
      case "\u{2018}", "\u{2019}", "\u{02BB}", "\u{02BC}": bytes.append(UInt8(ascii: "'"))
      case "ß", "ẞ": bytes.append(contentsOf: "ss".utf8)
      default: bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
      }
    }
    return bytes
  }

  private static func foldedASCII(_ text: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
    guard text.allSatisfy({ $0 < 0x80 }) else { return nil }
    return text.map { byte in
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte | 0x20
      case separator, 0: UInt8(ascii: " ")
      default: byte
      }
    }
  }
}
