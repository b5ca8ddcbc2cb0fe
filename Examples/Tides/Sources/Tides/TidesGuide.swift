import Durable
import Foundation
import ImmutableData
import ImmutableUI
import Look
import WebClient
import WebSite

/// The day whose tides a page shows; `nil` for the first one.
struct TidesLocation: GuideLocation, QueryLocation {
  var day: String?

  static let path = "tides"
  static let query = Query<Self>([.text("day", \.day)])
}

enum TidesEvent: String { case refresh }

/// A guide over a remote service, whose last answer is kept in `tides.sqlite` or in the
/// database that several instances share.
struct TidesGuide: Guide, Root {
  typealias Route = StandardRoute<TidesLocation, TidesEvent>

  let store: Store<TidesState, TidesAction>
  let source: GuideSource?
  private let context: GuideContext

  init(_ context: GuideContext, service: URL) {
    let store = Store(
      initialState: TidesState(), observer: context.stepObserver(of: Route.path),
      reducer: TidesState.reduce)
    let stored = context.storedValue(of: Route.path, as: Tides.self) {
      try await store.dispatch(action: .didStore($0))
    }
    let client = WebClient(userAgent: context.userAgent, service: service)
    let loop = ActionLoop<TidesState, TidesAction>()
    loop.observe(store) { transition, _ in
      guard transition.begins({ $0.status == .waiting }) else { return }
      do {
        try await stored.save(Tides(json: client.bytes(of: service)))
      } catch {
        context.logFailure("the tides could not be fetched", error, isRemote: true)
        try? await store.dispatch(action: .didFail(error: error.localizedDescription))
      }
    }
    self.store = store
    self.context = context
    source = GuideSource(file: stored.file, client: client, start: stored.load) {
      await loop.stop()?.value
    }
  }

  var hue: Int { 230 }
  var isShareable: Bool { true }
  var previews: [Preview] { TidesPage.previews }

  /// Refreshes the tides every minute; of several instances, one does.
  func run() async throws {
    try await context.every(.seconds(60), Route.path) {
      try await refresh()
      // So that a failure is counted, and tried again sooner.
      try store.snapshot.state.status?.throwIfFailed()
    }
  }

  private func refresh() async throws {
    try await store.dispatch(actions: .onTapRefreshButton, timeout: .seconds(10)) {
      $0.status != .waiting
    }
  }

  func isReady(at location: TidesLocation) -> Bool { store.snapshot.state.tides != nil }

  func prepare(at location: TidesLocation) async throws { try await refresh() }

  func response(at location: TidesLocation) -> PageResponse<TidesPage> {
    .page("Tides", of: store) { TidesPage(state: .init($0, at: location)) }
  }

  func response(
    to event: TidesEvent, from location: TidesLocation, form: NamedValues
  ) async throws -> PageResponse<TidesPage> {
    try await refresh()
    return .seeOther(location.href)
  }
}
