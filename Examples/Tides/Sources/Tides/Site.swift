import ArgumentParser
import Foundation
import WebSite

struct TidesOptions: SiteOptions {
  static let program = "tides"

  @Option(help: "The URL of the predictions. (default: https://example.org/tides.json)")
  var service: String?

  static func values(from settings: SettingsReader) throws -> URL {
    try settings.address("service", "https://example.org/tides.json")
  }
}

let site = Site(SiteText("Tides", summary: "High and low water."), options: TidesOptions.self) {
  [TidesGuide($0, service: $1)]
}

@main struct Program {
  static func main() async { await site.run() }
}
