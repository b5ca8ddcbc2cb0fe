import AnimalsUI
import BreedsUI
import PhotosUI
import QuakesUI
import WebSite

/// A site of four guides.
package enum Fieldguide {
  /// Runs the program until it is stopped.
  package static func run() async { await site.run() }

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
  .embedding(EmbeddedFiles.base64)

  static let text = SiteText(
    "Fieldguide",
    summary: "Guides to animals, earthquakes, dog breeds and photos that are always up to date.",
    headline: "A field guide to earthquakes, animals, dogs and photos")
}
