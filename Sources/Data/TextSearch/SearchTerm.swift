/// A part of a search, with all spellings that match it.
///
/// ```swift
/// import TextSearch
///
/// let california = SearchTerm([.part("california"), .word("CA")])
/// print(california.matches(SearchText("12 km N of Mojave, CA")))  // true
/// print(california.matches(SearchText("Port Antonio, Jamaica")))  // false
/// ```
public struct SearchTerm: Hashable, Sendable {
  /// The spellings. One of them has to occur.
  public let spellings: [Spelling]

  /// Creates a term. Empty spellings are dropped.
  public init(_ spellings: [Spelling]) {
    self.spellings = spellings.filter { !$0.text.isEmpty }
  }

  /// A spelling of a term.
  public struct Spelling: Hashable, Sendable {
    public let text: SearchText
    /// True if letters and digits may not adjoin the text.
    public let isWholeWord: Bool

    /// Creates a spelling that may be a part of a word.
    public static func part(_ text: String) -> Spelling {
      Spelling(text: SearchText(text), isWholeWord: false)
    }

    /// Creates a spelling that has to be a whole word, or several.
    public static func word(_ text: String) -> Spelling {
      Spelling(text: SearchText(text), isWholeWord: true)
    }
  }

  /// Returns true if one of the spellings occurs in a text. O(length of the text ×
  /// length of the spellings).
  public func matches(_ text: SearchText) -> Bool {
    text.bytes.withUnsafeBufferPointer { bytes in matches(bytes, in: 0..<bytes.count) }
  }

  /// Returns true if one of the spellings occurs in a range of folded bytes.
  public func matches(_ bytes: UnsafeBufferPointer<UInt8>, in range: Range<Int>) -> Bool {
    spellings.contains { spelling in
      var isFound = false
      spelling.forEachMatch(in: bytes, range) { _ in
        isFound = true
        return nil
      }
      return isFound
    }
  }
}

extension SearchTerm.Spelling {
  /// Calls the closure with the offset of each match in folded bytes, in order. O(length of the
  /// range).
  ///
  /// - Parameters:
  ///   - bytes: folded bytes.
  ///   - range: the range of the texts to search. At its ends no letter adjoins.
  ///   - body: returns the offset to search on from; `nil` to stop.
  package func forEachMatch(
    in bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>, _ body: (Int) -> Int?
  ) {
    let bytes = UnsafeBufferPointer(rebasing: bytes[range])
    text.bytes.withUnsafeBytes { needle in
      var start = 0
      while let offset = SearchText.offset(of: needle, in: bytes, from: start) {
        let part = offset..<offset + needle.count
        if !isWholeWord || SearchText.isWord(in: bytes, bytes.indices, at: part) {
          guard let next = body(range.lowerBound + offset) else { return }
          start = next - range.lowerBound
        } else {
          start = offset + 1
        }
      }
    }
  }
}

extension SearchText {
  /// Returns true if no letter or digit adjoins a part of folded bytes. All
  /// characters outside of ASCII count as letters.
  public static func isWord(
    in bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>, at part: Range<Int>
  ) -> Bool {
    func isLetter(_ byte: UInt8) -> Bool {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), 0x80...:
        true
      default: false
      }
    }
    if part.lowerBound > range.lowerBound, isLetter(bytes[part.lowerBound - 1]) { return false }
    return part.upperBound == range.upperBound || !isLetter(bytes[part.upperBound])
  }
}
