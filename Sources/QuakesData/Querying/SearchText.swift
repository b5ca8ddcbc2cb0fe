import Foundation

/// Text as it is searched: without regard to case, accents and kinds of
/// apostrophes.
enum SearchText {
  /// What ends each name in a chunk. No folded text holds it, nor NUL.
  static let separator = UInt8(ascii: "\n")

  /// The bytes to compare. O(length); names in ASCII take the short way.
  static func folded(_ text: String) -> [UInt8] {
    var text = text
    if let bytes = text.withUTF8({ foldedASCII($0) }) { return bytes }
    let folded = text.folding(
      options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(folded.utf8.count)
    for scalar in folded.unicodeScalars {
      switch scalar {
      case "\n", "\0": bytes.append(UInt8(ascii: " "))
      case "\u{2018}", "\u{2019}", "\u{02BB}", "\u{02BC}": bytes.append(UInt8(ascii: "'"))
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
