import Markup

/// The metadata in the head of a document, for search engines, link previews
/// and feed readers.
package struct Metadata: Sendable {
  /// A description of one or two sentences; `nil` for the summary of the site.
  var description: String?
  /// The absolute address of the page.
  var canonical: Href?
  /// False if search engines shall not list the page.
  var isIndexed = true
  /// The address of the guide in the navigation; `nil` for its start page.
  var home: Href?
  /// The address of an Atom feed.
  var feed: Href?
  /// The address of the image for link previews.
  var image: Href?
  /// The addresses of the style sheets that only some pages need.
  var styleSheets: [Href] = []
  /// The addresses of the scripts that only some pages need.
  var scripts: [Href] = []
  /// Facts about the site for search engines, in JSON; `nil` on most pages.
  var facts: SiteFacts?

  var links: Links {
    Links(
      canonical: canonical, isIndexed: isIndexed, feed: feed, image: image,
      styleSheets: styleSheets, scripts: scripts, facts: facts)
  }

  /// The elements that only some pages have.
  struct Links: HTML {
    let canonical: Href?
    let isIndexed: Bool
    let feed: Href?
    let image: Href?
    let styleSheets: [Href]
    let scripts: [Href]
    let facts: SiteFacts?

    func render(into writer: inout ByteWriter) {
      if let canonical {
        writer.append(literal: "<link rel=\"canonical\" href=\"")
        writer.append(escaping: canonical.text)
        writer.append(literal: "\">\n<meta property=\"og:url\" content=\"")
        writer.append(escaping: canonical.text)
        writer.append(literal: "\">\n")
      }
      if !isIndexed { writer.append(literal: "<meta name=\"robots\" content=\"noindex\">\n") }
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
      for sheet in styleSheets {
        writer.append(literal: "<link rel=\"stylesheet\" href=\"")
        writer.append(escaping: sheet.text)
        writer.append(literal: "\">\n")
      }
      for script in scripts {
        writer.append(literal: "<script src=\"")
        writer.append(escaping: script.text)
        writer.append(literal: "\" defer></script>\n")
      }
      facts?.render(into: &writer)
    }
  }
}
