import AnimalsData
import Foundation
import ImmutableData
public import ImmutableUI
public import Look
public import Markup
import SharedStores
public import Storage
public import WebSite

/// The guide to animals, stored in `animals.sqlite`, or in the database that
/// several instances share.
public struct AnimalsGuide: Guide {
  public let root: AnimalsRoot
  private let source: Source?

  /// The file of the animals, if they have their own, and the function that ends
  /// the side effects of actions.
  private struct Source {
    var file: DatabaseFile?
    let stop: @Sendable () async throws -> Void
  }

  public init(_ context: GuideContext) {
    let store = Store(
      initialState: AnimalsState(isFollowing: context.sharedStorage != nil),
      observer: context.stepObserver(of: AnimalsRoute.path),
      reducer: AnimalsReducer.reduce(state:action:))
    let onError: @Sendable (any Error) -> Void = { error in
      context.logFailure("an operation on animals failed", error)
    }
    if let shared = context.sharedStorage {
      let animals = SharedAnimals(shared, importing: context.file(of: AnimalsRoute.path)) {
        changes in
        try await store.dispatch(action: .data(.log(changes)))
      }
      let listener = Listener(store: animals, onError: onError)
      listener.listen(to: store)
      source = Source { await listener.stop()?.value }
    } else {
      let localStore = LocalStore<UUID>(
        url: context.file(of: AnimalsRoute.path), report: context.report)
      let listener = Listener(store: localStore, onError: onError)
      listener.listen(to: store)
      source = Source(file: localStore.file) {
        await listener.stop()?.value
        try await localStore.close()
      }
    }
    root = AnimalsRoot(
      store: store, catchUp: context.catchUp(with: AnimalsRoute.path),
      makeID: { UUID().uuidString }, observer: context.observer)
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

  public var file: DatabaseFile? { source?.file }
  public var isShareable: Bool { true }

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
    try await source?.stop()
  }
}
