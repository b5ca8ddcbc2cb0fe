import HTTPTypes
import ImmutableUI
import Markup
import WebServer

/// Responds to crawlers: `robots.txt` and the sitemap.
struct DiscoveryHandler: Sendable {
  let errors: ErrorHandler
  let guides: [any Guide]
  let origins: Origins
  let hasGallery: Bool

  /// The addresses that crawlers are asked to leave alone: streams, forms, and
  /// whole lists for other programs.
  func robots(for context: RequestContext) -> Response {
    let closed: [Href] =
      [SiteRoute.live(page: "").href, SiteRoute.signIn().href]
      + (hasGallery ? [SiteRoute.gallery(.index).href] : [])
      + guides.flatMap(\.uncrawled)
    var text = "User-agent: *\n"
    for href in closed { text += "Disallow: \(href.text.prefix { $0 != "?" })\n" }
    if let origin = origin(for: context) {
      text += "Sitemap: \(origin.text)\(SiteRoute.sitemap.href.text)\n"
    }
    return plain(text, "text/plain; charset=utf-8")
  }

  /// The pages that stay where they are, by their absolute addresses.
  ///
  /// https://www.sitemaps.org/protocol.html
  func sitemap(for context: RequestContext) -> Reply {
    errors.later(context) {
      guard let origin = origin(for: context) else { throw SiteError.notFound(.page) }
      var pages = [SiteRoute.front.href] + guides.map(\.startPage)
      for guide in guides { pages += try await guide.places() }
      var text = """
        <?xml version="1.0" encoding="UTF-8"?>
        <urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">

        """
      // The protocol allows 50,000.
      for page in pages.prefix(10_000) {
        text += "<url><loc>\(Text(origin.text + page.text).renderedString())</loc></url>\n"
      }
      return plain(text + "</urlset>\n", "application/xml; charset=utf-8")
    }
  }

  /// The public origin of the site, else the one that the request names.
  private func origin(for context: RequestContext) -> Origins.Origin? {
    let client = context.request.client
    return origins.first
      ?? client.host.flatMap {
        Origins.Origin("\(client.isSecure ? "https" : "http")://\($0)")
      }
  }

  private func plain(_ text: String, _ type: String) -> Response {
    Response(
      status: .ok, headerFields: [.contentType: type, .cacheControl: "no-cache"],
      body: .bytes(Array(text.utf8)))
  }
}
