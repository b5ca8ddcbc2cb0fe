/// The condition of a request for a page that the browser has already.
enum EntityTag {
  /// Whether an `If-None-Match` field names a tag. Weak tags match strong
  /// ones here (RFC 9110 §13.1.2).
  static func matches(_ field: String?, _ tag: String) -> Bool {
    guard let field else { return false }
    return field.split(separator: ",").contains { part in
      let candidate = part.drop { $0 == " " || $0 == "\t" }
      let trimmed = String(candidate.reversed().drop { $0 == " " || $0 == "\t" }.reversed())
      // A star stands alone; beside a comma it is a part of some tag.
      if trimmed == "*" { return part.utf8.count == field.utf8.count }
      return trimmed == tag || trimmed == "W/" + tag
    }
  }
}
