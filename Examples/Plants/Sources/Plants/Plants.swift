import Records
import WebSite

/// A site with one guide.
@main
struct Plants {
  static func main() async {
    await Site(SiteText("Plants", summary: "The plants of our garden.")) { context in
      [RecordsGuide(of: Plant.self, context)]
    }
    .run()
  }
}
