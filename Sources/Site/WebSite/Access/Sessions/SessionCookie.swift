/// The cookie that keeps a visitor signed in.
///
/// Only those who have signed in get it: the pages of readers stay the same for all.
struct SessionCookie: Sendable {
  /// True if the visitor's connection is encrypted.
  let isSecure: Bool

  /// The end of the cookie's name, with the equals sign: a `Cookie` field without it has no
  /// session.
  static let suffix = "session="

  /// The name. Browsers accept one that starts with `__Host-` only from this host, for all of
  /// its pages, and over an encrypted connection.
  private var name: String { isSecure ? "__Host-session" : "session" }

  /// Returns the token in the value of a `Cookie` field; `nil` if there is none.
  func token(in field: String) -> SessionToken? {
    for pair in field.split(separator: ";") {
      let pair = pair.drop { $0 == " " || $0 == "\t" }
      guard pair.hasPrefix("\(name)=") else { continue }
      return SessionToken(pair.dropFirst(name.count + 1))
    }
    return nil
  }

  /// Returns the value of a `Set-Cookie` field.
  ///
  /// - Parameters:
  ///   - token: the token; `nil` to remove the cookie.
  ///   - seconds: the lifetime of the cookie.
  func value(_ token: SessionToken?, seconds: Int) -> String {
    "\(name)=\(token?.text ?? ""); Path=/; Max-Age=\(token == nil ? 0 : seconds); HttpOnly; "
      + "SameSite=Lax" + (isSecure ? "; Secure" : "")
  }
}
