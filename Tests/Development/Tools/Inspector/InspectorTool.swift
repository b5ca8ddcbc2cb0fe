#if DEBUG
import Foundation
import ImmutableData
import ImmutableUI
import Markup
import Synchronization
import WebServer

@testable import WebSite

/// The inspector: the latest actions of each store with their changes, and the counts of its
/// selectors, for clients on this machine only.
///
/// It is read-only, and its memory is bounded.
final class InspectorTool: SiteTool {
  private let now: @Sendable () -> Date
  private let recorders = Mutex<[StoreRecorder]>([])
  /// Counts what was recorded, to update open pages of the inspector.
  private let counter = Store(initialState: 0, historyCapacity: 0) { (count: Int, more: Int) in
    count + more
  }

  init(now: @escaping @Sendable () -> Date) { self.now = now }

  var name: String { "inspector" }

  /// Returns the address of the index, of a store, or of an action of a store.
  static func href(_ path: String...) -> Href { Href(path: ["inspector"] + path) }

  var observer: Observer? {
    { [self] observation in
      // Updates are ignored: those of the inspector's own pages would cause others.
      guard case .evaluated(let evaluation) = observation else { return }
      let recorder = recorders.withLock { $0 }.first { $0.name == evaluation.store }
      recorder?.countEvaluation(of: evaluation.label)
      publish()
    }
  }

  func stepObserver<State: Sendable, Action: Sendable>(
    of guide: String
  ) -> ObservedStep<State, Action>.Observer? {
    let recorder = StoreRecorder(name: guide, now: now)
    recorders.withLock { $0.append(recorder) }
    return { [self] step in
      recorder.record(step)
      publish()
    }
  }

  private func publish() { try? counter.dispatch(action: 1) }

  func makeRevisions() -> AsyncStream<Int>? { counter.makeRevisions() }

  func response(
    at target: Target, to context: RequestContext, in site: ToolSite
  ) throws(SiteError) -> Response {
    let (_, page) = try page(at: target, for: context, in: site)
    return site.renderer.response(with: page, policy: nil)
  }

  func livePage(
    at target: Target, for context: RequestContext, in site: ToolSite
  ) throws(SiteError) -> (address: Href, page: RenderedPage)? {
    try page(at: target, for: context, in: site)
  }

  private func page(
    at target: Target, for context: RequestContext, in site: ToolSite
  ) throws(SiteError) -> (address: Href, page: RenderedPage) {
    guard context.client.isLoopback, context.request.client.isDirect, target.path.count <= 3 else {
      throw .notFound(.page)
    }
    let address = Href(path: target.path)
    let recorders = recorders.withLock { $0 }
    guard target.path.count > 1 else {
      let index = InspectorIndex(recorders: recorders)
      return (address, site.renderer.tool("Inspector", index, at: address))
    }
    guard let recorder = recorders.first(where: { $0.name == target.path[1] }) else {
      throw .notFound(.page)
    }
    let steps = recorder.steps
    var selected: StoreRecorder.Step?
    if target.path.count == 3 {
      selected = steps.first { String($0.revision) == target.path[2] }
      guard selected != nil else { throw .notFound(.notRecorded) }
    }
    let guide = site.router.guides.first { $0.name == recorder.name }
    let counts = guide.map { $0.root.selectorCounts } ?? [:]
    let store = InspectorStore(
      name: recorder.name, steps: steps.reversed(), selected: selected,
      evaluations: recorder.evaluations, counts: counts.sorted { $0.key < $1.key })
    return (address, site.renderer.tool("\(store.name) - Inspector", store, at: address))
  }
}

extension NotFound {
  /// The inspector has no record of the action.
  fileprivate static let notRecorded = NotFound(
    title: "Not recorded",
    message: "The inspector keeps the last 200 actions of each store.",
    links: [.init(label: "Inspector", href: InspectorTool.href())])
}
#endif
