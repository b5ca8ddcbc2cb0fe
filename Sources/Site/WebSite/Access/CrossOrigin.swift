import HTTPTypes

/// Protection against cross-site request forgery (CSRF).
///
/// The decision follows Go's `http.CrossOriginProtection`: browsers send the
/// origin of a request in `Sec-Fetch-Site`, or else in `Origin`. This needs
/// neither cookies nor tokens, so all visitors can get the same bytes.
/// https://pkg.go.dev/net/http#CrossOriginProtection
enum CrossOrigin {
  private static let secFetchSite = HTTPField.Name("Sec-Fetch-Site")

  /// Returns the reason to refuse a request that only pages of this site may send; `nil` if it is
  /// allowed.
  static func refusal(of request: HTTPRequest, at origins: Origins) -> String? {
    if let secFetchSite, let site = request.headerFields[secFetchSite] {
      return site == "same-origin" || site == "none" ? nil : reason("Sec-Fetch-Site", site)
    }
    // A client without these fields is not a browser, and cannot be abused by
    // another site.
    guard let origin = request.headerFields[.origin] else { return nil }
    return origins.contains(origin, at: request.authority) ? nil : reason("Origin", origin)
  }

  /// Returns a description of a field for the log, on one line and of bounded length.
  static func reason(_ name: String, _ value: String) -> String {
    "\(name): \(value.unicodeScalars.prefix(100).map { $0.escaped(asASCII: true) }.joined())"
  }
}
