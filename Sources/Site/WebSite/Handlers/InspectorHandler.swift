import Foundation
import HTTPTypes
import ImmutableUI
import Inspector
import Markup
import WebServer

/// Responds with the pages of the inspector, if it is switched on, to clients
/// on this machine only.
struct InspectorHandler: Sendable {
  let renderer: PageRenderer
  let router: Router

  func respond(
    with route: InspectorRoute, to context: RequestContext
  ) throws(SiteError) -> Response {
    let inspector = try inspection(for: context).inspector
    switch route {
    case .recording(let name):
      guard let recording = try? inspector.recording(of: name) else { throw .notFound(.page) }
      return Response(
        status: .ok,
        headerFields: [.contentType: "application/jsonl", .cacheControl: "no-store"],
        body: .bytes(Array(recording)))
    case .past(let store, let revision, let address):
      guard case .guide(let match) = try router.match(at: address) else {
        throw .notFound(.notRecorded)
      }
      return try past(match, of: store, after: revision)
    default:
      return renderer.response(with: try page(at: route, for: context), policy: nil)
    }
  }

  private func inspection(for context: RequestContext) throws(SiteError) -> Inspection {
    guard context.client.isLoopback, context.request.client.isDirect,
      let inspection = renderer.tools.inspection
    else {
      throw .notFound(.page)
    }
    return inspection
  }

  /// Renders a page of the inspector.
  func page(
    at route: InspectorRoute, for context: RequestContext
  ) throws(SiteError) -> RenderedPage {
    guard let page = try inspection(for: context).inspector.page(at: route) else {
      throw .notFound(.notRecorded)
    }
    return renderer.tool(page.title, page, at: route.href)
  }

  /// Responds with a page as it was after an action.
  private func past<Match: GuideRouteMatch>(
    _ match: Match, of store: String, after revision: Int
  ) throws(SiteError) -> Response {
    let guide = match.guide
    guard case .page(let location) = match.route.destination, store == guide.name,
      let (state, date) = renderer.tools.inspection?.state(of: store, after: revision),
      let state = state as? Match.MatchedGuide.Pages.State,
      let root = guide.root.frozen(at: state, now: date)
    else { throw .notFound(.notRecorded) }
    switch root.response(at: location) {
    case .page(let page):
      // The past is read-only.
      let frame = Document.Frame(
        guide: guide.name, hasDialog: page.hasDialog, audience: .onlookers)
      let content = PastPage(guide: guide.name, revision: revision, content: page.content)
      return renderer.response(
        with: renderer.document.render(title: page.title, frame: frame, content: content),
        policy: SecurityFields.contentSecurityPolicy(
          pictureOrigins: guide.pictureOrigins, frames: .within))
    case .seeOther(let href):
      let past = InspectorRoute.past(guide.name, revision, address: href.text)
      return Response(
        status: .seeOther,
        headerFields: [.location: past.href.text, .cacheControl: "no-store"])
    case .notFound(let missing): throw .notFound(missing, guide: guide.name)
    }
  }
}

/// A page of the past, below a notice that says so.
private struct PastPage<Content: HTML>: Component {
  let guide: String
  let revision: Int
  let content: Content

  var body: some HTML {
    p {
      span { "This is the page after action \(revision). It is read-only." }
      a { "Show the action" }.href(InspectorRoute.step(guide, revision).href)
    }
    .class("notice")
    content
  }
}
