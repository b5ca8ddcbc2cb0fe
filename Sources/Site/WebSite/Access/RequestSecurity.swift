import HTTPTypes
import Logging
import WebServer

/// The security checks of a request before it reaches a handler: host, origin, rate limit and
/// visitor.
struct RequestSecurity: Sendable {
  let access: Access
  let log: LogThrottle

  /// Recognises a visitor by what a trusted proxy says, by a password that was correct before,
  /// or by a session in memory.
  ///
  /// - Parameter confirms: false if no change follows.
  /// - Returns: the check of another password, the look-up of another session, or, before a
  ///   change on one of several instances, the confirmation of either; `nil` if there is none.
  func authenticate(
    _ context: inout RequestContext, confirms: Bool = true
  ) -> (@Sendable () async -> RequestContext)? {
    guard let signIns else { return nil }
    if let visitor = signIns.forwarded?.visitor(of: context.request) {
      context.signIn(visitor)
      return nil
    }
    guard let sessions = signIns.sessions else { return nil }
    let (method, fields) = (context.request.head.method, context.request.head.headerFields)
    let confirms = confirms && sessions.isShared && method != .get && method != .head
    if let field = fields[.authorization] {
      if !confirms, let grant = sessions.verified(field, from: context.client) {
        context.signIn(grant)
        return nil
      }
      return { [context] in
        var context = context
        let (result, grant) = await sessions.check(field, from: context.client)
        context.loginResult = result
        if let grant { context.signIn(grant) }
        return context
      }
    }
    guard let field = fields[.cookie], let token = cookie(of: context).token(in: field) else {
      return nil
    }
    if !confirms {
      if let signedIn = sessions.visitor(with: token) {
        context.signIn(signedIn)
        return nil
      }
      if sessions.isInvalid(token) { return nil }
    }
    return { [context] in
      var context = context
      do {
        if let signedIn = try await sessions.findVisitor(with: token) { context.signIn(signedIn) }
      } catch {
        context.loginResult = .unavailable
      }
      return context
    }
  }

  /// Returns true if a request has the cookie of a session, even if that has ended.
  func hasHadSession(_ context: RequestContext) -> Bool {
    guard let field = context.request.head.headerFields[.cookie],
      let token = cookie(of: context).token(in: field)
    else { return false }
    return signIns?.sessions?.hasHad(token) == true
  }

  /// Returns the cookie of sessions, as the visitor's connection allows it.
  func cookie(of context: RequestContext) -> SessionCookie {
    SessionCookie(isSecure: context.request.client.isSecure || access.origins.areSecure)
  }

  /// Returns true if a right has not ended in the meantime.
  func isValid(_ grant: Grant) -> Bool { signIns?.sessions?.isValid(grant) == true }

  /// The ways to sign in; `nil` if no one needs to, or no one can.
  var signIns: SignIns? { if case .editors(let signIns) = access.writers { signIns } else { nil } }

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

  /// Checks that a request was sent from this machine, if only it may make changes.
  ///
  /// A proxy that is not named speaks for strangers. Some add nothing to a request: then the
  /// origin is the name under which a browser has reached the site.
  func checkMachine(of context: RequestContext) throws(SiteError) {
    guard case .thisMachine = access.writers else { return }
    let client = context.request.client
    let origin = context.field("Origin").flatMap { Origins.Origin($0) }
    guard client.isDirect, client.address == .local || client.address.isLoopback,
      origin?.isLoopback != false
    else {
      log.log(
        "a change that a proxy has forwarded was refused",
        metadata: [
          "id": "\(context.id)", "client": "\(context.client)",
          "advice": "set --editors FILE or --writers everybody, and --trusted-proxy",
        ])
      throw .onlyOnThisMachine
    }
  }

  /// Checks the client's rate limit.
  func checkPost(of context: RequestContext) throws(SiteError) {
    if let seconds = access.posts.admit(context.client) { throw .tooManyPosts(wait: seconds) }
  }

  private func logRefusal(_ refusal: CrossOrigin.Refusal, of context: RequestContext) {
    log.log(
      "cross-origin request refused",
      metadata: [
        "id": "\(context.id)", "client": "\(context.client)", "reason": "\(refusal.text)",
      ])
  }
}
