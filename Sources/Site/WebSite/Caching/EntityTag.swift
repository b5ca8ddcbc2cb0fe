/// Conditional requests with `If-None-Match`.
enum EntityTag {
  /// Returns true if an `If-None-Match` field contains a tag. The comparison is
  /// weak (RFC 9110 §13.1.2).
  static func matches(_ field: String?, _ tag: String) -> Bool {
    guard let field else { return false }
    return field.split(separator: ",").contains { part in
      let trimmed = AcceptEncoding.trimmed(part)
      // An asterisk matches everything only if it is the whole field.
      if trimmed == "*" { return part.utf8.count == field.utf8.count }
      return trimmed == tag || trimmed == "W/\(tag)"
    }
  }
}
