/// The content codings that a client accepts (RFC 9110 §12.5.3).
enum AcceptEncoding {
  /// Returns true if gzip is accepted, by name or by `*`, with a weight other
  /// than 0.
  static func allowsGzip(_ field: String) -> Bool {
    var byWildcard = false
    for part in field.split(separator: ",") {
      let pieces = part.split(separator: ";", omittingEmptySubsequences: false)
      let coding = trimmed(pieces[0]).lowercased()
      guard coding == "gzip" || coding == "x-gzip" || coding == "*" else { continue }
      let isRefused = pieces.dropFirst().contains { piece in
        let weight = trimmed(piece).lowercased()
        return weight.hasPrefix("q=0") && weight.dropFirst(3).allSatisfy { $0 == "0" || $0 == "." }
      }
      if coding != "*" { return !isRefused }
      byWildcard = !isRefused
    }
    return byWildcard
  }

  /// Returns a part of a header field without the blanks around it.
  static func trimmed(_ text: Substring) -> Substring {
    let start = text.drop { $0 == " " || $0 == "\t" }
    guard let last = start.lastIndex(where: { $0 != " " && $0 != "\t" }) else { return "" }
    return start[...last]
  }
}
