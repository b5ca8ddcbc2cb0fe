import HTTPTypes
import ImmutableUI
import Logging
import Metrics
import WebServer

/// Responds to requests directly from the cache, without building a `Request`
/// and without a handler.
///
/// It stores copies of everything it needs: reaching it through the handlers
/// would cost reference counting with every request.
final class FastPath: Sendable {
  private let cache: PageCache
  private let assets: Assets
  private let origins: Origins
  /// True if visitors can sign in: editors get different pages.
  private let hasEditors: Bool
  /// True if a proxy can sign visitors in.
  private let acceptsForwarded: Bool
  private let commonFields: HTTPFields
  private let metrics: RequestMetrics
  private let log: RequestLog?

  /// - Parameters:
  ///   - responder: the responder of the site.
  ///   - commonFields: the header fields of all responses.
  init(_ responder: Responder, commonFields: HTTPFields) {
    cache = responder.handlers.pages.cache
    assets = responder.handlers.errors.renderer.document.assets
    origins = responder.security.origins
    hasEditors = responder.security.anonymous == .readers
    acceptsForwarded = responder.security.forwarded != nil
    metrics = responder.metrics
    log = responder.requestLog
    self.commonFields = commonFields
  }

  /// Returns true if a request may be of a visitor who has signed in.
  private func mayBeSignedIn(_ preview: RequestPreview) -> Bool {
    if preview.field("Authorization") != nil { return true }
    if let cookie = preview.field("Cookie"), cookie.contains(SessionCookie.suffix) { return true }
    return acceptsForwarded && preview.client.isForwarded
  }

  /// Returns a cached response that is still valid; `nil` if there is none.
  @Sendable
  func response(to preview: RequestPreview) -> PreparedResponse? {
    let stopwatch = Stopwatch()
    let client = preview.client
    guard !hasEditors || !mayBeSignedIn(preview), origins.acceptsHost(client.host),
      // The response names the trace of a trusted proxy, and so is not shared.
      !client.isForwarded || preview.field("traceparent") == nil
    else { return nil }
    var measurement = RequestMeasurement()
    let cached: CachedResponse
    if let page = cache.validPage(at: preview.target) {
      cached = page.response
      measurement.route = page.pattern
      measurement.lookup = .init(origin: .hit)
    } else if let asset = assets.response(at: preview.target) {
      cached = asset
      measurement.route = .asset
    } else {
      return nil
    }
    let variant = cached.variant(
      acceptEncoding: preview.field("Accept-Encoding"), ifNoneMatch: preview.field("If-None-Match"))
    guard let response = cached.prepared(for: variant, commonFields: commonFields) else {
      return nil
    }
    measurement.nanoseconds = stopwatch.nanoseconds
    metrics.count(
      measurement.route, status: response.status.code, nanoseconds: measurement.nanoseconds)
    if let log {
      let isSent = !preview.isHead && response.status != .notModified
      log.write(
        RequestID(), client: client.address, method: preview.isHead ? "HEAD" : "GET",
        target: preview.target, status: response.status.code, bytes: isSent ? response.size : 0,
        measurement)
    }
    return response
  }
}

extension Responder {
  /// Renders the error page for a request that the server refused.
  @Sendable
  func response(to refusal: Refusal, of client: ClientAddress) -> Response {
    let requestID = RequestID()
    logger.info(
      "refused",
      metadata: [
        "id": "\(requestID)", "status": .stringConvertible(refusal.status.code),
        "client": "\(client.text)", "reason": "\(refusal.reason)",
      ])
    metrics.count(.other, status: refusal.status.code, nanoseconds: 0)
    var response = handlers.errors.renderer.response(
      to: .refused(refusal), requestID.description)
    requestID.mark(&response)
    return response
  }
}
