import HTTPTypes

/// Keeps other sites from posting forms here in a visitor's name.
///
/// The decision follows Go's `http.CrossOriginProtection`: browsers say where
/// a request comes from, first in `Sec-Fetch-Site`, else in `Origin`. It needs
/// no cookie and no token, so that everybody can be given the same bytes.
/// https://pkg.go.dev/net/http#CrossOriginProtection
enum CrossOrigin {
  private static let secFetchSite = HTTPField.Name("Sec-Fetch-Site")

  /// Whether a request may change something, or looks only.
  static func isAllowed(_ request: HTTPRequest) -> Bool {
    request.method == .get || request.method == .head || isSameSite(request)
  }

  /// Whether a request comes from a page of this site, or from no browser.
  static func isSameSite(_ request: HTTPRequest) -> Bool {
    if let secFetchSite, let site = request.headerFields[secFetchSite] {
      return site == "same-origin" || site == "none"
    }
    // What sends neither field is no browser, and acts for nobody else.
    guard let origin = request.headerFields[.origin] else { return true }
    guard let host = request.authority else { return false }
    return origin == "http://\(host)" || origin == "https://\(host)"
  }
}
