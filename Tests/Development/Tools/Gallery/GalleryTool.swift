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
        "Gallery", GalleryIndex(sections: gallery.sections, filter: filter, look: look),
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
    let groups =
      [guide ?? "site"] + (guide == nil || preview.isExcerpt ? [FrontPages.sheets, "search"] : [])
    let sheets = groups.flatMap(assets.pageSheets) + page.styleSheets
    return render(
      title: page.title,
      metadata: Metadata(
        styleSheets: sheets.compactMap { try? assets.href(of: $0, in: look.scheme) }),
      frame: frame, content: PreviewedPart(preview: preview, content: page.content))
  }
}

/// A page, or a component without its page under a heading for screen readers.
private struct PreviewedPart: Component {
  let preview: Preview
  let content: Preview.Content

  var body: some HTML {
    if !preview.isPage { h1 { "\(preview.component), \(preview.name)" }.class("vh") }
    content
  }
}
#endif
