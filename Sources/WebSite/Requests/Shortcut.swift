import HTTPTypes
import ImmutableUI
import Logging
import Metrics
import WebServer

/// Responses without a way through the handlers: to requests that the server
/// refused, and from the cache.
extension Responder {
  /// Answers a request that was refused before it got here.
  @Sendable
  func response(to refusal: Refusal, of client: ClientAddress) -> Response {
    let requestID = LoggedExchange.makeID()
    logger.info(
      "refused",
      metadata: [
        "id": "\(requestID)", "status": .stringConvertible(refusal.status.code),
        "client": "\(client.text)", "reason": "\(refusal.reason)",
      ])
    metrics.count(.other, status: refusal.status.code, nanoseconds: 0)
    return handlers.errors.renderer.response(to: .refused(refusal), requestID)
  }

  /// Answers a request with what is kept and still right, if there is such.
  func shortcut(_ glance: RequestGlance, _ commonFields: HTTPFields) -> PreparedResponse? {
    let stopwatch = Stopwatch()
    let renderer = handlers.errors.renderer
    let access = security.access
    guard renderer.tools.reloading == nil,
      // Editors see other pages. Who they are is found out the long way.
      access.anonymous != .readers || glance.field("Authorization") == nil,
      access.origins.answer(to: glance.client.host)
    else { return nil }
    var measure = RequestMeasure()
    let kept: KeptResponse
    if let page = handlers.pages.cache.untouchedPage(at: glance.target) {
      kept = page.response
      measure.route = page.pattern
      measure.origin = .hit
    } else if let asset = renderer.document.assets.response(at: glance.target) {
      kept = asset
      measure.route = SiteRoute.asset("").pattern
    } else {
      return nil
    }
    let wish = kept.wish(
      acceptEncoding: glance.field("Accept-Encoding"), ifNoneMatch: glance.field("If-None-Match"))
    guard let response = kept.prepared(for: wish, commonFields: commonFields) else { return nil }
    measure.nanoseconds = stopwatch.nanoseconds
    metrics.count(
      measure.route, status: response.status.code, nanoseconds: measure.nanoseconds)
    if logsRequests { LoggedExchange.log(glance, response, measure, to: logger) }
    return response
  }
}
