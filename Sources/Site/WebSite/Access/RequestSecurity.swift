import HTTPTypes
import Logging
import WebServer

/// The access rules of a site, and the checks of a request before it reaches a handler: host,
/// origin, rate limit and visitor.
struct RequestSecurity: Sendable {
  /// The audience of requests without credentials.
  var anonymous = Audience.everybody
  /// True if changes can only be made on this machine.
  var isLimitedToMachine = false
  /// The visitors with a password, who begin a session with it or send it with each request;
  /// `nil` if there are none.
  var sessions: Sessions?
  /// The visitors whom a proxy signs in; `nil` if there are none.
  var forwarded: ForwardedVisitors?
  /// The origins of the site.
  var origins = Origins()
  /// The rate limit of posts.
  var posts = PostRateLimiter()
  /// The log of refused requests.
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
    if let forwarded, let visitor = forwarded.visitor(of: context.request) {
      context.signIn(visitor, mayWrite: forwarded.mayWrite(visitor))
      return nil
    }
    guard let sessions else { return nil }
    let (client, head) = (context.client, context.request.head)
    let confirms = confirms && sessions.isShared && head.method != .get && head.method != .head
    let find: @Sendable () async throws(SignInFailure) -> Grant?
    if let field = head.headerFields[.authorization] {
      let credentials = Credentials(field)
      if !confirms, let credentials, let grant = sessions.verified(credentials, from: client) {
        context.signIn(grant.visitor, grant)
        return nil
      }
      find = { () async throws(SignInFailure) in
        guard let credentials else { throw .wrong }
        return try await sessions.check(credentials, from: client)
      }
    } else if let token = token(of: context) {
      if !confirms {
        if let grant = sessions.grant(with: token) {
          context.signIn(grant.visitor, grant)
          return nil
        }
        if sessions.isInvalid(token) { return nil }
      }
      find = { () async throws(SignInFailure) in try await sessions.findGrant(with: token) }
    } else {
      return nil
    }
    return { [context] in
      var context = context
      do throws(SignInFailure) {
        if let grant = try await find() { context.signIn(grant.visitor, grant) }
      } catch {
        context.failure = error
      }
      return context
    }
  }

  /// Returns true if a request has the cookie of a session, even if that has ended.
  func hasHadSession(_ context: RequestContext) -> Bool {
    token(of: context).map { sessions?.hasHad($0) == true } ?? false
  }

  private func token(of context: RequestContext) -> SessionToken? {
    context.request.head.headerFields[.cookie].flatMap(cookie(of: context).token(in:))
  }

  /// Returns the cookie of sessions, as the visitor's connection allows it.
  func cookie(of context: RequestContext) -> SessionCookie {
    SessionCookie(isSecure: context.request.client.isSecure || origins.areSecure)
  }

  /// Checks that the site accepts the host of the request.
  ///
  /// Health checks are answered for any host: a load balancer uses the address
  /// of the instance, and their responses reveal nothing.
  func checkHost(of context: RequestContext) throws(SiteError) {
    guard
      origins.acceptsHost(context.request.client.host)
        || Readiness.isHealthCheck(context.request.head.path)
    else { throw .misdirected(to: origins.first) }
  }

  /// Checks that a request that only pages of this site may send does not come from another site.
  ///
  /// - Parameter error: the error for one that does.
  func checkOrigin(of context: RequestContext, or error: SiteError) throws(SiteError) {
    guard let reason = CrossOrigin.refusal(of: context.request.head, at: origins) else { return }
    log.log(
      "cross-origin request refused",
      metadata: ["client": "\(context.client)", "reason": "\(reason)"])
    throw error
  }

  /// Checks that a request was sent from this machine, if only it may make changes.
  ///
  /// A proxy that is not named speaks for strangers. Some add nothing to a request: then the
  /// origin is the name under which a browser has reached the site.
  func checkMachine(of context: RequestContext) throws(SiteError) {
    guard isLimitedToMachine else { return }
    let client = context.request.client
    let origin = context.field("Origin").flatMap { Origins.Origin($0) }
    guard client.isDirect, client.address == .local || client.address.isLoopback,
      origin?.isLoopback != false
    else {
      log.log(
        "a change that a proxy has forwarded was refused",
        metadata: [
          "client": "\(context.client)",
          "advice": "set --editors FILE or --writers everybody, and --trusted-proxy",
        ])
      throw .onlyOnThisMachine
    }
  }

  /// Checks the client's rate limit.
  func checkPost(of context: RequestContext) throws(SiteError) {
    if let seconds = posts.admit(context.client) { throw .tooManyPosts(wait: seconds) }
  }
}
