import HTTPTypes
import Logging
import WebServer

/// The checks of a request before a handler gets it: host, origin, rate limit
/// and rights.
struct RequestSecurity: Sendable {
  let access: Access
  let signIn: SignInHandler
  let log: LogThrottle

  /// Checks that the site is found under the name that was asked for.
  func checkHost(of context: RequestContext) throws(SiteError) {
    guard access.origins.answer(to: context.request.client.host) else {
      throw .misdirected(to: access.origins.first)
    }
  }

  /// Checks that no other site makes a browser post here.
  func checkOrigin(of context: RequestContext) throws(SiteError) {
    guard let refusal = CrossOrigin.refusal(of: context.request.head, at: access.origins) else {
      return
    }
    note(refusal, of: context)
    throw .formOfAnotherSite
  }

  /// Checks that no other site reads a stream.
  func checkStreamOrigin(of context: RequestContext) throws(SiteError) {
    guard let refusal = CrossOrigin.originRefusal(of: context.request.head, at: access.origins)
    else { return }
    note(refusal, of: context)
    throw .streamOfAnotherSite
  }

  /// Checks that the client may post, and has not posted too often.
  func checkPost(of context: RequestContext) throws(SiteError) {
    if let seconds = access.posts.admit(context.client) { throw .tooManyPosts(wait: seconds) }
    guard context.audience.mayWrite else { throw signIn.refusal(of: context) }
  }

  private func note(_ refusal: CrossOrigin.Refusal, of context: RequestContext) {
    log.log(
      "a request from another site was refused",
      metadata: [
        "id": "\(context.id)", "client": "\(context.client)", "reason": "\(refusal.text)",
      ])
  }
}
