import HTTPTypes
import ImmutableUI
import Look
import Markup
import WebServer

/// What those get who may not do what they ask for, or not yet.
extension Site {
  /// Asks who somebody is; once that is known, leads back to a page.
  func signIn(_ visitor: Visitor, page: String, _ requestID: String) -> Response {
    guard visitor.audience.mayWrite else { return writingRefused(visitor, requestID) }
    let back = Self.page(at: page) ?? SiteRoute.front
    return Response(
      status: .seeOther, headerFields: [.location: back.href.text, .cacheControl: "no-store"])
  }

  /// A page of this site. Nobody is led anywhere else.
  private static func page(at target: String) -> SiteRoute? {
    guard let target = try? Target(parsing: target), let route = try? SiteRoute(parsing: target),
      route.isPage, route.plainHref != nil
    else { return nil }
    return route
  }

  /// Nobody may change anything, or only those who say who they are.
  func writingRefused(_ visitor: Visitor, _ requestID: String) -> Response {
    switch (visitor.audience, visitor.verdict) {
    case (.readers, .wait(let seconds)):
      return errorResponse(
        .tooManyRequests, title: "Too many wrong passwords",
        message: "Wait \(counted(seconds, "second", "seconds")) before you try again.",
        retryAfter: seconds, requestID: requestID)
    case (.readers, .busy(let seconds)):
      return errorResponse(
        .serviceUnavailable, title: "Signing in is busy",
        message: "Your password was not checked. Try again in "
          + "\(counted(seconds, "second", "seconds")).",
        retryAfter: seconds, requestID: requestID)
    case (.readers, _):
      var response = errorResponse(
        .unauthorized, title: "Sign in to change something",
        message: "Everybody may look. Who wants to change something says who they are.",
        requestID: requestID)
      response.head.headerFields[.wwwAuthenticate] = "Basic realm=\"Fieldguide\", charset=\"UTF-8\""
      return response
    default:
      return errorResponse(
        .forbidden, title: "Nothing can be changed here for now",
        message: "Everybody may look. Whoever runs this site can let people sign in.",
        requestID: requestID)
    }
  }

  /// A client sends more than others would have patience for.
  func tooManyPosts(wait seconds: Int, _ requestID: String) -> Response {
    errorResponse(
      .tooManyRequests, title: "Too many changes at once",
      message:
        "Nothing was changed by this one. Go back in "
        + "\(counted(seconds, "second", "seconds")) and send it again.",
      retryAfter: seconds, requestID: requestID)
  }

  /// The site is not found under the name that was asked for.
  func misdirected(_ requestID: String) -> Response {
    errorResponse(
      .misdirectedRequest, title: "This site has another name",
      message: "It does not answer to the name that was asked for.",
      // A way of our own would lead to the wrong name again.
      front: access.origins.first.flatMap { Href(elsewhere: $0.text + SiteRoute.front.href.text) },
      requestID: requestID)
  }
}
