import Foundation

/// A name and a password, as HTTP's Basic scheme sends them (RFC 7617).
struct Credentials: Hashable, Sendable {
  let name: String
  let password: String

  /// Reads the value of an `Authorization` field.
  ///
  /// - Returns: `nil` where it is of another scheme, or too long.
  init?(_ field: String) {
    guard field.utf8.count <= 2 * Password.mostBytes,
      field.prefix(6).lowercased() == "basic ",
      let bytes = Data(base64Encoded: String(field.dropFirst(6).drop { $0 == " " })),
      let text = String(data: bytes, encoding: .utf8),
      let colon = text.firstIndex(of: ":")
    else { return nil }
    name = String(text[..<colon])
    password = String(text[text.index(after: colon)...])
  }
}
