import Foundation
import HTTPTypes
import ImmutableUI
import Markup
import WebServer

/// What a browser needs to know to put the site beside a person's programs.
///
/// https://www.w3.org/TR/appmanifest/
struct WebManifest: Encodable {
  struct Icon: Encodable {
    let src: String
    let sizes: String
    let type: String
  }

  let name = Metadata.siteName
  let description = Metadata().description
  let lang = "en"
  let startUrl = SiteRoute.front.href.text
  // With the browser's ways back and forth: every page is a place.
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

  /// - Throws: `SettingsError` where an icon is missing.
  init(assets: Assets) throws {
    icons = [
      Icon(src: try assets.href(of: "icon.svg").text, sizes: "any", type: "image/svg+xml"),
      Icon(
        src: try assets.href(of: "apple-touch-icon.png").text, sizes: "180x180",
        type: "image/png"),
    ]
  }

  var response: KeptResponse {
    get throws {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      let body = SharedBuffer(copying: try encoder.encode(self))
      return KeptResponse(
        status: .ok,
        fields: [.contentType: "application/manifest+json", .cacheControl: "no-cache"],
        version: body.digest, body: body)
    }
  }
}
