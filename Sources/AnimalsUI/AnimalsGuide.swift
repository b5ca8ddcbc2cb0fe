import AnimalsData
import Foundation
import ImmutableData
public import ImmutableUI
public import Look
public import Markup
public import Storage
public import WebSite

/// The guide to animals, stored in `animals.sqlite`.
public struct AnimalsGuide: Guide {
  public let root: AnimalsRoot
  private let source: Source?

  /// The database, and the listener that performs the side effects of actions.
  private struct Source {
    let localStore: LocalStore<UUID>
    let listener: Listener<LocalStore<UUID>>
  }

  public init(_ context: GuideContext) {
    let localStore = LocalStore<UUID>(
      url: context.file(of: AnimalsRoute.path), report: context.report)
    let store = Store(
      initialState: AnimalsState(), observer: context.stepObserver(of: AnimalsRoute.path),
      reducer: AnimalsReducer.reduce(state:action:))
    let listener = Listener(store: localStore) { error in
      context.logFailure("an operation on animals failed", error)
    }
    listener.listen(to: store)
    source = Source(localStore: localStore, listener: listener)
    root = AnimalsRoot(
      store: store, makeID: { UUID().uuidString }, observer: context.observer)
  }

  /// A guide over a store without a listener of its own.
  public init(root: AnimalsRoot) {
    self.root = root
    source = nil
  }

  public var title: String { AnimalsPage.name }
  public var icon: Icon.Shape { .leaf }
  public var hue: Int { 150 }
  public var previews: [Preview] { AnimalsPage.previews }
  public func excerpt() -> Excerpt? { root.excerpt() }

  public func sitemapPages() async throws -> [Href] {
    let start = AnimalsRoute.Location()
    if !root.isReady(at: start) { try await root.prepare(at: start) }
    return root.places
  }

  public var file: DatabaseFile? { source?.localStore.file }

  public func isLoaded() -> Bool {
    let state = root.store.snapshot.state
    if case .failure = state.categories.status {
      Task { try await root.store.dispatch(action: .ui(.categoryList(.onTapTryAgainButton))) }
    }
    if case .failure = state.animals.status {
      Task { try await root.store.dispatch(action: .ui(.animalList(.onTapTryAgainButton))) }
    }
    func isLoaded(_ status: Status?, isEmpty: Bool) -> Bool { status == .success || !isEmpty }
    return isLoaded(state.categories.status, isEmpty: state.categories.data.isEmpty)
      && isLoaded(state.animals.status, isEmpty: state.animals.data.isEmpty)
  }

  public func start() async throws {
    try await root.store.dispatch(action: .ui(.categoryList(.onAppear)))
    try await root.store.dispatch(action: .ui(.animalList(.onAppear)))
  }

  public func stop() async throws {
    await source?.listener.stop()?.value
    try await source?.localStore.close()
  }
}
