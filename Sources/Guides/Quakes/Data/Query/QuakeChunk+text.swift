import TextSearch

extension QuakeChunk {
  /// Marks the rows whose folded names match all terms with 1, and the others with 0.
  ///
  /// For each term, all names are searched as one text, which is much faster than a
  /// search for each name. No match crosses the separator, which no spelling contains,
  /// and which is no letter.
  ///
  /// - Parameter terms: at least one, at most 254. The first should be the rarest.
  /// - Returns: false if no row matches.
  func mark(
    _ range: Range<Int>, matching terms: [SearchTerm], in marks: UnsafeMutableBufferPointer<UInt8>
  ) -> Bool {
    guard !range.isEmpty else { return false }
    for row in range { marks[row] = 0 }
    // The number of terms that a row matches, as long as it matches all before.
    var count: UInt8 = 0
    for term in terms {
      var isAnyFound = false
      for spelling in term.spellings {
        forEachRow(in: range, naming: spelling) { row in
          guard marks[row] == count else { return }
          marks[row] = count + 1
          isAnyFound = true
        }
      }
      guard isAnyFound else { return false }
      count += 1
    }
    for row in range { marks[row] = marks[row] == count ? 1 : 0 }
    return true
  }

  /// Calls the closure for each row whose folded name contains a spelling, in order.
  private func forEachRow(
    in range: Range<Int>, naming spelling: SearchTerm.Spelling, _ body: (Int) -> Void
  ) {
    // Buffers, because arrays would be retained for each row.
    names.withUnsafeBufferPointer { names in
      nameEnds.withUnsafeBufferPointer { ends in
        let text = nameRange(of: range.lowerBound).lowerBound..<Int(ends[range.upperBound - 1])
        var row = range.lowerBound
        spelling.forEachMatch(in: names, text) { offset in
          while ends[row] <= offset { row += 1 }
          body(row)
          row += 1
          return Int(ends[row - 1]) + 1
        }
      }
    }
  }
}
