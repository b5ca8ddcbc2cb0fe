import Foundation
import ImmutableData
import ImmutableUI
import Look
import Markup
import SharedLog
import Storage
import WebClient
import WebSite

/// The day whose tides a page shows; `nil` for the first one.
struct TidesLocation: QueryLocation {
  var day: String?

  static let query = Query<Self>([.text("day", \.day)])
}

/// A guide over a remote service, whose last answer is kept in `tides.sqlite` or in the
/// database that several instances share.
struct TidesGuide: Guide, Root {
  enum Route: GuideRoute {
    enum Event: String { case refresh }
    case page(TidesLocation), post(Event, from: TidesLocation)
    static let path = "tides"

    var destination: Destination<TidesLocation, Event, Never> {
      switch self {
      case .page(let location): .page(location)
      case .post(let event, let location): .post(event, from: location)
      }
    }
  }

  let store: Store<TidesState, TidesAction>
  private let context: GuideContext
  private let stored: StoredValue<Tides>
  private let client: WebClient
  private let loop = ActionLoop<TidesState, TidesAction>()

  init(_ context: GuideContext, service: URL) {
    let store = Store(
      initialState: TidesState(), observer: context.stepObserver(of: Route.path),
      reducer: TidesState.reduce)
    let stored = context.storedValue(of: Route.path, as: Tides.self) {
      try await store.dispatch(action: .didStore($0))
    }
    let client = WebClient(userAgent: context.userAgent, service: service)
    (self.store, self.context, self.stored, self.client) = (store, context, stored, client)
    loop.observe(store) { transition, _ in
      guard transition.begins({ $0.status == .waiting }) else { return }
      do {
        if let tides = try await Tides.fetch(from: service, by: client) {
          try await stored.save(tides)
        }
      } catch {
        context.logFailure("the tides could not be fetched", error, isRemote: true)
        try? await store.dispatch(action: .didFail(error: error.localizedDescription))
      }
    }
  }

  var icon: Icon.Shape { .pulse }
  var hue: Int { 230 }
  var file: DatabaseFile? { stored.file }
  var isShareable: Bool { true }
  var previews: [Preview] { TidesPage.previews }

  func start() async throws { try await stored.load() }

  /// Refreshes the tides every minute; of several instances, one does.
  func run() async throws {
    try await context.repeating(Route.path, every: .seconds(60)) { try await refresh() }
  }

  func cancelFetches() { client.close() }

  func stop() async throws {
    await loop.stop()?.value
    try await stored.close()
  }

  private func refresh() async throws {
    try await store.dispatch(actions: .onTapRefreshButton, timeout: .seconds(10)) {
      $0.status != .waiting
    }
  }

  func isReady(at location: TidesLocation) -> Bool {
    let state = store.snapshot.state
    return state.tides != nil || state.status == .success
  }

  func prepare(at location: TidesLocation) async throws { try await refresh() }

  func response(at location: TidesLocation) -> PageResponse<TidesPage> {
    .page("Tides", of: store) { TidesPage(state: .init($0, at: location)) }
  }

  func response(
    to event: Route.Event, from location: TidesLocation, form: NamedValues
  ) async throws -> PageResponse<TidesPage> {
    try await refresh()
    return .seeOther(Route.page(location).href)
  }
}
