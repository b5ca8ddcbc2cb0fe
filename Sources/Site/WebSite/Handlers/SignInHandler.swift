import HTTPTypes
import ImmutableUI
import Look
import Markup
import WebServer

/// Asks visitors to sign in, and refuses posts of those who have not.
struct SignInHandler: Sendable {
  let router: Router
  /// The name of the site, which browsers show in the sign-in dialog.
  let realm: String

  /// Redirects to a page once the visitor has signed in.
  func respond(page: String, to context: RequestContext) throws(SiteError) -> Response {
    guard context.audience.mayWrite else { throw refusal(of: context) }
    return Response(
      status: .seeOther,
      headerFields: [
        .location: address(of: page) ?? SiteRoute.front.href.text, .cacheControl: "no-store",
      ])
  }

  /// Returns the address of a page of this site; `nil` for any other text, to
  /// prevent open redirects.
  private func address(of page: String) -> String? {
    (try? router.match(at: page))?.pageAddress?.text
  }

  /// Returns the error for a visitor who may not change data.
  func refusal(of context: RequestContext) -> SiteError {
    switch (context.audience, context.loginResult) {
    case (.readers, .wait(let seconds)):
      return SiteError(
        status: .tooManyRequests, title: "Too many wrong passwords",
        message: "Wait \(counted(seconds, "second", "seconds")), then try again.",
        retryAfter: seconds)
    case (.readers, .busy(let seconds)):
      return SiteError(
        status: .serviceUnavailable, title: "Too many people are signing in",
        message: "Your password was not checked. Wait "
          + "\(counted(seconds, "second", "seconds")), then try again.",
        retryAfter: seconds)
    case (.readers, _):
      var error = SiteError.signInRequired
      error.fields[.wwwAuthenticate] = "Basic realm=\"\(Self.quoted(realm))\", charset=\"UTF-8\""
      return error
    default: return .readOnly
    }
  }

  /// Escapes the content of a quoted string (RFC 9110 §5.6.4). Scalars are
  /// compared: for a browser a quote before a combining mark is a quote.
  static func quoted(_ text: String) -> String {
    var quoted = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if scalar == "\\" || scalar == "\"" { quoted.append("\\") }
      quoted.append(scalar)
    }
    return String(quoted)
  }
}
