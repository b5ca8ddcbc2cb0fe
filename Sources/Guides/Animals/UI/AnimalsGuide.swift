import AnimalsData
import Foundation
import ImmutableData
public import ImmutableUI
public import Look
public import Markup
import Records
import SharedStores
public import WebSite

/// The guide to animals, stored in `animals.sqlite`, or in the database that
/// several instances share.
public struct AnimalsGuide: Guide {
  public let root: AnimalsRoot
  public let source: GuideSource?

  public init(_ context: GuideContext) {
    let store = Store(
      initialState: AnimalsState(isFollowing: context.sharedStorage != nil),
      observer: context.stepObserver(of: AnimalsRoute.path),
      reducer: AnimalsReducer.reduce(state:action:))
    let onError: @Sendable (any Error) -> Void = { error in
      context.logFailure("an operation on animals failed", error)
    }
    let start: @Sendable () async throws -> Void = {
      try await store.dispatch(action: .ui(.categoryList(.onAppear)))
      try await store.dispatch(action: .ui(.animalList(.onAppear)))
    }
    let history: @Sendable (Animal.ID) async throws -> [RecordVersion]
    if let shared = context.sharedStorage {
      let animals = SharedAnimals(shared, importing: context.file(of: AnimalsRoute.path)) {
        changes in
        try await store.dispatch(action: .data(.log(changes)))
      }
      let listener = Listener(store: animals, onError: onError)
      listener.listen(to: store)
      source = GuideSource(start: start) { await listener.stop()?.value }
      history = { try await animals.historyQuery(animalId: $0) }
    } else {
      let localStore = LocalStore<UUID>(
        url: context.file(of: AnimalsRoute.path), report: context.report)
      let listener = Listener(store: localStore, onError: onError)
      listener.listen(to: store)
      source = GuideSource(file: localStore.file, start: start) {
        await listener.stop()?.value
      }
      history = { try await localStore.historyQuery(animalId: $0) }
    }
    root = AnimalsRoot(
      store: store, timeout: context.timeout, catchUp: context.catchUp(with: AnimalsRoute.path),
      history: history, makeID: { UUID().uuidString }, observer: context.observer)
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
  public func search(_ query: SearchQuery, in pages: AnimalsRoot) -> SearchHits? {
    pages.search(query)
  }

  public func sitemapPages() async throws -> [Href] {
    let start = AnimalsLocation()
    if !root.isReady(at: start) { try await root.prepare(at: start) }
    return root.places
  }

  public var isShareable: Bool { true }
  public var crawlerExclusions: [Href] {
    RecordsFormat.allCases.map { AnimalsRoute.export(ListExport($0, of: .init())).href }
  }
  public var uploads: [String: Int] {
    let path = AnimalsRoute.post(.importAnimals, from: .init()).href.text
    return [path: RecordsImport<Animal>.uploadLimit]
  }

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
}
