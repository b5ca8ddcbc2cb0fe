import AnimalsUI
import BreedsUI
import HTTPTypes
import ImmutableUI
import Inspector
import Markup
import PhotosUI
import QuakesUI
import Synchronization
import WebServer

/// The streams that keep open pages up to date.
extension Site {
  /// The stream for a page that shows some version of what is at an address.
  func stream(
    ofPageAt target: String, version: String, _ audience: Audience, _ request: Request,
    _ requestID: String
  ) -> Response {
    // Other sites may not look at streams either: they are pages that go on.
    if let refusal = CrossOrigin.originRefusal(of: request.head, at: access.origins) {
      log(refusal, of: request, requestID)
      return errorResponse(
        .forbidden, title: "This page stood on another site",
        message: "Streams are for pages of this site.", requestID: requestID)
    }
    let route: SiteRoute
    do throws(Malformed) {
      guard let found = try SiteRoute(parsing: Target(parsing: target)), found.plainHref != nil
      else { return notFound(.page, nil, requestID) }
      route = found
    } catch {
      return malformed(error, requestID)
    }
    // What the browser had last counts more than what it opened with.
    let version =
      HTTPField.Name("Last-Event-ID").flatMap { request.head.headerFields[$0] } ?? version
    switch route {
    case .front:
      return stream(
        of: FrontRoot.Location(), in: front, nil, route.href, version, audience, request, requestID)
    case .animals(.page(let location)):
      return stream(
        of: location, in: animals, .animals, route.href, version, audience, request, requestID)
    case .quakes(.page(let location)):
      return stream(
        of: location, in: quakes, .quakes, route.href, version, audience, request, requestID)
    case .breeds(.page(let location)):
      return stream(
        of: location, in: breeds, .breeds, route.href, version, audience, request, requestID)
    case .photos(.page(let location)):
      return stream(
        of: location, in: photos, .photos, route.href, version, audience, request, requestID)
    case .inspector(let place):
      guard let inspector = inspection(for: request)?.inspector,
        rendered(place, inspector) != nil
      else { return notFound(.page, nil, requestID) }
      return stream(
        route.href, group: Inspector.group, version, audience, request, requestID
      ) { [self] in
        rendered(place, inspector).map(LiveContent.page)
          ?? .moved(to: InspectorRoute.index.href.text)
      }
    default:
      return notFound(.page, nil, requestID)
    }
  }

  private func stream<Guided: Root>(
    of location: Guided.Location, in root: Guided, _ guide: Guide?, _ address: Href,
    _ version: String, _ audience: Audience, _ request: Request, _ requestID: String
  ) -> Response {
    // Nobody else may ask for it, as after a restart.
    if !root.isSettled(at: location) { Task { try? await root.settle(at: location) } }
    return stream(
      address, group: Self.group(of: guide), version, audience, request, requestID
    ) { [self] in
      content(at: location, in: root, of: guide, address, audience)
    }
  }

  /// The stream of a page, whatever is on it.
  private func stream(
    _ address: Href, group: String, _ version: String, _ audience: Audience, _ request: Request,
    _ requestID: String, render: @escaping @Sendable () -> LiveContent
  ) -> Response {
    let client = request.client.address
    guard streams.admit(client) else { return tooManyPagesAreOpen(requestID) }
    let sleeper = Sleeper()
    guard
      let follower = live.follow(
        audience.key(address), at: address.text, group: group, version: version,
        greeting: ServerSentEvent.retry(after: .random(in: 1_000...3_000)),
        render: render, onWake: { sleeper.wake() })
    else {
      streams.release(client)
      return tooManyPagesAreOpen(requestID)
    }
    let stream = ResponseStream(
      source: { follower.next().map(ResponseStream.Next.bytes) ?? .wait },
      // The server stops: all come back, but not all at once.
      farewell: { ServerSentEvent.retry(after: .random(in: 1_000...4_000)) },
      onEnd: { [live, streams] in
        live.unfollow(follower)
        streams.release(client)
        // The stream holds the follower, who holds what wakes the stream.
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

  private func tooManyPagesAreOpen(_ requestID: String) -> Response {
    errorResponse(
      .serviceUnavailable, title: "Too many pages are open",
      message: "This page does not follow changes now. Load it again to see them.",
      retryAfter: 30, requestID: requestID)
  }

  /// Whose changes the pages of a guide show; of `nil`, the front page.
  static func group(of guide: Guide?) -> String { guide?.rawValue ?? "front" }

  /// What an open page at a location is to show now.
  private func content<Guided: Root>(
    at location: Guided.Location, in root: Guided, of guide: Guide?, _ address: Href,
    _ audience: Audience
  ) -> LiveContent {
    switch find(location, in: root, of: guide, address, audience) {
    case .page(let page): .page(page.rendered)
    case .instead(.page(let page)):
      .page(served(page, guide: guide, address: address, audience: audience).rendered)
    case .instead(.seeOther(let href)):
      .moved(to: href.text)
    case .instead(.notFound(let missing)):
      .page(
        errorPage(
          .notFound, title: missing.title, message: missing.message, ways: missing.ways,
          guide: guide, requestID: nil))
    }
  }
}

/// A stream that is known to its follower before it exists.
private final class Sleeper: Sendable {
  let stream = Mutex<ResponseStream?>(nil)

  func wake() { stream.withLock { $0 }?.wake() }
}
