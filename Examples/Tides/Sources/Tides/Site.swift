import Foundation
import WebSite

struct TidesOptions: SiteOptions {
  static let program = "tides"

  @Setting("The URL of the predictions.", service: "https://example.org/tides.json")
  var service: URL
}

let site = Site(SiteText("Tides", summary: "High and low water."), options: TidesOptions.self) {
  [TidesGuide($0, service: $1.service)]
}

@main struct Program {
  static func main() async { await site.run() }
}
