import Foundation

extension QuakeChunk {
  /// Calls the closure for each row whose folded name contains a text, in
  /// order.
  ///
  /// All names are searched as one text, because `strstr` is much faster than a
  /// call for each name. No match crosses the separator, which no needle
  /// contains.
  func forEachRow(in range: Range<Int>, naming needle: [UInt8], _ body: (Int) -> Void) {
    guard !range.isEmpty else { return }
    let end = Int(rows[range.upperBound - 1].nameEnd)
    names.withUnsafeBytes { names in
      (needle + [0]).withUnsafeBytes { needle in
        guard let names = names.assumingMemoryBound(to: CChar.self).baseAddress,
          let needle = needle.assumingMemoryBound(to: CChar.self).baseAddress
        else { return }
        var from = nameRange(of: range.lowerBound).lowerBound
        var row = range.lowerBound
        while from < end, let found = strstr(names + from, needle) {
          let offset = UnsafePointer(found) - names
          guard offset < end else { return }
          while Int(rows[row].nameEnd) <= offset { row += 1 }
          body(row)
          from = Int(rows[row].nameEnd) + 1
          row += 1
        }
      }
    }
  }
}
