/// What a client says of the codings it can read (RFC 9110 §12.5.3).
enum AcceptEncoding {
  /// Whether it takes gzip, by name or by `*`, and not with the weight 0.
  static func allowsGzip(_ field: String) -> Bool {
    var byStar = false
    for part in field.split(separator: ",") {
      let pieces = part.split(separator: ";", omittingEmptySubsequences: false)
      let coding = trimmed(pieces[0]).lowercased()
      guard coding == "gzip" || coding == "x-gzip" || coding == "*" else { continue }
      let isRefused = pieces.dropFirst().contains { piece in
        let weight = trimmed(piece).lowercased()
        return weight.hasPrefix("q=0") && weight.dropFirst(3).allSatisfy { $0 == "0" || $0 == "." }
      }
      if coding != "*" { return !isRefused }
      byStar = !isRefused
    }
    return byStar
  }

  private static func trimmed(_ text: Substring) -> Substring {
    let start = text.drop { $0 == " " || $0 == "\t" }
    guard let last = start.lastIndex(where: { $0 != " " && $0 != "\t" }) else { return "" }
    return start[...last]
  }
}
