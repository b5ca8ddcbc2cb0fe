import HTTPTypes
import ImmutableUI
import Markup
import WebServer

/// The gallery: every state of every component, where it is switched on.
extension Site {
  func gallery(_ route: GalleryRoute, _ requestID: String) -> Response {
    guard tools.hasGallery else { return notFound(.page, nil, requestID) }
    switch route {
    case .index:
      return tool("Gallery", GalleryIndex(sections: Gallery.sections))
    case .component(let name, let look):
      let previews = Gallery.previews(of: name)
      guard !previews.isEmpty else { return notFound(.page, nil, requestID) }
      return tool(
        name, GalleryComponent(name: name, look: look, previews: previews.map(\.preview)),
        policy: SecurityFields.contentSecurityPolicy(frames: .around))
    case .state(let component, let name, let look):
      guard
        let (guide, preview) = Gallery.previews(of: component).first(where: {
          $0.preview.name == name
        })
      else { return notFound(.page, nil, requestID) }
      return response(
        with: document.render(preview, of: guide, look),
        policy: SecurityFields.contentSecurityPolicy(
          pictureOrigins: pictureOrigins, frames: .within))
    }
  }

  /// A page for those who build the site.
  func tool(_ title: String, _ content: some HTML, policy: String? = nil) -> Response {
    response(
      with: document.render(
        title: title, frame: Document.Frame(guide: nil, isTool: true), content: content),
      policy: policy)
  }

  func response(with page: RenderedPage, policy: String?) -> Response {
    var fields: HTTPFields = [
      .contentType: "text/html; charset=utf-8", .cacheControl: "no-store",
    ]
    fields[.contentSecurityPolicy] = policy
    return Response(
      status: .ok, headerFields: fields,
      body: .buffer(SharedBuffer(page.bytes.buffer, owner: page.bytes)))
  }
}

extension Document {
  /// A state in the document that ships.
  func render(_ preview: Preview, of guide: Guide?, _ look: GalleryLook) -> RenderedPage {
    let page = preview.page(look.text)
    let frame = Frame(guide: guide, hasDialog: page.hasDialog, scheme: look.scheme)
    guard !preview.isPage else {
      return render(title: page.title, frame: frame, content: page.content)
    }
    return render(title: page.title, frame: frame, content: PreviewedPart(preview, page.content))
  }
}

/// A part of a page without the page: under a heading that says what it is,
/// which only those see who are read to.
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
