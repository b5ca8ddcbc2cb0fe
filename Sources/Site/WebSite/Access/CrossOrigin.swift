import HTTPTypes

/// Protection against cross-site request forgery (CSRF).
///
/// The decision follows Go's `http.CrossOriginProtection`: browsers send the
/// origin of a request in `Sec-Fetch-Site`, or else in `Origin`. This needs
/// neither cookies nor tokens, so all visitors can get the same bytes.
/// https://pkg.go.dev/net/http#CrossOriginProtection
enum CrossOrigin {
  /// The header field for which a request is refused.
  enum Refusal: Hashable, Sendable {
    /// `Sec-Fetch-Site` names another site.
    case otherSite(String)
    /// `Origin` names another origin.
    case otherOrigin(String)

    /// A description for the log, on one line and of bounded length.
    var text: String {
      let (name, value) =
        switch self {
        case .otherSite(let value): ("Sec-Fetch-Site", value)
        case .otherOrigin(let value): ("Origin", value)
        }
      return
        "\(name): \(value.unicodeScalars.prefix(100).map { $0.escaped(asASCII: true) }.joined())"
    }
  }

  private static let secFetchSite = HTTPField.Name("Sec-Fetch-Site")

  /// Returns the reason to refuse a request that changes data; `nil` if it is
  /// allowed.
  static func refusal(of request: HTTPRequest, at origins: Origins) -> Refusal? {
    let isSafe = request.method == .get || request.method == .head
    return isSafe ? nil : originRefusal(of: request, at: origins)
  }

  /// Returns the reason to refuse a request that only pages of this site may
  /// send, even if it is safe; `nil` if it is allowed.
  static func originRefusal(of request: HTTPRequest, at origins: Origins) -> Refusal? {
    if let secFetchSite, let site = request.headerFields[secFetchSite] {
      return site == "same-origin" || site == "none" ? nil : .otherSite(site)
    }
    // A client without these fields is not a browser, and cannot be abused by
    // another site.
    guard let origin = request.headerFields[.origin] else { return nil }
    return origins.contains(origin, at: request.authority) ? nil : .otherOrigin(origin)
  }
}
