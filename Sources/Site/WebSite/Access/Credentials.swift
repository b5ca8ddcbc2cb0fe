import Foundation

/// A name and a password in HTTP's Basic scheme (RFC 7617).
struct Credentials: Hashable, Sendable {
  let name: String
  let password: String

  /// Creates credentials from a form.
  init(name: String, password: String) {
    self.name = name
    self.password = password
  }

  /// Parses the value of an `Authorization` field.
  ///
  /// - Returns: `nil` if it has another scheme, is malformed or is too long.
  init?(_ field: String) {
    guard field.utf8.count <= 2 * Password.maxBytes,
      field.prefix(6).lowercased() == "basic ",
      let bytes = Data(base64Encoded: String(field.dropFirst(6).drop { $0 == " " })),
      let text = String(data: bytes, encoding: .utf8),
      // A colon before a combining mark is one `Character`, but a colon for clients.
      let colon = text.utf8.firstIndex(of: UInt8(ascii: ":"))
    else { return nil }
    name = String(text[..<colon])
    password = String(text[text.utf8.index(after: colon)...])
  }
}
