import ImmutableData
public import ImmutableUI
public import Look
public import Markup
public import Storage

/// A guide of a site: its pages, and what stands behind them.
///
/// A site is a list of guides. From each of them it derives routing,
/// navigation, live streams, metrics, the inspector, the front page, the
/// gallery, readiness, start and stop. What a guide does not say has a
/// default:
///
/// ```swift
/// struct Counter: Guide, Root {
///   let store = Store(initialState: 0) { (count: Int, step: Int) in count + step }
///   …
/// }
///
/// await Site("Counter", guides: [Counter()]).run()
/// ```
public protocol Guide: Sendable {
  associatedtype Pages: Root

  /// The name in the navigation.
  var title: String { get }
  /// The icon beside it.
  var icon: Icon.Shape { get }
  /// The hue of its colours, in degrees of the OKLCH colour circle.
  var hue: Int { get }
  /// Other words for it, for visitors who mistype an address.
  var otherNames: [String] { get }

  /// Answers the requests for the guide's pages and its posts.
  var root: Pages { get }
  /// Every state of every component, for the gallery and the tests.
  var previews: [Preview] { get }
  /// Returns the guide's part of the front page; `nil` for its name alone.
  func excerpt() -> Excerpt?
  /// Returns the pages for the sitemap beside the start page.
  func sitemapPages() async throws -> [Href]
  /// The addresses that crawlers are asked to leave alone.
  var crawlerExclusions: [Href] { get }
  /// Other origins that pictures may come from, for the content security
  /// policy.
  var pictureOrigins: [String] { get }

  /// The file that holds the guide's data.
  var file: DatabaseFile? { get }
  /// The remote service that the data come from.
  var feed: Feed? { get }

  /// Returns true if all is loaded that visitors expect at once, and tries
  /// again what could not be loaded. It waits for nothing.
  func isLoaded() -> Bool
  /// Starts loading what the first visitor will want.
  func start() async throws
  /// Does what has to be done again and again, until the task is cancelled.
  func run() async throws
  /// Cancels requests to remote services, so that nobody waits for them while
  /// the program stops.
  func cancelFetches()
  /// Finishes what is under way, and closes the file.
  func stop() async throws
}

extension Guide {
  /// The name in addresses, logs and metrics: the first path component.
  public var name: String { Pages.Route.path }

  public var title: String { name.prefix(1).uppercased() + name.dropFirst() }
  public var icon: Icon.Shape { .leaf }
  public var hue: Int { 150 }
  public var otherNames: [String] { [] }
  public var previews: [Preview] { [] }
  public func excerpt() -> Excerpt? { nil }
  public func sitemapPages() async throws -> [Href] { [] }
  public var crawlerExclusions: [Href] { [] }
  public var pictureOrigins: [String] { [] }
  public var file: DatabaseFile? { nil }
  public var feed: Feed? { nil }
  public func isLoaded() -> Bool { true }
  public func start() async throws {}
  public func run() async throws {}
  public func cancelFetches() {}
  public func stop() async throws {}
}

extension Guide where Self: Root {
  /// A guide that answers its requests itself.
  public var root: Self { self }
}

/// The parts of a guide that stand on other pages.
struct GuideSummary: Hashable, Sendable {
  let name: String
  let title: String
  let icon: Icon.Shape
  let hue: Int
  let href: Href
  /// Names that visitors may use for it.
  let names: [String]

  init(_ guide: some Guide) {
    name = guide.name
    title = guide.title
    icon = guide.icon
    hue = guide.hue
    href = guide.startPage
    names = [guide.name] + guide.otherNames
  }
}

extension Guide {
  /// The address of the start page.
  var startPage: Href { Pages.Route.page(Pages.Location()).href }

  /// True if the start page can be shown at once.
  var isSettled: Bool { root.isSettled(at: .init()) }

  /// Waits for what the start page shows.
  func settle() async throws { try await root.settle(at: .init()) }

  /// The number of actions that the store has reduced.
  var dispatches: Int { root.store.counter.value }

  var readiness: Readiness.Check {
    Readiness.Check(name) {
      if let file, await file.obstacle() != nil { return "the database cannot be opened" }
      return isLoaded() ? nil : "loading"
    }
  }
}
