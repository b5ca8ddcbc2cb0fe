import HTTPTypes

/// Keeps other sites from posting forms here in a visitor's name.
///
/// The decision follows Go's `http.CrossOriginProtection`: browsers say where
/// a request comes from, first in `Sec-Fetch-Site`, else in `Origin`. It needs
/// no cookie and no token, so that everybody can be given the same bytes.
/// https://pkg.go.dev/net/http#CrossOriginProtection
enum CrossOrigin {
  /// Why a request is refused.
  enum Refusal: Hashable, Sendable {
    /// `Sec-Fetch-Site` says that it comes from elsewhere.
    case otherSite(String)
    /// `Origin` says so.
    case otherOrigin(String)

    /// For the log, on one line and of bounded length.
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

  /// Why a request may not be answered, if it would change something; `nil`
  /// where it may.
  static func refusal(of request: HTTPRequest, at origins: Origins) -> Refusal? {
    let isLook = request.method == .get || request.method == .head
    return isLook ? nil : originRefusal(of: request, at: origins)
  }

  /// The same for requests that only pages of this site may make, whatever
  /// they do. What comes from no browser may, too.
  static func originRefusal(of request: HTTPRequest, at origins: Origins) -> Refusal? {
    if let secFetchSite, let site = request.headerFields[secFetchSite] {
      return site == "same-origin" || site == "none" ? nil : .otherSite(site)
    }
    // What sends neither field is no browser, and acts for nobody else.
    guard let origin = request.headerFields[.origin] else { return nil }
    return origins.contain(origin, at: request.authority) ? nil : .otherOrigin(origin)
  }
}
