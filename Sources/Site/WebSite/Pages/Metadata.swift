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

  /// The elements that only some pages have.
  func renderLinks(into writer: inout ByteWriter) {
    if let canonical {
      Self.append("<link rel=\"canonical\" href=\"", canonical, to: &writer)
      Self.append("<meta property=\"og:url\" content=\"", canonical, to: &writer)
    }
    if !isIndexed { writer.append(literal: "<meta name=\"robots\" content=\"noindex\">\n") }
    if let image { Self.append("<meta property=\"og:image\" content=\"", image, to: &writer) }
    if let feed {
      Self.append(
        "<link rel=\"alternate\" type=\"application/atom+xml\" title=\"Atom feed\" href=\"", feed,
        to: &writer)
    }
    for sheet in styleSheets {
      Self.append("<link rel=\"stylesheet\" href=\"", sheet, to: &writer)
    }
    for script in scripts {
      Self.append("<script src=\"", script, "\" defer></script>\n", to: &writer)
    }
    facts?.render(into: &writer)
  }

  private static func append(
    _ start: StaticString, _ href: Href, _ end: StaticString = "\">\n", to writer: inout ByteWriter
  ) {
    writer.append(literal: start)
    writer.append(escaping: href.text)
    writer.append(literal: end)
  }
}
