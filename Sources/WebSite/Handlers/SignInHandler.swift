import HTTPTypes
import ImmutableUI
import Look
import Markup
import WebServer

/// Asks visitors to sign in, and refuses posts of those who have not.
struct SignInHandler: Sendable {
  let router: Router
  /// The name of the site, which browsers show beside the question.
  let realm: String

  /// Leads back to a page once the visitor has signed in.
  func respond(page: String, to context: RequestContext) throws(SiteError) -> Response {
    guard context.audience.mayWrite else { throw refusal(of: context) }
    return Response(
      status: .seeOther,
      headerFields: [
        .location: address(of: page) ?? SiteRoute.front.href.text, .cacheControl: "no-store",
      ])
  }

  /// The address of a page of this site: no redirect leads anywhere else.
  private func address(of page: String) -> String? {
    (try? router.place(at: page))?.pageAddress?.text
  }

  /// The reason why the visitor may not change anything.
  func refusal(of context: RequestContext) -> SiteError {
    switch (context.audience, context.verdict) {
    case (.readers, .wait(let seconds)):
      return SiteError(
        status: .tooManyRequests, title: "Too many wrong passwords",
        message: "Wait \(counted(seconds, "second", "seconds")) before you try again.",
        retryAfter: seconds)
    case (.readers, .busy(let seconds)):
      return SiteError(
        status: .serviceUnavailable, title: "Signing in is busy",
        message: "Your password was not checked. Try again in "
          + "\(counted(seconds, "second", "seconds")).",
        retryAfter: seconds)
    case (.readers, _):
      return SiteError(
        status: .unauthorized, title: "Sign in to change something",
        message: "Everybody may look. Who wants to change something says who they are.",
        fields: [.wwwAuthenticate: "Basic realm=\"\(quoted(realm))\", charset=\"UTF-8\""])
    default:
      return SiteError(
        status: .forbidden, title: "Nothing can be changed here for now",
        message: "Everybody may look. Whoever runs this site can let people sign in.")
    }
  }

  /// The content of a quoted string (RFC 9110 §5.6.4).
  private func quoted(_ text: String) -> String {
    text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
  }
}
