import HTTPTypes
import ImmutableUI
import Markup
import WebServer

/// Responds to crawlers with `robots.txt` and the sitemap.
struct DiscoveryHandler: Sendable {
  let errors: ErrorHandler
  let guides: [any Guide]
  let origins: Origins
  let tools: [any SiteTool]
  let positions: LogPositions

  /// Returns `robots.txt`, which excludes streams, forms and downloads.
  func robots(for context: RequestContext) -> Response {
    let excluded: [Href] =
      [SiteRoute.live(page: ""), .search(), .changes(), .signIn()].map(\.href)
      + tools.map { Href(path: [$0.name]) }
      + guides.flatMap(\.crawlerExclusions)
    var text = "User-agent: *\n"
    for href in excluded { text += "Disallow: \(href.text.prefix { $0 != "?" })\n" }
    if let origin = origins.origin(for: context) {
      text += "Sitemap: \(origin.text)\(SiteRoute.sitemap.href.text)\n"
    }
    return plain(text, "text/plain; charset=utf-8")
  }

  /// Responds with the sitemap, which lists the lasting pages by their absolute
  /// addresses.
  ///
  /// https://www.sitemaps.org/protocol.html
  func sitemap(for context: RequestContext) -> Reply {
    errors.later(context) {
      guard let origin = origins.origin(for: context) else { throw SiteError.notFound(.page) }
      var pages = [SiteRoute.front.href] + guides.map(\.startPage)
      for guide in guides {
        try await positions.wait(for: nil, of: guide.name, within: .zero)?()
        pages += try await guide.sitemapPages()
      }
      var text = """
        <?xml version="1.0" encoding="UTF-8"?>
        <urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">

        """
      // The protocol allows 50,000 entries.
      for page in pages.prefix(10_000) {
        text += "<url><loc>\(Text(origin.text + page.text).renderedString())</loc></url>\n"
      }
      return plain(text + "</urlset>\n", "application/xml; charset=utf-8")
    }
  }

  private func plain(_ text: String, _ type: String) -> Response {
    Response(
      status: .ok, headerFields: [.contentType: type, .cacheControl: "no-cache"],
      body: .bytes(Array(text.utf8)))
  }
}
