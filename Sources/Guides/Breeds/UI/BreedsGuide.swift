import BreedsData
import Composable
public import Foundation
import ImmutableData
public import ImmutableUI
public import Look
public import Markup
import SharedStores
import WebClient
public import WebSite

/// The guide to dog breeds, loaded from a dog API and stored in
/// `breeds.sqlite`, or in the database that several instances share.
public struct BreedsGuide: Guide {
  public let root: BreedsRoot
  public let sample: GuideSample<BreedsRoot>?
  public let pictureOrigins: [String]
  public let source: GuideSource?

  /// - Parameters:
  ///   - context: the services of the site.
  ///   - dogs: the base URL of the dog API.
  public init(_ context: GuideContext, dogs: URL) {
    let client = WebClient(userAgent: context.userAgent, service: dogs)
    let api = DogAPI(baseURL: dogs, client: client)
    let shared = context.sharedStorage.map { SharedBreeds($0) }
    let localStore: LocalStore?
    let environment: AppEnvironment
    if let shared {
      localStore = nil
      environment = .live(api: api, store: shared, now: context.now)
    } else {
      let store = LocalStore(url: context.file(of: BreedsRoute.path), report: context.report)
      localStore = store
      environment = .live(api: api, store: store, now: context.now)
    }
    let store = Store(
      initialState: AppState(isFollowing: shared != nil),
      observer: context.stepObserver(of: BreedsRoute.path),
      reducer: AppState.reducer,
      environment: environment.reporting { error in
        context.logFailure(
          "an operation on breeds failed", error,
          isRemote: error is DogAPIError || error is WebClientError || error is FetchInProgress)
      }
    ) { report in
      context.logWarning("breeds", details: "\(report)")
    }
    // The store keeps its environment.
    shared?.follow(importing: context.file(of: BreedsRoute.path)) { [weak store] changes in
      try await store?.dispatch(action: .log(changes))
    }
    let fetches = FetchCounts(of: store) { action in
      switch action {
      case .dogs(.dogsLoaded): .success
      case .dogs(.dogsLoadFailed): .failure
      default: nil
      }
    }
    pictureOrigins = api.pictureOrigins
    source = GuideSource(
      file: localStore?.file, client: client,
      feed: { Feed(counts: fetches, lastSuccess: store.snapshot.state.loadedAt) })
    root = BreedsRoot(
      store: store, timeout: context.timeout, now: context.now, observer: context.observer)
    sample = Self.sample(context)
  }

  private static func sample(_ context: GuideContext) -> GuideSample<BreedsRoot> {
    let store = Store(
      initialState: .initial, reducer: AppState.reducer, environment: .sample
    ) { report in
      context.logWarning("breeds", details: "\(report)")
    }
    return GuideSample(
      "Sample of \(Dog.samples.count) breeds", root: BreedsRoot(store: store, now: context.now),
      stock: \.stock, asksService: { $0 == .loadDogs }, excerpt: { $0.excerpt() })
  }

  /// A guide over a store with its own environment.
  public init(root: BreedsRoot, pictureOrigins: [String]) {
    self.root = root
    sample = nil
    self.pictureOrigins = pictureOrigins
    source = nil
  }

  public var title: String { BreedsPage.name }
  public var icon: Icon.Shape { .paw }
  public var hue: Int { 255 }
  public var otherNames: [String] { ["dogs"] }
  public var previews: [Preview] { BreedsPage.previews }
  public func excerpt() -> Excerpt? { root.excerpt() }
  public func search(_ query: SearchQuery, in pages: BreedsRoot) -> SearchHits? {
    pages.search(query)
  }
  public func sitemapPages() async throws -> [Href] { root.places }
  public var isShareable: Bool { true }
}

extension AppState {
  /// The data, as opposed to the sample.
  fileprivate var stock: GuideSample<BreedsRoot>.Stock {
    guard dogs.isEmpty else { return .present }
    return switch status {
    case nil: .unknown
    case .empty, .waiting, .success: .none(hasFailed: false)
    case .failure: .none(hasFailed: true)
    }
  }
}
