import AnimalsData
import Foundation
import ImmutableData
public import ImmutableUI
public import Look
public import Markup
import Records
public import WebSite

/// The guide to animals, stored in `animals.sqlite`, or in the database that
/// several instances share.
public struct AnimalsGuide: Guide {
  public let root: AnimalsRoot
  public let source: GuideSource?

  public init(_ context: GuideContext) {
    let store = Store(
      initialState: AnimalsState(), observer: context.stepObserver(of: AnimalsRoute.path),
      reducer: AnimalsReducer.reduce(state:action:))
    let animals = LocalStore<UUID>(in: context.storage, store: store)
    let listener = Listener(store: animals) { error in
      context.logFailure("an operation on animals failed", error)
    }
    listener.listen(to: store)
    let start: @Sendable () async throws -> Void = {
      let isFirst = store.snapshot.state.categories.status == nil
      let actions: [AnimalsAction.UI] =
        isFirst
        ? [.categoryList(.onAppear), .animalList(.onAppear)]
        : [.categoryList(.onTapTryAgainButton), .animalList(.onTapTryAgainButton)]
      for action in actions { try await store.dispatch(action: .ui(action)) }
    }
    source = GuideSource(file: animals.file, start: start) { await listener.stop()?.value }
    root = AnimalsRoot(
      store: store, timeout: context.timeout, catchUp: context.catchUp(with: AnimalsRoute.path),
      changes: { try await animals.changesQuery($0) },
      hasPerformed: { try await animals.hasPerformed($0) }, makeID: { UUID().uuidString },
      drawings: try? context.href(ofAsset: AnimalDrawings.file),
      observer: context.observer)
  }

  /// A guide over a store without a listener of its own.
  public init(root: AnimalsRoot) {
    self.root = root
    source = nil
  }

  public var title: String { AnimalsPage.name }
  public var icon: Icon.Shape { .leaf }
  public var hue: Int { 150 }
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
  public var showsLoadErrors: Bool { true }
  public var crawlerExclusions: [Href] { AnimalsLocation().exports.map(\.href) }
  public var uploads: [String: Int] { AnimalsLocation.uploads }

  public func isLoaded() -> Bool { AnimalsRoot.loadError(in: root.store.snapshot.state) == nil }
}
