import HTTPTypes
import ImmutableUI
import Inspector
import Look
import Markup
import WebServer

/// The reason why a request is answered with an error page.
struct SiteError: Error {
  var status: HTTPResponse.Status
  var title: String
  var message: String
  /// The problems, one by one.
  var reasons: [String] = []
  /// Links to other pages; the first one stands out.
  var links: [NotFound.Link] = []
  /// The address of the front page; `nil` where no link can lead there.
  var front: Href? = SiteRoute.front.href
  /// The guide it happened in.
  var guide: String?
  /// The seconds after which a retry may succeed.
  var retryAfter: Int?
  var fields: HTTPFields = [:]
}

extension SiteError {
  static func notFound(_ missing: NotFound, guide: String? = nil) -> SiteError {
    SiteError(
      status: .notFound, title: missing.title, message: missing.message, links: missing.links,
      guide: guide)
  }

  static func malformed(_ malformed: MalformedRequest) -> SiteError {
    SiteError(
      status: .badRequest, title: "This address makes no sense",
      message: "Part of what was asked for cannot be understood.", reasons: malformed.reasons)
  }

  static func unreadable(_ error: NamedValues.ParseError) -> SiteError {
    switch error {
    case .tooMany(let limit):
      SiteError(
        status: .contentTooLarge, title: "This form is too large",
        message: "A form can have at most \(limit) fields.")
    case .undecodable:
      SiteError(
        status: .badRequest, title: "This form cannot be read",
        message: "Its fields are not encoded as UTF-8.")
    }
  }

  static let notAForm = SiteError(
    status: .unsupportedMediaType, title: "This is not a form",
    message: "Send application/x-www-form-urlencoded.")

  static func wrongMethod(_ method: HTTPRequest.Method, wanted: RouteMethod) -> SiteError {
    let known: [HTTPRequest.Method] = [
      .get, .head, .post, .put, .delete, .patch, .options, .trace, .connect,
    ]
    guard known.contains(method) else {
      return SiteError(
        status: .notImplemented, title: "This cannot be done", message: "The method is not known.")
    }
    return SiteError(
      status: .methodNotAllowed, title: "This cannot be done here",
      message: wanted == .get
        ? "This address can only be looked at." : "Forms are posted to this address.",
      fields: [.allow: wanted == .get ? "GET, HEAD" : "POST"])
  }

  static let formOfAnotherSite = SiteError(
    status: .forbidden, title: "This form stood on another site",
    message: "Changes are taken only from pages of this site.")

  static let streamOfAnotherSite = SiteError(
    status: .forbidden, title: "This page stood on another site",
    message: "Streams are for pages of this site.")

  /// - Parameter origin: the name that the site answers to.
  static func misdirected(to origin: Origins.Origin?) -> SiteError {
    SiteError(
      status: .misdirectedRequest, title: "This site has another name",
      message: "It does not answer to the name that was asked for.",
      // A path alone would lead to the wrong name again.
      front: origin.flatMap { Href(external: $0.text + SiteRoute.front.href.text) })
  }

  static func tooManyPosts(wait seconds: Int) -> SiteError {
    SiteError(
      status: .tooManyRequests, title: "Too many changes at once",
      message: "Nothing was changed by this one. Go back in "
        + "\(counted(seconds, "second", "seconds")) and send it again.",
      retryAfter: seconds)
  }

  static let tooManyStreams = SiteError(
    status: .serviceUnavailable, title: "Too many pages are open",
    message: "This page does not follow changes now. Load it again to see them.", retryAfter: 30)

  static let tooManyDownloads = SiteError(
    status: .serviceUnavailable, title: "Too many downloads are in progress",
    message: "Wait until another download has ended, then try again.", retryAfter: 10)

  /// An error that nothing else describes.
  static let unexpected = SiteError(
    status: .internalServerError, title: "Something went wrong here",
    message: "It was not you. What happened is in the log under this request's number.")

  /// A request that the server refused before it got here.
  static func refused(_ refusal: Refusal) -> SiteError {
    SiteError(
      status: refusal.status, title: "This request cannot be answered", message: refusal.reason,
      retryAfter: refusal.status == .serviceUnavailable ? 5 : nil)
  }
}

extension NotFound {
  /// There is nothing at an address.
  static let page = NotFound(
    title: "The tracks end here", message: "There is no page at this address.", links: [])

  /// There is nothing at an address, but a guide has a similar one.
  static func page(near guide: GuideSummary?) -> NotFound {
    guard let guide else { return page }
    return NotFound(
      title: page.title, message: "\(page.message) Did you mean \(guide.title)?",
      links: [Link(label: guide.title, href: guide.href)])
  }

  /// The inspector has not seen it, or has forgotten it.
  static let unseen = NotFound(
    title: "Not seen, or forgotten",
    message: "The inspector keeps the last 200 actions of each store, and the last 200 pages.",
    links: [.init(label: "Inspector", href: SiteRoute.inspector(.index).href)])
}
