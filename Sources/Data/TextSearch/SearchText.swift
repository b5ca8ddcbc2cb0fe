import Foundation

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
    other.isEmpty || bytes.withUnsafeBufferPointer { other.offset(in: $0, from: 0) != nil }
  }

  /// Returns the offset of the first occurrence in folded bytes; `nil` if there
  /// is none. O(length of the bytes), sixteen of them at a time.
  ///
  /// - Parameters:
  ///   - text: folded bytes, of one text or several.
  ///   - start: the first offset that may be returned.
  package func offset(in text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
    bytes.withUnsafeBytes { Self.offset(of: $0, in: text, from: start) }
  }

  /// Returns the offset of the first occurrence of some folded bytes in others. In a loop, a
  /// buffer is faster than a text, whose array would be retained in each step.
  static func offset(
    of needle: UnsafeRawBufferPointer, in text: UnsafeBufferPointer<UInt8>, from start: Int
  ) -> Int? {
    let last = text.count - needle.count
    guard let word = needle.baseAddress, let text = UnsafeRawPointer(text.baseAddress),
      start <= last
    else { return nil }
    func isMatch(at offset: Int) -> Bool { memcmp(text + offset, word, needle.count) == 0 }
    // A place is compared if the first, the middle and the last byte agree: in up to three
    // bytes these are all.
    typealias Block = SIMD16<UInt8>
    let (middle, end) = (needle.count / 2, needle.count - 1)
    let first = Block(repeating: needle[0])
    let second = Block(repeating: needle[middle])
    let third = Block(repeating: needle[end])
    var offset = start
    while offset + Block.scalarCount - 1 <= last {
      let place = text + offset
      let isCandidate =
        (place.loadUnaligned(as: Block.self) .== first)
        .& ((place + middle).loadUnaligned(as: Block.self) .== second)
        .& ((place + end).loadUnaligned(as: Block.self) .== third)
      let marks = unsafeBitCast(
        Block.zero.replacing(with: 1, where: isCandidate), to: SIMD2<UInt64>.self)
      if marks[0] | marks[1] != 0 {
        for half in 0..<2 {
          var found = UInt64(littleEndian: marks[half])
          while found != 0 {
            let match = offset + 8 * half + found.trailingZeroBitCount / 8
            if needle.count <= 3 || isMatch(at: match) { return match }
            found &= found &- 1
          }
        }
      }
      offset += Block.scalarCount
    }
    return offset <= last ? (offset...last).first(where: isMatch) : nil
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
