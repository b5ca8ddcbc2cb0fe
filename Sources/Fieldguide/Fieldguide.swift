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
      try QuakesGuide(
        context, feeds: options.quakesFeeds, refreshInterval: options.quakesRefresh),
      BreedsGuide(context, dogs: options.dogs),
      PhotosGuide(context, service: options.photos, limit: options.photosLimit),
    ]
  }

  static let text = SiteText(
    "Fieldguide",
    summary: "Guides to animals, earthquakes, dog breeds and photos that are always current.",
    headline: "Guides that are always current",
    introduction: """
      Animals, earthquakes, dog breeds and photos. Whatever you select or filter is in the \
      address: keep it, share it, come back to it.
      """,
    footer: "Every page is a plain link: what you filter, you can keep.")
}
