import AnimalsUI
import BreedsUI
import HTTPTypes
import ImmutableUI
import Markup
import QuakesUI
import WebServer

/// What other programs are told: search engines, and those that show a link
/// with what is behind it.
extension Site {
  /// What the head of a page says of it.
  ///
  /// - Parameter address: where the page is; `nil` for one that answers a post.
  func metadata(of page: Page<some HTML>, at address: Href?) -> Metadata {
    let isLasting = page.status == .ok && !page.isPersonal
    return Metadata(
      description: page.description, canonical: isLasting ? address.flatMap(absolute) : nil,
      feed: page.feed, image: absolute(document.card) ?? document.card)
  }

  /// An address as everybody would say it, where the site has a name of its own.
  private func absolute(_ address: Href) -> Href? {
    access.origins.first.flatMap { Href(elsewhere: $0.text + address.text) }
  }

  /// Where the site is found from outside: under its own name, else under the
  /// one that was asked for, which it answers to.
  private func origin(for request: Request) -> Origins.Origin? {
    access.origins.first
      ?? request.client.host.flatMap {
        Origins.Origin("\(request.client.isSecure ? "https" : "http")://\($0)")
      }
  }

  /// What those that read everything are asked to leave alone: streams,
  /// forms, and whole lists for other programs.
  func robots(_ request: Request) -> Response {
    let closed: [Href] =
      [SiteRoute.live(page: "").href, SiteRoute.signIn().href]
      + (tools.hasGallery ? [SiteRoute.gallery(.index).href] : [])
      + [QuakesRoute.Export.csv, .geojson].map {
        QuakesRoute.export($0, QuakesLocation()).href
      }
    var text = "User-agent: *\n"
    for href in closed { text += "Disallow: \(href.text.prefix { $0 != "?" })\n" }
    if let origin = origin(for: request) {
      text += "Sitemap: \(origin.text)\(SiteRoute.sitemap.href.text)\n"
    }
    return plain(text, "text/plain; charset=utf-8")
  }

  /// The pages that stay where they are, by their whole addresses.
  ///
  /// https://www.sitemaps.org/protocol.html
  func sitemap(_ request: Request, _ requestID: String) -> Reply {
    guard let origin = origin(for: request) else { return .now(notFound(.page, nil, requestID)) }
    @Sendable func respond() -> Response {
      let pages =
        [SiteRoute.front.href] + Guide.allCases.map(\.href) + animals.places + breeds.places
      var text = """
        <?xml version="1.0" encoding="UTF-8"?>
        <urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">

        """
      // No sitemap may have more than 50 000.
      for page in pages.prefix(10_000) {
        text += "<url><loc>\(Text(origin.text + page.text).renderedString())</loc></url>\n"
      }
      return plain(text + "</urlset>\n", "application/xml; charset=utf-8")
    }
    let everything = AnimalsRoute.Location()
    if animals.isSettled(at: everything) { return .now(respond()) }
    return .later { [self] in
      await guarded(requestID) {
        try await animals.settle(at: everything)
        return respond()
      }
    }
  }

  private func plain(_ text: String, _ type: String) -> Response {
    Response(
      status: .ok, headerFields: [.contentType: type, .cacheControl: "no-cache"],
      body: .bytes(Array(text.utf8)))
  }
}
