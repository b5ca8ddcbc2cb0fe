import BreedsData
import Composable
import Durable
public import Foundation
import ImmutableData
public import ImmutableUI
public import Look
public import Markup
import Synchronization
import WebClient
public import WebSite

/// The guide to dog breeds, loaded from a dog API and kept in a log.
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
    let follower = BreedsFollower()
    let log = context.storage.breeds { try await follower.receive($0) }
    let store = Store(
      initialState: AppState(), observer: context.stepObserver(of: BreedsRoute.path),
      reducer: AppState.keptReducer,
      environment: AppEnvironment.live(api: api, log: log, now: context.now).reporting { error in
        context.logFailure(
          "an operation on breeds failed", error,
          isRemote: error is DogAPIError || error is WebClientError || error is FetchInProgress)
      }
    ) { report in
      context.logWarning("breeds", details: "\(report)")
    }
    follower.set(store)
    let fetches = FetchCounts(of: store) { action in
      switch action {
      case .dogs(.dogsLoaded): .success
      case .dogs(.dogsLoadFailed): .failure
      default: nil
      }
    }
    pictureOrigins = api.pictureOrigins
    source = GuideSource(
      file: log.file, client: client,
      feed: { Feed(counts: fetches, lastSuccess: store.snapshot.state.loadedAt) },
      start: { try await log.start() }, finish: { try await log.close() })
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
  public func excerpt() -> Excerpt? { root.excerpt() }
  public func search(_ query: SearchQuery, in pages: BreedsRoot) -> SearchHits? {
    pages.search(query)
  }
  public func sitemapPages() async throws -> [Href] { root.places }
  public var isShareable: Bool { true }

  /// Loads a picture of each breed that was not asked for before, one after the other.
  public func run() async throws {
    guard source != nil else { return }
    let store = root.store
    var revisions = store.makeRevisions().makeAsyncIterator()
    repeat {
      while let key = store.snapshot.state.keyWithoutPicture {
        try await store.dispatch(actions: .breedAppeared(key), timeout: .seconds(60)) {
          $0.breeds[key]?.status != .waiting
        }
        let status = store.snapshot.state.breeds[key]?.status
        let isFailure = if case .failure = status { true } else { false }
        try await Task.sleep(for: .seconds(isFailure ? 60 : 1))
      }
    } while await revisions.next() != nil
  }
}

/// Brings what the log of the breeds brings into a store, whose environment has the log.
private final class BreedsFollower: Sendable {
  private struct Reference {
    weak var store: Store<AppState, AppAction>?
  }

  private let reference = Mutex(Reference())

  func set(_ store: Store<AppState, AppAction>) { reference.withLock { $0.store = store } }

  func receive(_ event: LogEvent<KeptBreeds>) async throws {
    let action: AppAction =
      switch event {
      case .loaded(let breeds, _):
        .loaded(list: breeds.list, pictures: Array(breeds.pictures.values))
      case .changed(let changes): .log(changes.map(\.change))
      }
    try await reference.withLock { $0.store }?.dispatch(action: action)
  }
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
