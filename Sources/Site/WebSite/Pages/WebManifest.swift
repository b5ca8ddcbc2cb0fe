import Foundation
import HTTPTypes
import ImmutableUI
import Markup
import WebServer

/// The web app manifest, with which browsers can install the site as an app.
///
/// https://www.w3.org/TR/appmanifest/
struct WebManifest: Encodable {
  struct Icon: Encodable {
    let src: String
    let sizes: String
    let type: String
  }

  let name: String
  let description: String
  let lang = "en"
  let startUrl = SiteRoute.front.href.text
  // Keeps the browser's back and forward buttons: every page has an address.
  let display = "minimal-ui"
  let themeColor = "#ffffff"
  let backgroundColor = "#faf9f5"
  let icons: [Icon]

  private enum CodingKeys: String, CodingKey {
    case name, description, lang, display, icons
    case startUrl = "start_url"
    case themeColor = "theme_color"
    case backgroundColor = "background_color"
  }

  init(text: SiteText, assets: Assets) throws {
    name = text.name
    description = text.summary
    let files = [
      ("icon.svg", "any", "image/svg+xml"), ("apple-touch-icon.png", "180x180", "image/png"),
    ]
    icons = files.compactMap { file, sizes, type in
      (try? assets.href(of: file)).map { Icon(src: $0.text, sizes: sizes, type: type) }
    }
  }

  var response: CachedResponse {
    get throws {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      let body = SharedBuffer(copying: try encoder.encode(self))
      return CachedResponse(
        status: .ok,
        fields: [.contentType: "application/manifest+json", .cacheControl: "no-cache"],
        version: body.digest, body: body)
    }
  }
}
