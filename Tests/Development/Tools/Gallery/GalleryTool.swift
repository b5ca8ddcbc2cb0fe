#if DEBUG
import ImmutableUI
import Markup
import WebServer

@testable import WebSite

/// The gallery of all components and their states.
struct GalleryTool: SiteTool {
  let scenes: Gallery.Scenes

  var name: String { "previews" }

  func response(
    at target: Target, to context: RequestContext, in site: ToolSite
  ) throws(SiteError) -> Response {
    let renderer = site.renderer
    let gallery = Gallery(site.router.guides, text: renderer.document.text, scenes: scenes)
    let route: GalleryRoute?
    do throws(MalformedRequest) {
      route = try GalleryRoute(parsing: target)
    } catch {
      throw .malformed(error)
    }
    switch route {
    case nil: throw .notFound(.page)
    case .list(let filter, let look):
      return renderer.tool(
        "Gallery",
        GalleryIndex(
          sections: gallery.sections, kinds: gallery.kinds, filter: filter, look: look),
        policy: SecurityFields.contentSecurityPolicy(frames: .around))
    case .component(let name, let look):
      let previews = gallery.previews(of: name)
      guard !previews.isEmpty else { throw .notFound(.page) }
      return renderer.tool(
        name, GalleryComponent(name: name, look: look, previews: previews.map(\.preview)),
        policy: SecurityFields.contentSecurityPolicy(frames: .around))
    case .state(let component, let name, let look):
      guard
        let (section, preview) = gallery.previews(of: component).first(where: {
          $0.preview.name == name
        })
      else { throw .notFound(.page) }
      return renderer.response(
        with: renderer.document.render(preview, of: section.guide, look),
        policy: SecurityFields.contentSecurityPolicy(
          pictureOrigins: section.pictureOrigins, frames: .within))
    }
  }
}

extension Document {
  /// Renders a preview in the document.
  func render(_ preview: Preview, of guide: String?, _ look: GalleryLook) -> RenderedPage {
    let page = preview.page(look.text)
    let frame = Frame(guide: guide, hasDialog: page.hasDialog, scheme: look.scheme)
    var metadata = Metadata()
    let groups =
      [guide ?? "site"] + (guide == nil || preview.isExcerpt ? [FrontPages.sheets, "search"] : [])
    let sheets = groups.flatMap(assets.pageSheets) + page.styleSheets
    metadata.styleSheets = sheets.compactMap {
      try? assets.href(of: $0, in: look.scheme)
    }
    guard !preview.isPage else {
      return render(
        title: page.title, metadata: metadata, frame: frame, content: page.content)
    }
    return render(
      title: page.title, metadata: metadata, frame: frame,
      content: PreviewedPart(preview, page.content))
  }
}

/// A component without its page, under a heading for screen readers.
private struct PreviewedPart: Component {
  let preview: Preview
  let content: Preview.Content

  init(_ preview: Preview, _ content: Preview.Content) {
    self.preview = preview
    self.content = content
  }

  var body: some HTML {
    h1 { "\(preview.component), \(preview.name)" }.class("vh")
    content
  }
}
#endif
