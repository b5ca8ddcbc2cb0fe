import Foundation

/// A text that titles are searched for: without regard to case, accents and
/// width, and with all the blanks that were typed.
public struct PhotosSearch: Hashable, Sendable {
  private let text: [UInt8]

  /// `nil` for an empty text, which everything matches.
  public init?(_ text: String) {
    self.text = Self.folded(text)
    if self.text.isEmpty { return nil }
  }

  /// Whether a title holds the text. O(n).
  public func matches(_ title: String) -> Bool {
    let title = Self.folded(title)
    guard title.count >= text.count else { return false }
    return title.indices.dropLast(text.count - 1).contains { start in
      title[start] == text[0] && title[start..<start + text.count].elementsEqual(text)
    }
  }

  /// The bytes to compare. Titles in ASCII take the short way.
  private static func folded(_ text: String) -> [UInt8] {
    var text = text
    let isASCII = text.withUTF8 { $0.allSatisfy { $0 < 0x80 } }
    guard !isASCII else {
      return text.utf8.map { byte in
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
      }
    }
    return Array(
      text.replacing("ß", with: "ss").replacing("ẞ", with: "ss")
        .folding(
          options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil
        ).utf8)
  }
}
