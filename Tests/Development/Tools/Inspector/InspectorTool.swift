#if DEBUG
import Foundation
import HTTPTypes
import ImmutableData
import ImmutableUI
import Markup
import Synchronization
import WebServer

@testable import WebSite

/// The inspector: pages with the activity of a site, for clients on this machine only.
final class InspectorTool: SiteTool {
  let inspector: Inspector
  private let now: @Sendable () -> Date
  private let logs = Mutex<[String: any StepLog]>([:])

  init(_ context: ToolContext) {
    let jobs = context.jobs
    inspector = Inspector {
      jobs.runs.sorted { $0.key < $1.key }.map { name, runs in
        InspectedJob(
          name: name, successes: runs.successes, failures: runs.failures,
          lastSuccess: runs.lastSuccess, isRunning: runs.isRunning)
      }
    }
    now = context.now
  }

  var name: String { Inspector.group }

  var observer: Observer? { inspector.observe }

  func makeRevisions() -> AsyncStream<Int>? { inspector.makeRevisions() }

  func stepObserver<State: Sendable, Action: Codable & Sendable>(
    of guide: String
  ) -> ObservedStep<State, Action>.Observer? {
    let log: StoreLog<State, Action> = inspector.log(guide, now: now)
    logs.withLock { $0[guide] = log }
    return log.observe
  }

  func response(
    at target: Target, to context: RequestContext, in site: ToolSite
  ) throws(SiteError) -> Response {
    let route = try route(at: target, for: context)
    switch route {
    case .recording(let name):
      guard let recording = try? inspector.recording(of: name) else { throw .notFound(.page) }
      return Response(
        status: .ok,
        headerFields: [.contentType: "application/jsonl", .cacheControl: "no-store"],
        body: .bytes(Array(recording)))
    case .past(let store, let revision, let address):
      guard case .guide(let match) = try site.router.match(at: address) else {
        throw .notFound(.notRecorded)
      }
      return try past(match, of: store, after: revision, in: site.renderer)
    default:
      return site.renderer.response(with: try page(at: route, in: site.renderer), policy: nil)
    }
  }

  func livePage(
    at target: Target, for context: RequestContext, in site: ToolSite
  ) throws(SiteError) -> (address: Href, page: RenderedPage)? {
    let route = try route(at: target, for: context)
    return (route.href, try page(at: route, in: site.renderer))
  }

  private func route(
    at target: Target, for context: RequestContext
  ) throws(SiteError) -> InspectorRoute {
    guard context.client.isLoopback, context.request.client.isDirect else {
      throw .notFound(.page)
    }
    do throws(MalformedRequest) {
      if let route = try InspectorRoute(parsing: target) { return route }
    } catch {
      throw .malformed(error)
    }
    throw .notFound(.page)
  }

  private func page(
    at route: InspectorRoute, in renderer: PageRenderer
  ) throws(SiteError) -> RenderedPage {
    guard let page = inspector.page(at: route) else { throw .notFound(.notRecorded) }
    return renderer.tool(page.title, page, at: route.href)
  }

  /// Responds with a page as it was after an action.
  private func past<Match: GuideRouteMatch>(
    _ match: Match, of store: String, after revision: Int, in renderer: PageRenderer
  ) throws(SiteError) -> Response {
    let guide = match.guide
    guard case .page(let location) = match.route.destination, store == guide.name,
      let (state, date) = logs.withLock({ $0[store] })?.state(after: revision),
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

private protocol StepLog: Sendable {
  /// Returns the state after an action, and the time of the action; `nil` if it is not recorded.
  func state(after revision: Int) -> (state: any Sendable, date: Date)?
}

extension StoreLog: StepLog {
  fileprivate func state(after revision: Int) -> (state: any Sendable, date: Date)? {
    self[revision].map { ($0.step.after, $0.date) }
  }
}

extension NotFound {
  /// The inspector has no record of the page or action.
  fileprivate static let notRecorded = NotFound(
    title: "Not recorded",
    message: "The inspector keeps the last 200 actions of each store and the last 200 pages.",
    links: [.init(label: "Inspector", href: InspectorRoute.index.href)])
}
#endif
