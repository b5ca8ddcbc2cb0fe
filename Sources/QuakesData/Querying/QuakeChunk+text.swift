import Foundation
import TextSearch

extension QuakeChunk {
  /// Calls the closure for each row whose folded name matches all terms, in
  /// order.
  ///
  /// - Parameter terms: at least one. The first should be the rarest.
  func forEachRow(in range: Range<Int>, matching terms: [SearchTerm], _ body: (Int) -> Void) {
    let (first, rest) = (terms[0], terms.dropFirst())
    func check(_ row: Int) {
      let isMatch = names.withUnsafeBufferPointer { names in
        rest.allSatisfy { $0.matches(names, in: nameRange(of: row)) }
      }
      if isMatch { body(row) }
    }
    guard first.spellings.count > 1 else {
      if let spelling = first.spellings.first { forEachRow(in: range, naming: spelling, check) }
      return
    }
    // Several spellings may occur in one name: each row counts once.
    var found = SIMD8<UInt64>()
    for spelling in first.spellings {
      forEachRow(in: range, naming: spelling) { found[$0 / 64] |= 1 << UInt64($0 % 64) }
    }
    for row in range where found[row / 64] & 1 << UInt64(row % 64) != 0 { check(row) }
  }

  /// Calls the closure for each row whose folded name contains a spelling, in
  /// order.
  ///
  /// All names are searched as one text, because `strstr` is much faster than a
  /// call for each name. No match crosses the separator, which no spelling
  /// contains.
  private func forEachRow(
    in range: Range<Int>, naming spelling: SearchTerm.Spelling, _ body: (Int) -> Void
  ) {
    guard !range.isEmpty else { return }
    let end = Int(rows[range.upperBound - 1].nameEnd)
    let length = spelling.text.bytes.count
    names.withUnsafeBufferPointer { names in
      (spelling.text.bytes + [0]).withUnsafeBytes { needle in
        names.withMemoryRebound(to: CChar.self) { text in
          guard let text = text.baseAddress,
            let needle = needle.assumingMemoryBound(to: CChar.self).baseAddress
          else { return }
          var from = nameRange(of: range.lowerBound).lowerBound
          var row = range.lowerBound
          while from < end, let found = strstr(text + from, needle) {
            let offset = UnsafePointer(found) - text
            guard offset < end else { return }
            while Int(rows[row].nameEnd) <= offset { row += 1 }
            if spelling.isWholeWord,
              !SearchText.isWord(in: names, nameRange(of: row), at: offset..<offset + length)
            {
              from = offset + 1
              continue
            }
            body(row)
            from = Int(rows[row].nameEnd) + 1
            row += 1
          }
        }
      }
    }
  }
}
