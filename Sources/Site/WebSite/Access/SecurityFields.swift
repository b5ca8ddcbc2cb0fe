package import HTTPTypes

/// Header fields that disable browser features that no page of the site needs.
package enum SecurityFields {
  /// The field that says which sites may display a response.
  /// https://fetch.spec.whatwg.org/#cross-origin-resource-policy-header
  static let resourcePolicy = HTTPField.Name("Cross-Origin-Resource-Policy")

  /// Returns the header fields of every response.
  ///
  /// - Parameter isSecure: true if the site is public over HTTPS only. Browsers
  ///   then use HTTPS for a year after each visit.
  package static func common(isSecure: Bool = false) -> HTTPFields {
    var fields = HTTPFields()
    fields[.contentSecurityPolicy] = contentSecurityPolicy()
    fields[.xContentTypeOptions] = "nosniff"
    for (name, value) in [
      ("Referrer-Policy", "same-origin"),
      ("Cross-Origin-Opener-Policy", "same-origin"),
      ("Permissions-Policy", permissionsPolicy),
    ] {
      if let name = HTTPField.Name(name) { fields[name] = value }
    }
    if let resourcePolicy { fields[resourcePolicy] = "same-origin" }
    if isSecure { fields[.strictTransportSecurity] = "max-age=31536000" }
    return fields
  }

  /// Disables the features that ask for permission or use sensors, except for
  /// the position, which pages of this site may ask for. Browsers log a warning
  /// for names that they do not know.
  private static let permissionsPolicy =
    ([
      "accelerometer", "camera", "display-capture", "gyroscope", "hid", "magnetometer",
      "microphone", "midi", "payment", "serial", "usb", "xr-spatial-tracking",
    ].map { "\($0)=()" } + ["geolocation=(self)"]).joined(separator: ", ")

  /// The use of frames by a page.
  enum Frames {
    /// Neither contains frames nor may be framed.
    case none
    /// Contains frames with pages of this site.
    case around
    /// May be framed by this site. Its forms are disabled.
    case within
  }

  /// Returns a content security policy that allows resources of this origin
  /// only, and nothing inline.
  ///
  /// - Parameters:
  ///   - pictureOrigins: further origins of images.
  ///   - frames: the use of frames by the page.
  static func contentSecurityPolicy(
    pictureOrigins: [String] = [], frames: Frames = .none
  ) -> String {
    [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      (["img-src 'self'"] + pictureOrigins).joined(separator: " "),
      "media-src 'self'",
      "connect-src 'self'",
      "font-src 'self'",
      "manifest-src 'self'",
      frames == .within ? "form-action 'none'" : "form-action 'self'",
      "base-uri 'none'",
      frames == .within ? "frame-ancestors 'self'" : "frame-ancestors 'none'",
      frames == .around ? "frame-src 'self'" : "frame-src 'none'",
      "object-src 'none'",
      "require-trusted-types-for 'script'",
      // The Trusted Types policy of the script of live pages.
      "trusted-types fieldguide-live",
    ].joined(separator: "; ")
  }
}
