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
      ("Permissions-Policy", permissionsPolicy),
    ] {
      if let name = HTTPField.Name(name) { fields[name] = value }
    }
    if isSecure { fields[.strictTransportSecurity] = "max-age=31536000" }
    return fields
  }

  /// No page of ours needs any of what browsers ask people about, or that
  /// senses where they are. A browser complains of names that it does not know.
  private static let permissionsPolicy = [
    "accelerometer", "camera", "display-capture", "geolocation", "gyroscope", "hid",
    "magnetometer", "microphone", "midi", "payment", "serial", "usb", "xr-spatial-tracking",
  ].map { "\($0)=()" }.joined(separator: ", ")

  /// What a page has to do with frames.
  enum Frames {
    /// It stands in none, and has none.
    case none
    /// It has pages of this site in frames.
    case around
    /// It may stand in a frame of this site. Its forms lead nowhere.
    case within
  }

  /// Everything comes from here, and nothing is inline.
  ///
  /// - Parameters:
  ///   - pictureOrigins: where else pictures may come from.
  ///   - frames: what the page has to do with frames.
  static func contentSecurityPolicy(
    pictureOrigins: [String] = [], frames: Frames = .none
  ) -> String {
    [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      (["img-src 'self'"] + pictureOrigins).joined(separator: " "),
      "connect-src 'self'",
      "font-src 'self'",
      "manifest-src 'self'",
      frames == .within ? "form-action 'none'" : "form-action 'self'",
      "base-uri 'none'",
      frames == .within ? "frame-ancestors 'self'" : "frame-ancestors 'none'",
      frames == .around ? "frame-src 'self'" : "frame-src 'none'",
      "object-src 'none'",
      "require-trusted-types-for 'script'",
      // The one policy of the script of live pages.
      "trusted-types fieldguide-live",
    ].joined(separator: "; ")
  }
}
