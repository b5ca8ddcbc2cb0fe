/// Texts one after the other, which are searched many times as fast as each for itself.
///
/// ```swift
/// import TextSearch
///
/// var texts = JoinedTexts()
/// for name in ["Red kangaroo", "Newt"] { texts.append([SearchText(name)]) }
/// print(texts.hits(of: SearchText("roo")))  // [true, false]
/// ```
public struct JoinedTexts: Sendable {
  private var bytes: [UInt8] = []
  /// The ends of the texts of each element.
  private var ends: [Int] = []

  /// Creates a collection of no texts.
  public init() {}

  /// Appends the texts of an element.
  public mutating func append(_ texts: [SearchText]) {
    for text in texts {
      bytes += text.bytes
      bytes.append(SearchText.separator)
    }
    ends.append(bytes.count)
  }

  /// Returns for each element true if a text of it contains a text. O(length of the texts).
  public func hits(of search: SearchText) -> [Bool] {
    var hits = [Bool](repeating: search.isEmpty, count: ends.count)
    if search.isEmpty { return hits }
    bytes.withUnsafeBufferPointer { bytes in
      var position = 0
      var start = 0
      while let offset = search.offset(in: bytes, from: start) {
        while ends[position] <= offset { position += 1 }
        hits[position] = true
        start = ends[position]
      }
    }
    return hits
  }
}
