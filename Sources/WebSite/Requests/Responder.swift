import HTTPTypes
import ImmutableUI
import Logging
import WebServer

/// Responds to requests: the way of each one from the server to its handler
/// and back.
final class Responder: Sendable {
  let router: Router
  let security: RequestSecurity
  let handlers: Handlers
  let metrics: RequestMetrics
  let logger: Logger

  init(
    router: Router, security: RequestSecurity, handlers: Handlers, metrics: RequestMetrics,
    logger: Logger
  ) {
    self.router = router
    self.security = security
    self.handlers = handlers
    self.metrics = metrics
    self.logger = logger
  }

  /// Responds to a request, and logs it.
  @Sendable
  func reply(to request: Request) -> Reply {
    refreshDocument()
    let exchange = LoggedExchange(
      request: request, logger: logger, metrics: metrics,
      showsTiming: handlers.errors.renderer.tools.reloading != nil)
    let context = RequestContext(
      request: request, exchange: exchange, audience: security.access.anonymous)
    return exchange.ending(with: identified(context))
  }

  /// Finds out who asks before anything else, which may take its time.
  private func identified(_ context: RequestContext) -> Reply {
    guard case .editors(let editors) = security.access.writers,
      let credentials = context.request.head.headerFields[.authorization]
    else { return routed(context) }
    var context = context
    if editors.knows(credentials) {
      context.audience = .editors
      return routed(context)
    }
    return .later { [self, context] in
      var context = context
      context.verdict = await editors.check(credentials, from: context.client)
      if context.verdict == .editor { context.audience = .editors }
      return await routed(context).response
    }
  }

  /// Checks a request, and has the handler of its place respond.
  private func routed(_ context: RequestContext) -> Reply {
    do throws(SiteError) {
      try security.checkHost(of: context)
      let place = try router.place(at: context.request.head.path ?? "/")
      context.exchange.note { $0.route = place.pattern }
      let method = context.request.head.method
      guard place.method.accepts(method) else { throw .wrongMethod(method, wanted: place.method) }
      try security.checkOrigin(of: context)
      if place.method == .post { try security.checkPost(of: context) }
      return try handlers.reply(at: place, to: context)
    } catch {
      return .now(handlers.errors.response(to: error, context))
    }
  }
}
