package import HTTPTypes

/// Header fields that keep a browser from doing what no page of ours needs.
package enum SecurityFields {
  /// Those that every response has.
  ///
  /// - Parameter isSecure: whether people are to come by an encrypted way
  ///   only, for a year from each visit.
  package static func common(isSecure: Bool = false) -> HTTPFields {
    var fields = HTTPFields()
    fields[.contentSecurityPolicy] = contentSecurityPolicy()
    fields[.xContentTypeOptions] = "nosniff"
    for (name, value) in [
      ("Referrer-Policy", "same-origin"),
      ("Cross-Origin-Opener-Policy", "same-origin"),
      ("Cross-Origin-Resource-Policy", "same-origin"),
      ("Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=()"),
    ] {
      if let name = HTTPField.Name(name) { fields[name] = value }
    }
    if isSecure { fields[.strictTransportSecurity] = "max-age=31536000" }
    return fields
  }

  /// Everything comes from here, and nothing is inline.
  ///
  /// - Parameter pictureOrigins: where else pictures may come from.
  static func contentSecurityPolicy(pictureOrigins: [String] = []) -> String {
    [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      (["img-src 'self'"] + pictureOrigins).joined(separator: " "),
      "connect-src 'self'",
      "font-src 'self'",
      "manifest-src 'self'",
      "form-action 'self'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
      "object-src 'none'",
      "require-trusted-types-for 'script'",
      // The one policy of the script of live pages.
      "trusted-types fieldguide-live",
    ].joined(separator: "; ")
  }
}
