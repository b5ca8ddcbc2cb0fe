import Foundation
public import ImmutableData
public import ImmutableUI
public import Look
public import Markup
public import WebSite

/// A guide of records: a database, a store and the pages.
///
/// `Content` is the presenter of the page: see `RecordsRoot`.
///
/// ```swift
/// import WebSite
///
/// struct Plant: Record {
///   var name = ""
///   static let fields: Fields<Plant> = [.text(\.name, 1...200)]
/// }
/// func plants(_ context: GuideContext) -> any Guide { RecordsGuide(of: Plant.self, context) }
/// ```
public struct RecordsGuide<Entity: Record, Content: Presenter>: Guide
where Content.ViewState == RecordsPage<Entity>.ViewState {
  public let root: RecordsRoot<Entity, Content>
  public let source: GuideSource?

  /// - Parameters:
  ///   - context: the services that the site provides to the guide.
  ///   - content: the presenter of the page.
  ///   - guides: the guides that fields refer to.
  ///   - reducer: the reducer of the store.
  public init(
    _ context: GuideContext, content: Content.Type,
    referringTo guides: any RecordsProvider...,
    reducer: @escaping Reducer<RecordsState<Entity>, RecordsAction<Entity>> =
      RecordsReducer.reduce
  ) {
    self.init(context, content: content, referringTo: guides.map(\.records), reducer: reducer)
  }

  init(
    _ context: GuideContext, content: Content.Type, referringTo references: [RecordsSource],
    reducer: @escaping Reducer<RecordsState<Entity>, RecordsAction<Entity>> =
      RecordsReducer.reduce
  ) {
    let path = Entity.names.path
    let types = references.map { $0.type } + [ObjectIdentifier(Entity.self)]
    for field in Entity.fields {
      if let reference = field.reference, !types.contains(reference.type) {
        refuseDeclaration(
          "“\(field.name)” of \(Entity.self) refers to records of another guide. Give that guide "
            + "to “RecordsGuide” with “referringTo:”.")
      }
    }
    let store = Store(
      initialState: RecordsState(), observer: context.stepObserver(of: path), reducer: reducer)
    let storage = RecordsLog<Entity>(in: context.storage, store: store)
    let listener = RecordsListener(
      storage: storage,
      onError: { context.logFailure("an operation on \(path) failed", $0) })
    listener.listen(to: store)
    source = GuideSource(
      file: storage.file,
      start: {
        // Again after a failure.
        try await store.dispatch(
          actions: .ui(.onAppear), .ui(.onTapTryAgainButton), timeout: .seconds(60)
        ) { $0.status != .waiting }
        if let error = store.snapshot.state.loadError { throw RecordsError.notLoaded(error) }
      },
      finish: { await listener.stop()?.value })
    root = RecordsRoot(
      store: store, content: content, timeout: context.timeout, referringTo: references,
      now: context.now,
      catchUp: context.catchUp(with: path), changes: { try await storage.changes($0) },
      hasPerformed: { try await storage.hasPerformed($0) },
      makeID: { UUID().uuidString },
      observer: context.observer)
  }

  public var title: String { Entity.names.title }
  public var icon: Icon.Shape { Entity.icon }
  public var hue: Int { Entity.hue }
  public var otherNames: [String] { [Entity.names.one] }
  public var isShareable: Bool { true }
  public var showsLoadErrors: Bool { true }
  public var crawlerExclusions: [Href] { RecordsLocation<Entity>().exports.map(\.href) }
  public var uploads: [String: Int] { RecordsLocation<Entity>.uploads }
  public var previews: [Preview] { RecordsPage<Entity>.previews(by: Content.self) }

  public func excerpt() -> Excerpt? { root.excerpt() }

  public func search(
    _ query: SearchQuery, in pages: RecordsRoot<Entity, Content>
  ) -> SearchHits? {
    pages.search(query)
  }

  public func sitemapPages() async throws -> [Href] {
    if !root.isReady(at: .init()) { try await root.prepare(at: .init()) }
    return root.places
  }

  public func isLoaded() -> Bool {
    root.store.snapshot.state.loadError == nil
  }
}

extension RecordsGuide: RecordsProvider {
  public var records: RecordsSource { root.records }
}

extension RecordsGuide where Content == RecordsPage<Entity>.Presenter {
  /// Creates a guide with the standard page: `RecordsGuide(of: Plant.self, context)`.
  public init(
    of type: Entity.Type, _ context: GuideContext, referringTo guides: any RecordsProvider...
  ) {
    self.init(context, content: Content.self, referringTo: guides.map(\.records))
  }
}
