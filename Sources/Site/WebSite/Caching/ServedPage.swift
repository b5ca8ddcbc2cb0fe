import HTTPTypes
import ImmutableUI
import Markup
import WebServer

/// A rendered page with its response.
struct ServedPage: Sendable {
  let rendered: RenderedPage
  let response: CachedResponse
  /// The route pattern of the page, for logs and metrics.
  let pattern: RoutePattern

  /// The memory of the cached page in bytes: the bodies, and an estimate for
  /// the fragment states and selector results that it was rendered from.
  /// Measured with the pages of earthquakes, the largest ones, these take about
  /// twice as much as the body.
  var size: Int { response.size + 2 * rendered.bytes.count }

  /// - Parameters:
  ///   - rendered: the page.
  ///   - pattern: the route pattern of its address.
  ///   - status: the status of the response: browsers may store it only with
  ///     200.
  ///   - isPersonal: true if the page is for one visitor only.
  ///   - audience: the group of visitors that the page is for.
  ///   - policy: the content security policy, if it differs from the common
  ///     one.
  ///   - headers: the additional header fields, by their names.
  init(
    _ rendered: RenderedPage, pattern: RoutePattern = .other, status: HTTPResponse.Status,
    isPersonal: Bool, audience: Audience, policy: String?, headers: [String: String] = [:]
  ) {
    self.rendered = rendered
    self.pattern = pattern
    let cacheControl =
      switch (status, isPersonal || audience.isSignedIn) {
      // Stored by browsers, but revalidated each time: a 304 is cheap.
      case (.ok, false): "no-cache"
      // Going back to a form shows the same form, with the same identifier.
      case (.ok, true): "private, no-cache"
      default: "no-store"
      }
    var fields: HTTPFields = [
      .contentType: "text/html; charset=utf-8", .cacheControl: cacheControl,
    ]
    fields[.contentSecurityPolicy] = policy
    for (name, value) in headers {
      if let name = HTTPField.Name(name) { fields[name] = value }
    }
    if audience.signsIn { fields[.vary] = "Authorization, Cookie" }
    response = CachedResponse(
      status: status, fields: fields,
      version: status == .ok && !isPersonal ? rendered.version : nil,
      body: SharedBuffer(rendered.bytes.buffer, owner: rendered.bytes))
  }
}
