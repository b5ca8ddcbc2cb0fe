import HTTPTypes
import ImmutableUI
import Markup
import WebServer

/// A rendered page, and how it is sent.
struct ServedPage: Sendable {
  let rendered: RenderedPage
  let response: CachedResponse
  /// The kind of its address.
  let pattern: RoutePattern

  /// The number of bytes that keeping the page takes: the forms of its body,
  /// and an estimate of what it was made from, the states of its fragments and
  /// the answers of its selectors. For the pages of earthquakes, which are the
  /// largest, those were measured to take about twice as much as the body.
  var size: Int { response.size + 2 * rendered.bytes.count }

  /// - Parameters:
  ///   - rendered: the page.
  ///   - pattern: the kind of its address.
  ///   - status: how the request for it went: only with 200 may browsers keep
  ///     it.
  ///   - isPersonal: whether it is for one visitor only.
  ///   - audience: who sees it.
  ///   - policy: its content security policy, where it needs one of its own.
  init(
    _ rendered: RenderedPage, pattern: RoutePattern = .other, status: HTTPResponse.Status,
    isPersonal: Bool, audience: Audience, policy: String?
  ) {
    self.rendered = rendered
    self.pattern = pattern
    let cacheControl =
      switch (status, isPersonal || audience == .editors) {
      // Kept, but asked about each time: a 304 costs nothing.
      case (.ok, false): "no-cache"
      // Who goes back to a form gets that very form, with the id it has.
      case (.ok, true): "private, no-cache"
      default: "no-store"
      }
    var fields: HTTPFields = [
      .contentType: "text/html; charset=utf-8", .cacheControl: cacheControl,
    ]
    fields[.contentSecurityPolicy] = policy
    if audience == .editors || audience == .readers { fields[.vary] = "Authorization" }
    response = CachedResponse(
      status: status, fields: fields,
      version: status == .ok && !isPersonal ? rendered.version : nil,
      body: SharedBuffer(rendered.bytes.buffer, owner: rendered.bytes))
  }
}
