import Durable
import Foundation
import HTTPTypes
import ImmutableUI
import Look
import Markup
import WebServer

/// An error that is sent to the client as an error page.
struct SiteError: Error {
  var status: HTTPResponse.Status
  var title: String
  var message: String
  /// The problems in detail.
  var reasons: [String] = []
  /// Links to other pages; the first one is the primary action.
  var links: [Link] = []
  /// The words to search for, of an address where there is no page; `nil` where a search
  /// does not help.
  var search: String?
  /// The guides, as other places to go on.
  var guides: [Link] = []
  /// The address of the front page; `nil` if no link can lead there.
  var front: Href? = SiteRoute.front.href
  /// The guide that the request was for.
  var guide: String?
  /// True if the request was refused because of the load. The page is then
  /// rendered once for many refusals, and names no request.
  var isRefusal = false
  /// The value of `Retry-After` in seconds.
  var retryAfter: Int?
  var fields: HTTPFields = [:]
}

extension SiteError {
  static func notFound(_ missing: NotFound, guide: String? = nil) -> SiteError {
    SiteError(
      status: .notFound, title: missing.title, message: missing.message, links: missing.links,
      guide: guide)
  }

  /// No page exists at an address.
  ///
  /// - Parameters:
  ///   - address: the address, as requested.
  ///   - near: the guide that the visitor may have meant; `nil` for none.
  ///   - guides: the guides of the site.
  static func notFound(
    _ address: Target, near: GuideSummary?, guides: [GuideSummary]
  ) -> SiteError {
    var error = notFound(.page(near: near))
    error.search = address.words
    error.guides = guides.filter { $0 != near }.map { .init(label: $0.title, href: $0.href) }
    return error
  }

  /// The page has another address: without a slash at its end, or with other names
  /// of query items.
  static func moved(to href: Href) -> SiteError {
    SiteError(
      status: .permanentRedirect, title: "The page has another address",
      message: "Follow the link to the page.", links: [.init(label: "Show the page", href: href)],
      fields: [.location: href.text])
  }

  static func malformed(_ malformed: MalformedRequest) -> SiteError {
    SiteError(
      status: .badRequest, title: "The address may be mistyped",
      message: "Part of it could not be understood. Check it and try again.",
      reasons: malformed.reasons)
  }

  static func malformedForm(_ malformed: MalformedRequest) -> SiteError {
    SiteError(
      status: .badRequest, title: "This form could not be read",
      message: "Nothing was changed. Go back, reload the page and send the form again.",
      reasons: malformed.reasons)
  }

  static func unreadable(_ error: NamedValues.ParseError) -> SiteError {
    switch error {
    case .tooMany(let limit):
      SiteError(
        status: .contentTooLarge, title: "This form is too large",
        message: "A form can have up to \(limit) fields. Go back and send fewer.")
    case .undecodable:
      SiteError(
        status: .badRequest, title: "This form could not be read",
        message: "Its text is not valid UTF-8. Go back and send it again.")
    }
  }

  static let notAForm = SiteError(
    status: .unsupportedMediaType, title: "This is not a form",
    message: "Send it as application/x-www-form-urlencoded, in UTF-8.")

  static func wrongMethod(_ method: HTTPRequest.Method, expected: RouteMethod) -> SiteError {
    let known: [HTTPRequest.Method] = [
      .get, .head, .post, .put, .delete, .patch, .options, .trace, .connect,
    ]
    guard known.contains(method) else {
      return SiteError(
        status: .notImplemented, title: "This method is not supported",
        message: "Use GET, HEAD or POST.")
    }
    return SiteError(
      status: .methodNotAllowed,
      title: expected == .get ? "This is the address of a page" : "This is the address of a form",
      message: expected == .get
        ? "It can be opened, but nothing can be sent to it."
        : "It cannot be opened as a page. Go back to the page with the form.",
      fields: [.allow: expected == .get ? "GET, HEAD" : "POST"])
  }

  static let crossOriginForm = SiteError(
    status: .forbidden, title: "This form came from another site",
    message: "Nothing was changed. Make your change on a page of this site.")

  static let crossOriginStream = SiteError(
    status: .forbidden, title: "This request came from another site",
    message: "Live updates are only for pages of this site.")

  /// - Parameter origin: the public origin of the site.
  static func misdirected(to origin: Origins.Origin?) -> SiteError {
    SiteError(
      status: .misdirectedRequest, title: "This site has another address",
      message: "It can’t be reached under the name in your address bar.",
      // A path alone would lead to the wrong host again.
      front: origin.flatMap { Href(external: $0.text + SiteRoute.front.href.text) })
  }

  /// The visitor has to sign in. A response also has to name the
  /// authentication scheme.
  static let signInRequired = SiteError(
    status: .unauthorized, title: "You need to sign in",
    message: "Anyone can look around. Sign in to make changes. Nothing was changed.")

  /// The visitor has to sign in at the proxy in front of the site.
  static let signInElsewhere = SiteError(
    status: .forbidden, title: "You need to sign in",
    message: "Anyone can look around. The service in front of this site signs you in.")

  /// The visitor has signed in at the proxy, but is in no group that may change data.
  static let notInGroup = SiteError(
    status: .forbidden, title: "You can only read here",
    message: "Nothing was changed. You are signed in, but in no group that can make changes. Ask "
      + "whoever runs this site.")

  /// The end of a session could not be saved.
  static let notSaved = SiteError(
    status: .serviceUnavailable, title: "You are still signed in",
    message: "The change could not be saved. Try again in a few seconds.", retryAfter: 5)

  /// The right of a visitor cannot be confirmed.
  static let unconfirmed = SiteError(
    status: .serviceUnavailable, title: "Nothing can be saved at the moment",
    message: "Nothing was changed. Try again in a few seconds.", retryAfter: 5)

  /// No one may change data.
  static let readOnly = SiteError(
    status: .forbidden, title: "This site is read-only",
    message: "Anyone can look around, but changes are not possible at the moment.")

  /// Changes are possible on this machine only, and a proxy has forwarded one.
  static let onlyOnThisMachine = SiteError(
    status: .forbidden, title: "Changes can only be made on the machine of this site",
    message: "Nothing was changed. Anyone can look around; whoever runs this site decides who can "
      + "make changes.")

  static func tooManyPosts(wait seconds: Int) -> SiteError {
    SiteError(
      status: .tooManyRequests, title: "Too many changes at a time",
      message: "Your change was not saved. Wait "
        + "\(counted(seconds, "second", "seconds")), then go back and send it again.",
      retryAfter: seconds)
  }

  /// The program is stopping, or its start has failed, before anything was read
  /// from the database.
  static let notLoaded = SiteError(
    status: .serviceUnavailable, title: "The site is not ready",
    message: "Its data could not be loaded yet. Try again in a few seconds.", retryAfter: 5)

  /// The data of a guide cannot be read.
  static func notLoaded(_ error: any Error) -> SiteError {
    SiteError(
      status: .serviceUnavailable, title: "The data cannot be loaded",
      message: "\(error.localizedDescription) The other guides are not affected.", retryAfter: 5)
  }

  /// A form cannot be answered, because the database does not tell what others have changed.
  static func undecided(_ error: DurableError) -> SiteError {
    SiteError(
      status: .serviceUnavailable, title: "Nothing was changed",
      message: error.errorDescription ?? "Try again in a moment.", retryAfter: 5)
  }

  static let tooManyPages = SiteError(
    status: .serviceUnavailable, title: "The site is busy",
    message: "Too many pages are being made at the moment. Try again in a few seconds.",
    isRefusal: true, retryAfter: 5)

  static let tooManyStreams = SiteError(
    status: .serviceUnavailable, title: "Too many pages are open",
    message: "This page is not updated live. Reload it to see changes.",
    isRefusal: true, retryAfter: 30)

  static let tooManyDownloads = SiteError(
    status: .serviceUnavailable, title: "Too many downloads are in progress",
    message: "Wait until another download has finished, then try again.",
    isRefusal: true, retryAfter: 10)

  /// An error that nothing else describes.
  static let unexpected = SiteError(
    status: .internalServerError, title: "Something went wrong on our side",
    message: "Try again in a moment. If it happens again, report the request number below.")

  /// A request that the server refused before it was routed.
  static func refused(_ refusal: Refusal) -> SiteError {
    SiteError(
      status: refusal.status, title: "This request could not be processed", message: refusal.reason,
      retryAfter: refusal.status == .serviceUnavailable ? 5 : nil)
  }
}

extension Target {
  /// The words of the path, for a search; cut to a length that the search accepts.
  fileprivate var words: String {
    let words = path.joined(separator: " ")
      .split { !$0.isLetter && !$0.isNumber && $0 != "'" }.joined(separator: " ")
    let text = words.prefix(bytes: QueryText.limit)
    return QueryText.isTooLong(text) ? "" : text
  }
}

extension NotFound {
  /// No page exists at the address.
  static let page = NotFound(
    title: "Page not found",
    message: "There is no page at this address. It may be mistyped, or the page was removed.",
    links: [])

  /// No page exists at the address, but a guide has a similar one.
  static func page(near guide: GuideSummary?) -> NotFound {
    guard let guide else { return page }
    return page(near: guide.title, at: guide.href)
  }

  static func page(near title: String, at href: Href) -> NotFound {
    NotFound(
      title: page.title, message: "There is no page at this address. Did you mean \(title)?",
      links: [Link(label: title, href: href)])
  }
}
