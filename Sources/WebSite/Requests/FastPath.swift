import HTTPTypes
import ImmutableUI
import Logging
import Metrics
import WebServer

/// Responds from the cache, before a request is built and without any handler.
///
/// All it needs is stored here: reaching into the handlers would count
/// references to them with every request.
final class FastPath: Sendable {
  private let cache: PageCache
  private let assets: Assets
  private let origins: Origins
  /// True if visitors can sign in: editors see other pages.
  private let hasEditors: Bool
  private let commonFields: HTTPFields
  private let metrics: RequestMetrics
  private let logger: Logger
  private let logsRequests: Bool

  /// - Parameters:
  ///   - responder: the responder of the site.
  ///   - commonFields: the header fields of all responses.
  init(_ responder: Responder, commonFields: HTTPFields) {
    cache = responder.handlers.pages.cache
    assets = responder.handlers.errors.renderer.document.assets
    origins = responder.security.access.origins
    hasEditors = responder.security.access.anonymous == .readers
    metrics = responder.metrics
    logger = responder.logger
    logsRequests = logger.logLevel <= .info
    self.commonFields = commonFields
  }

  /// Returns a cached response that is still valid; `nil` if there is none.
  @Sendable
  func response(to preview: RequestPreview) -> PreparedResponse? {
    let stopwatch = Stopwatch()
    guard !hasEditors || preview.field("Authorization") == nil,
      origins.answer(to: preview.client.host)
    else { return nil }
    var measure = RequestMeasure()
    let kept: CachedResponse
    if let page = cache.untouchedPage(at: preview.target) {
      kept = page.response
      measure.route = page.pattern
      measure.origin = .hit
    } else if let asset = assets.response(at: preview.target) {
      kept = asset
      measure.route = .asset
    } else {
      return nil
    }
    let variant = kept.variant(
      acceptEncoding: preview.field("Accept-Encoding"), ifNoneMatch: preview.field("If-None-Match"))
    guard let response = kept.prepared(for: variant, commonFields: commonFields) else { return nil }
    measure.nanoseconds = stopwatch.nanoseconds
    metrics.count(
      measure.route, status: response.status.code, nanoseconds: measure.nanoseconds)
    if logsRequests { LoggedExchange.log(preview, response, measure, to: logger) }
    return response
  }
}

extension Responder {
  /// Responds to a request that the server refused.
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
}
