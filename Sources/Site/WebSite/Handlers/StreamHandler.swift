import HTTPTypes
import ImmutableUI
import Markup
import Synchronization
import WebServer

/// Responds with the event streams (server-sent events) that keep open pages up
/// to date.
///
/// A stream opens at once; what it sends is rendered in turn by client, like pages, and beside them.
struct StreamHandler: Sendable {
  let pages: PageHandler
  /// The renderings for streams, which wait for each other and not for pages.
  let updates: PageQueue
  let router: Router
  let live: LivePages
  /// The limit on concurrent streams.
  let limit: ConcurrencyLimit
  let security: RequestSecurity
  let front: FrontPages
  /// The changes of all guides; `nil` if none are kept.
  let changes: (any ChangesPages)?
  let toolSite: ToolSite

  /// Responds with the stream of the page at an address.
  ///
  /// - Parameters:
  ///   - target: the address of the page.
  ///   - version: the version that the browser shows, or the id of the last event
  ///     that it has received.
  func reply(
    withPageAt target: String, _ version: String, to context: RequestContext
  ) throws(SiteError) -> Reply {
    // A stream has the content of a page, so other sites may not read it
    // either.
    try security.checkOrigin(of: context, or: .crossOriginStream)
    let match = try router.match(at: target)
    // `Last-Event-ID` is more recent than the version in the address.
    let (version, position) = LogPositions.split(eventID: context.field("Last-Event-ID") ?? version)
    let context = context.having(seen: position ?? context.seen)
    switch match {
    case .guide(let match): return try reply(with: match, version, to: context)
    case .site(.front):
      return try reply(
        with: FrontPages.Location(), in: front, of: nil, at: SiteRoute.front.href, version,
        to: context)
    case .site(.changes(let query)):
      guard let changes else { throw .notFound(.page) }
      return try reply(withChanges: query, in: changes, version, to: context)
    case .tool(let tool, let target):
      guard let (address, _) = try tool.livePage(at: target, for: context, in: toolSite) else {
        throw .notFound(.page)
      }
      return .now(
        try respond(at: address, of: nil, group: tool.name, version, to: context) { [toolSite] in
          guard let live = try? tool.livePage(at: target, for: context, in: toolSite) else {
            return .redirect(to: Href(path: [tool.name]).text)
          }
          return .page(live.page)
        })
    case .site: throw .notFound(.page)
    }
  }

  private func reply(
    with match: some GuideRouteMatch, _ version: String, to context: RequestContext
  ) throws(SiteError) -> Reply {
    guard case .page(let location) = match.route.destination, let address = match.pageAddress
    else { throw .notFound(.page) }
    return try reply(
      with: location, in: match.pages, of: match.guide.name, at: address, version, to: context)
  }

  private func reply(
    withChanges query: NamedValues, in source: some ChangesPages, _ version: String,
    to context: RequestContext
  ) throws(SiteError) -> Reply {
    let (location, address) = try source.page(of: query)
    return try reply(with: location, in: source, of: nil, at: address, version, to: context)
  }

  /// Responds with the stream of a page, as soon as this instance has what the
  /// browser has seen.
  ///
  /// - Parameters:
  ///   - guide: the name of the guide; `nil` for the front page.
  ///   - version: the version that the browser shows.
  private func reply<Source: PageSource>(
    with location: Source.Location, in source: Source, of guide: String?, at address: Href,
    _ version: String, to context: RequestContext
  ) throws(SiteError) -> Reply {
    // After a restart, no page request may have loaded the data yet.
    if !source.isReady(at: location) {
      Task { try? await context.preparing { try await source.prepare(at: location) } }
    }
    @Sendable func stream() throws(SiteError) -> Response {
      try respond(
        at: address, of: guide, group: Self.group(of: guide), version, to: context
      ) { [pages, sessions = security.sessions, viewer = context.viewer] in
        // A window with the pages of a visitor whose right has ended loads its page again.
        if let grant = viewer.grant, sessions?.isValid(grant) != true {
          return .redirect(to: address.text)
        }
        return pages.liveContent(at: location, in: source, of: guide, at: address, for: viewer)
      }
    }
    let wait = pages.positions.wait(for: context.seen, of: guide, within: LogPositions.streamLimit)
    guard let wait else { return .now(try stream()) }
    return pages.errors.later(context) {
      try await wait()
      return try stream()
    }
  }

  /// Returns the group of pages that depend on the same store.
  ///
  /// - Parameter guide: the name of the guide; `nil` for the front page.
  static func group(of guide: String?) -> String { guide ?? "front" }

  private func respond(
    at address: Href, of guide: String?, group: String, _ version: String,
    to context: RequestContext, render: @escaping @Sendable () -> LiveContent
  ) throws(SiteError) -> Response {
    let client = context.client
    guard let id = limit.admit(client) else { throw .tooManyStreams }
    let sleeper = Sleeper()
    guard
      let subscriber = live.subscribe(
        // Each right has a rendering of its own, which ends with it.
        context.viewer.key(address) + (context.viewer.grant.map { "\n\($0.key)" } ?? ""),
        at: address.text, group: group, version: version,
        preamble: ServerSentEvent.retry(after: .random(in: retryLimits)),
        schedule: { [updates] in updates.add(for: client, $0) },
        position: { [positions = pages.positions] in positions.current(of: guide) },
        render: render, onWake: { sleeper.wake() })
    else {
      limit.release(id)
      throw .tooManyStreams
    }
    let stream = ResponseStream(
      source: { subscriber.next().map(ResponseStream.Next.bytes) ?? .wait },
      finalBytes: { [retryLimits] in ServerSentEvent.retry(after: .random(in: retryLimits)) },
      onEnd: { [live, limit] in
        live.unsubscribe(subscriber)
        limit.release(id)
        // Break the reference cycle of the stream, the subscriber and the
        // wake-up.
        sleeper.stream.withLock { $0 = nil }
      })
    sleeper.stream.withLock { $0 = stream }
    var fields: HTTPFields = [
      .contentType: "text/event-stream; charset=utf-8", .cacheControl: "no-store",
    ]
    // Tells nginx to forward each event immediately.
    if let buffering = HTTPField.Name("X-Accel-Buffering") { fields[buffering] = "no" }
    return Response(status: .ok, headerFields: fields, body: .stream(stream))
  }

  /// The delay in milliseconds after which browsers reconnect. It is random, so
  /// that clients do not reconnect all at the same time, except in development.
  private var retryLimits: ClosedRange<Int> {
    pages.renderer.tools.reloading != nil ? 200...200 : 1_000...4_000
  }
}

/// Wakes a stream that is created after its source.
final class Sleeper: Sendable {
  let stream = Mutex<ResponseStream?>(nil)

  func wake() { stream.withLock { $0 }?.wake() }
}
