import Foundation
import HTTPTypes
import ImmutableUI
import Markup
import WebServer

/// The web app manifest, with which browsers can install the site as an app.
///
/// https://www.w3.org/TR/appmanifest/
enum WebManifest {
  static func response(text: SiteText, assets: Assets) throws -> CachedResponse {
    let files = [
      ("icon.svg", "any", "image/svg+xml"), ("apple-touch-icon.png", "180x180", "image/png"),
    ]
    let icons = files.compactMap { file, sizes, type in
      (try? assets.href(of: file)).map { ["src": $0.text, "sizes": sizes, "type": type] }
    }
    let manifest: [String: Any] = [
      "name": text.name, "description": text.summary, "lang": "en",
      "start_url": SiteRoute.front.href.text,
      // Keeps the browser's back and forward buttons: every page has an address.
      "display": "minimal-ui", "theme_color": "#ffffff", "background_color": "#faf9f5",
      "icons": icons,
    ]
    let options: JSONSerialization.WritingOptions = [.sortedKeys, .withoutEscapingSlashes]
    let body = SharedBuffer(
      copying: try JSONSerialization.data(withJSONObject: manifest, options: options))
    return CachedResponse(
      status: .ok, fields: [.contentType: "application/manifest+json", .cacheControl: "no-cache"],
      version: body.digest, body: body)
  }
}
