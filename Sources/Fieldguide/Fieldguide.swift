import AnimalsUI
import BreedsUI
import PhotosUI
import QuakesUI
import WebSite

/// The program: a site of four guides.
@main
struct Fieldguide {
  static func main() async {
    await site.run()
  }

  static let site = Site(text, options: FieldguideOptions.self) { context, options in
    [
      AnimalsGuide(context),
      QuakesGuide(
        context, feeds: options.quakesFeeds,
        refreshInterval: options.quakesRefresh.map { .seconds($0 * 60) }),
      BreedsGuide(context, dogs: options.dogs),
      PhotosGuide(context, service: options.photos, limit: options.photosLimit),
    ]
  }

  static let text = SiteText(
    "Fieldguide",
    summary: "Guides to animals, earthquakes, dog breeds and photos that are always up to date.",
    headline: "Guides that are always up to date",
    introduction: """
      Animals, earthquakes, dog breeds and photos. Everything you select or filter becomes part \
      of the link: bookmark it, share it, come back to it.
      """,
    footer: "Every page has its own link, filters included.")
}
