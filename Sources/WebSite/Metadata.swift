package import Markup

/// What the head of a document says to other programs: search engines,
/// previews of links, readers of feeds.
package struct Metadata: Sendable {
  /// What the page shows, in a sentence or two.
  let description: String
  /// Where the page is, as everybody would say it.
  let canonical: Href?
  /// Where an Atom feed of what it shows is.
  let feed: Href?
  /// Where a picture of the site is.
  let image: Href?

  /// What the site is called.
  static let siteName = "Fieldguide"

  /// - Parameters:
  ///   - description: what the page shows; what the site is about where
  ///     absent.
  ///   - canonical: where it is, with the name of the site.
  ///   - feed: where an Atom feed of what it shows is.
  ///   - image: where a picture of the site is.
  package init(
    description: String? = nil, canonical: Href? = nil, feed: Href? = nil, image: Href? = nil
  ) {
    self.description =
      description
      ?? "Guides to animals, earthquakes, dog breeds and photos that are always current."
    self.canonical = canonical
    self.feed = feed
    self.image = image
  }

  var links: Links { Links(canonical: canonical, feed: feed, image: image) }

  /// The elements that some pages have and others have not.
  struct Links: HTML {
    let canonical: Href?
    let feed: Href?
    let image: Href?

    func render(into writer: inout ByteWriter) {
      if let canonical {
        writer.append(literal: "<link rel=\"canonical\" href=\"")
        writer.append(escaping: canonical.text)
        writer.append(literal: "\">\n<meta property=\"og:url\" content=\"")
        writer.append(escaping: canonical.text)
        writer.append(literal: "\">\n")
      }
      if let image {
        writer.append(literal: "<meta property=\"og:image\" content=\"")
        writer.append(escaping: image.text)
        writer.append(literal: "\">\n")
      }
      if let feed {
        writer.append(
          literal:
            "<link rel=\"alternate\" type=\"application/atom+xml\" title=\"Atom feed\" href=\"")
        writer.append(escaping: feed.text)
        writer.append(literal: "\">\n")
      }
    }
  }
}
