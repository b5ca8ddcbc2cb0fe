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
  ///
  /// If a password has to be checked, which takes time on purpose, the reply is
  /// asynchronous.
  @Sendable
  func reply(to request: Request) -> Reply {
    refreshDocument()
    var context = context(of: request)
    let check = security.authenticate(&context)
    return context.requestLogger.finishing(
      with: check.map { check in
        .later { [self] in await handled(await check()).response }
      } ?? handled(context))
  }

  /// Responds to a request with a file before the file is read, if its visitor may not change
  /// data.
  ///
  /// A password that has to be checked first lets the file pass: wrong ones are throttled. So does
  /// the cookie of a session that has ended: the file is kept until its visitor has signed in.
  @Sendable
  func refusal(ofUpload request: Request) -> Response? {
    var context = context(of: request)
    let check = security.authenticate(&context, confirms: false)
    guard !context.audience.mayWrite, !security.hasHadSession(context),
      check == nil || request.head.headerFields[.authorization] == nil,
      case .now(let response) = context.requestLogger.finishing(with: handled(context))
    else { return nil }
    return response
  }

  private func context(of request: Request) -> RequestContext {
    RequestContext(
      request: request,
      requestLogger: RequestLogger(
        request: request, log: requestLog, metrics: metrics,
        showsTiming: handlers.errors.renderer.tools.reloading != nil),
      audience: security.anonymous)
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
      if match.method == .post {
        try security.checkOrigin(of: context, or: .crossOriginForm)
        try security.checkMachine(of: context)
        try security.checkPost(of: context)
        guard context.audience.mayWrite || !match.changesData else {
          return .now(try handlers.accounts.refuse(match, for: context))
        }
      }
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
