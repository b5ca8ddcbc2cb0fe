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
  /// All names are searched as one text, which is much faster than a search for
  /// each name. No match crosses the separator, which no spelling contains, and
  /// which is no letter.
  private func forEachRow(
    in range: Range<Int>, naming spelling: SearchTerm.Spelling, _ body: (Int) -> Void
  ) {
    guard !range.isEmpty else { return }
    let text = nameRange(of: range.lowerBound).lowerBound..<nameEnd(of: range.upperBound - 1)
    names.withUnsafeBufferPointer { names in
      var row = range.lowerBound
      var start = text.lowerBound
      while let offset = spelling.offset(in: names, text, from: start) {
        while nameEnd(of: row) <= offset { row += 1 }
        body(row)
        start = nameEnd(of: row) + 1
        row += 1
      }
    }
  }
}
