import HTTPTypes
import Logging
import WebServer

/// The security checks of a request before it reaches a handler: host, origin,
/// rate limit and rights.
struct RequestSecurity: Sendable {
  let access: Access
  let signIn: SignInHandler
  let log: LogThrottle

  /// Recognises an editor by a password that was correct before.
  ///
  /// - Returns: the check of another password; `nil` if none has to be checked.
  func authenticate(
    _ context: inout RequestContext
  ) -> (@Sendable () async -> RequestContext)? {
    guard case .editors(let editors) = access.writers,
      let credentials = context.request.head.headerFields[.authorization]
    else { return nil }
    if let visitor = editors.verifiedVisitor(credentials) {
      context.signIn(visitor)
      return nil
    }
    return { [context] in
      var context = context
      let result = await editors.check(credentials, from: context.client)
      context.loginResult = result
      if case .success(let visitor) = result { context.signIn(visitor) }
      return context
    }
  }

  /// Checks that the site accepts the host of the request.
  ///
  /// Health checks are answered for any host: a load balancer uses the address
  /// of the instance, and their responses reveal nothing.
  func checkHost(of context: RequestContext) throws(SiteError) {
    guard
      access.origins.acceptsHost(context.request.client.host)
        || Readiness.isHealthCheck(context.request.head.path)
    else {
      throw .misdirected(to: access.origins.first)
    }
  }

  /// Checks that a request that changes data does not come from another site.
  func checkOrigin(of context: RequestContext) throws(SiteError) {
    guard let refusal = CrossOrigin.refusal(of: context.request.head, at: access.origins) else {
      return
    }
    logRefusal(refusal, of: context)
    throw .crossOriginForm
  }

  /// Checks that a request for a stream does not come from another site.
  func checkStreamOrigin(of context: RequestContext) throws(SiteError) {
    guard let refusal = CrossOrigin.originRefusal(of: context.request.head, at: access.origins)
    else { return }
    logRefusal(refusal, of: context)
    throw .crossOriginStream
  }

  /// Checks the client's rate limit and rights.
  func checkPost(of context: RequestContext) throws(SiteError) {
    if let seconds = access.posts.admit(context.client) { throw .tooManyPosts(wait: seconds) }
    guard context.audience.mayWrite else { throw signIn.refusal(of: context) }
  }

  private func logRefusal(_ refusal: CrossOrigin.Refusal, of context: RequestContext) {
    log.log(
      "cross-origin request refused",
      metadata: [
        "id": "\(context.id)", "client": "\(context.client)", "reason": "\(refusal.text)",
      ])
  }
}
