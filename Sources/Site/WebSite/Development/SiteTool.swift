import Foundation
import ImmutableData
import ImmutableUI
import Markup
import WebServer

/// Pages for the developers of a site, which its development program adds. Their addresses begin
/// with the name of the tool.
protocol SiteTool: Sendable {
  /// The first component of its addresses.
  var name: String { get }
  /// Observes selector evaluations and rendered fragments; `nil` for none.
  var observer: Observer? { get }

  /// Returns the observer of the steps of a guide's store; `nil` for none.
  func stepObserver<State: Sendable, Action: Sendable>(
    of guide: String
  ) -> ObservedStep<State, Action>.Observer?

  /// Returns a stream with an element for each change of its pages; `nil` if they do not change.
  func makeRevisions() -> AsyncStream<Int>?

  /// Responds to a request.
  func response(
    at target: Target, to context: RequestContext, in site: ToolSite
  ) throws(SiteError) -> Response

  /// Returns a page with an event stream, and its address; `nil` if the page has none.
  func livePage(
    at target: Target, for context: RequestContext, in site: ToolSite
  ) throws(SiteError) -> (address: Href, page: RenderedPage)?
}

extension SiteTool {
  var observer: Observer? { nil }

  func stepObserver<State: Sendable, Action: Sendable>(
    of guide: String
  ) -> ObservedStep<State, Action>.Observer? { nil }

  func makeRevisions() -> AsyncStream<Int>? { nil }

  func livePage(
    at target: Target, for context: RequestContext, in site: ToolSite
  ) throws(SiteError) -> (address: Href, page: RenderedPage)? { nil }
}

/// The parts of which the pages of tools are made.
struct ToolSite: Sendable {
  let renderer: PageRenderer
  let router: Router
}

/// Creates the tools of a site that starts, given its clock.
typealias MakeTools = @Sendable (_ now: @escaping @Sendable () -> Date) -> [any SiteTool]
