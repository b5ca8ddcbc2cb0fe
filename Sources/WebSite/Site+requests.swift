import HTTPTypes
import ImmutableUI
import Logging
import Metrics
package import WebServer

/// From a request to the response, and to the line in the log.
extension Site {
  /// Answers a request, and logs that it did.
  @Sendable
  package func reply(to request: Request) -> Reply {
    refreshDocument()
    let exchange = LoggedExchange(request: request, logger: logger, metrics: requests)
    switch reply(to: request, exchange) {
    case .now(let response):
      return .now(ended(exchange, with: response))
    case .later(let respond):
      return .later { [self] in ended(exchange, with: await respond()) }
    }
  }

  private func ended(_ exchange: LoggedExchange, with response: Response) -> Response {
    let measure = exchange.ended(with: response)
    guard tools.reloading != nil, let serverTiming = HTTPField.Name("Server-Timing")
    else { return response }
    var response = response
    response.head.headerFields[serverTiming] = measure.serverTiming
    return response
  }

  /// Finds out who asks before anything else, which may take its time.
  private func reply(to request: Request, _ exchange: LoggedExchange) -> Reply {
    guard case .editors(let editors) = access.writers,
      let credentials = request.head.headerFields[.authorization]
    else { return route(request, Visitor(access.anonymous), exchange) }
    if editors.knows(credentials) { return route(request, Visitor(.editors), exchange) }
    return .later { [self] in
      let visitor =
        switch await editors.check(credentials, from: request.client.address) {
        case .editor: Visitor(.editors)
        case let verdict: Visitor(access.anonymous, verdict)
        }
      switch route(request, visitor, exchange) {
      case .now(let response): return response
      case .later(let respond): return await respond()
      }
    }
  }

  /// Who asks, as far as it matters here.
  struct Visitor {
    let audience: Audience
    /// The result of checking the password; `nil` if none was sent or it is known.
    let verdict: Editors.Verdict?

    init(_ audience: Audience, _ verdict: Editors.Verdict? = nil) {
      self.audience = audience
      self.verdict = verdict
    }
  }

  /// Answers a request that was refused before it got here.
  @Sendable
  package func response(to refusal: Refusal, of client: ClientAddress) -> Response {
    let requestID = LoggedExchange.makeID()
    logger.info(
      "refused",
      metadata: [
        "id": "\(requestID)", "status": .stringConvertible(refusal.status.code),
        "client": "\(client.text)", "reason": "\(refusal.reason)",
      ])
    requests.count(.other, status: refusal.status.code, nanoseconds: 0)
    return errorResponse(
      refusal.status, title: "This request cannot be answered", message: refusal.reason,
      retryAfter: refusal.status == .serviceUnavailable ? 5 : nil, requestID: requestID)
  }

  /// Answers a request with what is kept and still right, if there is such.
  @Sendable
  package func shortcut(_ glance: RequestGlance) -> PreparedResponse? {
    let stopwatch = Stopwatch()
    guard tools.reloading == nil,
      // Editors see other pages. Who they are is found out the long way.
      access.anonymous != .readers || glance.field("Authorization") == nil,
      access.origins.answer(to: glance.client.host)
    else { return nil }
    var measure = RequestMeasure()
    let kept: KeptResponse
    if let page = pages.untouchedPage(at: glance.target) {
      kept = page.response
      measure.route = RoutePattern(pageOf: page.guide)
      measure.origin = .hit
    } else if let asset = document.assets.response(at: glance.target) {
      kept = asset
      measure.route = .asset
    } else {
      return nil
    }
    let wish = kept.wish(
      acceptEncoding: glance.field("Accept-Encoding"), ifNoneMatch: glance.field("If-None-Match"))
    guard let response = kept.prepared(for: wish, commonFields: commonFields) else { return nil }
    measure.nanoseconds = stopwatch.nanoseconds
    requests.count(
      measure.route, status: response.status.code, nanoseconds: measure.nanoseconds)
    if logsRequests { LoggedExchange.log(glance, response, measure, to: logger) }
    return response
  }
}
