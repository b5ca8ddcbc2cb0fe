import HTTPTypes
import ImmutableUI
import Inspector
import Markup
import Synchronization
import WebServer

/// Responds with streams of server-sent events that keep open pages up to
/// date.
struct StreamHandler: Sendable {
  let pages: PageHandler
  let router: Router
  let live: LivePages
  /// The number of open streams.
  let limit: ConcurrencyLimit
  let security: RequestSecurity
  let front: FrontPages
  let inspector: InspectorHandler

  /// Responds with the stream of the page at an address.
  ///
  /// - Parameters:
  ///   - target: the address of the page.
  ///   - version: the version that the browser shows.
  func respond(
    withPageAt target: String, _ version: String, to context: RequestContext
  ) throws(SiteError) -> Response {
    // Other sites may not read streams either: they are pages that go on.
    try security.checkStreamOrigin(of: context)
    let place = try router.place(at: target)
    // The version that was sent last counts more than the first one.
    let version = context.field("Last-Event-ID") ?? version
    switch place {
    case .guide(let place): return try place.stream(version, to: context, by: self)
    case .site(.front):
      return try respond(
        with: FrontPages.Location(), in: front, of: nil, at: SiteRoute.front.href, version,
        to: context)
    case .site(.inspector(let route)):
      let address = SiteRoute.inspector(route).href
      _ = try inspector.page(at: route, for: context)
      return try respond(at: address, group: Inspector.group, version, to: context) {
        [inspector] in
        (try? inspector.page(at: route, for: context)).map(LiveContent.page)
          ?? .redirect(to: InspectorRoute.index.href.text)
      }
    case .site: throw .notFound(.page)
    }
  }

  /// Responds with the stream of a page.
  ///
  /// - Parameters:
  ///   - guide: the name of the guide; `nil` for the front page.
  ///   - version: the version that the browser shows.
  func respond<Source: PageSource>(
    with location: Source.Location, in source: Source, of guide: String?, at address: Href,
    _ version: String, to context: RequestContext
  ) throws(SiteError) -> Response {
    // Nobody else may ask for it, as after a restart.
    if !source.isReady(at: location) { Task { try? await source.prepare(at: location) } }
    return try respond(at: address, group: Self.group(of: guide), version, to: context) {
      [pages, audience = context.audience] in
      pages.liveContent(at: location, in: source, of: guide, at: address, for: audience)
    }
  }

  /// The group of pages that follow the same store.
  ///
  /// - Parameter guide: the name of the guide; `nil` for the front page.
  static func group(of guide: String?) -> String { guide ?? "front" }

  private func respond(
    at address: Href, group: String, _ version: String, to context: RequestContext,
    render: @escaping @Sendable () -> LiveContent
  ) throws(SiteError) -> Response {
    let client = context.client
    guard limit.admit(client) else { throw .tooManyStreams }
    let sleeper = Sleeper()
    guard
      let subscriber = live.subscribe(
        context.audience.key(address), at: address.text, group: group, version: version,
        preamble: ServerSentEvent.retry(after: .random(in: retryLimits)),
        render: render, onWake: { sleeper.wake() })
    else {
      limit.release(client)
      throw .tooManyStreams
    }
    let stream = ResponseStream(
      source: { subscriber.next().map(ResponseStream.Next.bytes) ?? .wait },
      finalBytes: { [retryLimits] in ServerSentEvent.retry(after: .random(in: retryLimits)) },
      onEnd: { [live, limit] in
        live.unsubscribe(subscriber)
        limit.release(client)
        // The stream holds the subscriber, which holds what wakes the stream.
        sleeper.stream.withLock { $0 = nil }
      })
    sleeper.stream.withLock { $0 = stream }
    var fields: HTTPFields = [
      .contentType: "text/event-stream; charset=utf-8", .cacheControl: "no-store",
    ]
    // Proxies are to pass on each event at once.
    if let buffering = HTTPField.Name("X-Accel-Buffering") { fields[buffering] = "no" }
    return Response(status: .ok, headerFields: fields, body: .stream(stream))
  }

  /// The milliseconds after which browsers reconnect: not all at once, but at
  /// once to the program that a developer has restarted.
  private var retryLimits: ClosedRange<Int> {
    pages.renderer.tools.reloading != nil ? 200...200 : 1_000...4_000
  }
}

/// Wakes a stream that does not exist yet when its subscriber is created.
private final class Sleeper: Sendable {
  let stream = Mutex<ResponseStream?>(nil)

  func wake() { stream.withLock { $0 }?.wake() }
}
