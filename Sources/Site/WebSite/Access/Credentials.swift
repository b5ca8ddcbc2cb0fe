import Foundation

/// A name and a password, from a form or in HTTP's Basic scheme (RFC 7617).
struct Credentials: Hashable, Sendable {
  /// The name in its normal form.
  let name: String
  /// The password as typed.
  let password: String

  /// Creates credentials from a form.
  init(name: String, password: String) {
    self.name = name.normalised
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
    self.init(
      name: String(text[..<colon]), password: String(text[text.utf8.index(after: colon)...]))
  }
}

extension String {
  /// The text with composed characters, and without blanks at its ends: devices write the same
  /// letters in different ways, and keyboards of phones add a blank after a word.
  var normalised: String {
    trimmingCharacters(in: .whitespaces).precomposedStringWithCanonicalMapping
  }
}
