import HTTPTypes
import ImmutableUI
import Logging
import WebServer

/// Responds to requests: authenticates, routes and handles them.
final class Responder: Sendable {
  let router: Router
  let security: RequestSecurity
  let handlers: Handlers
  let metrics: RequestMetrics
  let logger: Logger
  let requestLog: RequestLog?

  init(
    router: Router, security: RequestSecurity, handlers: Handlers, metrics: RequestMetrics,
    logger: Logger, requestLog: RequestLog?
  ) {
    self.router = router
    self.security = security
    self.handlers = handlers
    self.metrics = metrics
    self.logger = logger
    self.requestLog = requestLog
  }

  /// Responds to a request, and logs it.
  @Sendable
  func reply(to request: Request) -> Reply {
    refreshDocument()
    let requestLogger = RequestLogger(
      request: request, log: requestLog, metrics: metrics,
      showsTiming: handlers.errors.renderer.tools.reloading != nil)
    let context = RequestContext(
      request: request, requestLogger: requestLogger, audience: security.access.anonymous)
    return requestLogger.finishing(with: authenticated(context))
  }

  /// Authenticates the client first. Checking a password takes time on purpose,
  /// so the reply is asynchronous in that case.
  private func authenticated(_ context: RequestContext) -> Reply {
    guard case .editors(let editors) = security.access.writers,
      let credentials = context.request.head.headerFields[.authorization]
    else { return handled(context) }
    var context = context
    if editors.hasVerified(credentials) {
      context.audience = .editors
      return handled(context)
    }
    return .later { [self, context] in
      var context = context
      context.loginResult = await editors.check(credentials, from: context.client)
      if context.loginResult == .success { context.audience = .editors }
      return await handled(context).response
    }
  }

  /// Runs the security checks, and dispatches the request to the handler of its
  /// route.
  private func handled(_ context: RequestContext) -> Reply {
    do throws(SiteError) {
      try security.checkHost(of: context)
      let (address, seen) = handlers.pages.positions.split(context.request.head.path ?? "/")
      let context = context.having(seen: seen)
      let match = try match(at: address)
      context.requestLogger.note { $0.route = match.pattern }
      let method = context.request.head.method
      guard match.method.accepts(method) else { throw .wrongMethod(method, expected: match.method) }
      try security.checkOrigin(of: context)
      if match.method == .post { try security.checkPost(of: context) }
      return try handlers.reply(to: match, for: context)
    } catch {
      return .now(handlers.errors.response(to: error, context))
    }
  }

  private func match(at address: String) throws(SiteError) -> RouteMatch {
    do throws(SiteError) {
      return try router.match(at: address)
    } catch {
      guard error.status == .notFound, let page = router.page(withoutSlashOf: address) else {
        throw error
      }
      throw .moved(to: page)
    }
  }
}
