import ImmutableData
public import ImmutableUI
public import Look
public import Markup
import Storage

/// A guide of a site: a section with its own pages, store and data.
///
/// A site is a list of guides. It derives routing, navigation, live updates,
/// metrics, the front page, readiness, startup and
/// shutdown from them. A guide needs a root; everything else has a default:
///
/// ```swift
/// import ImmutableData
/// import ImmutableUI
/// import Markup
///
/// struct Visits: Guide, Root {
///   enum Route: GuideRoute {
///     enum Event: String, CaseIterable { case count }
///     case page(StartPage), post(Event, from: StartPage)
///     static let path = "visits"
///     var destination: Destination<StartPage, Event, Never> {
///       switch self {
///       case .page(let location): .page(location)
///       case .post(let event, let location): .post(event, from: location)
///       }
///     }
///   }
///   let store = Store(initialState: 0) { (count: Int, step: Int) in count + step }
///   func response(at location: StartPage) -> PageResponse<some HTML> {
///     .page("Visits", of: store) { count in h1 { String(count) } }
///   }
///   func response(
///     to event: Route.Event, from location: StartPage, form: NamedValues
///   ) async throws -> PageResponse<Content> {
///     try await store.dispatch(action: 1)
///     return .seeOther(Route.page(location).href)
///   }
/// }
/// await Site("Visits", guides: [Visits()]).run()
/// ```
public protocol Guide<Pages>: Sendable {
  associatedtype Pages: Root

  /// The label in the navigation.
  var title: String { get }
  /// The icon in the navigation.
  var icon: Icon.Shape { get }
  /// The hue of the guide's colours, in degrees of the OKLCH colour circle.
  var hue: Int { get }
  /// Alternative names, which are suggested to visitors who mistype an address.
  var otherNames: [String] { get }

  /// The root, which responds to requests for pages, posts and downloads.
  var root: Pages { get }
  /// The previews of all components in all states, for the gallery and the
  /// snapshot tests.
  var previews: [Preview] { get }
  /// Returns the guide's excerpt on the front page; `nil` for a link alone.
  func excerpt() -> Excerpt?
  /// Returns what the guide has for a search of the whole site; `nil` if it has no search.
  ///
  /// It is called when the data of the guide's start page are loaded, on a thread where it
  /// may block for some milliseconds.
  ///
  /// - Parameters:
  ///   - query: the text to search for.
  ///   - pages: the pages that visitors see: the root of the guide, or of its sample.
  func search(_ query: SearchQuery, in pages: Pages) -> SearchHits?
  /// Returns the addresses for the sitemap, in addition to the start page.
  func sitemapPages() async throws -> [Href]
  /// The addresses that `robots.txt` excludes.
  var crawlerExclusions: [Href] { get }
  /// The maximum sizes of posts with files, in bytes, by path. They are larger than those of
  /// other posts.
  var uploads: [String: Int] { get }
  /// The other origins that images may come from, for the content security
  /// policy.
  var pictureOrigins: [String] { get }

  /// The sample that is shown while the guide has no data; `nil` for none.
  var sample: GuideSample<Pages>? { get }

  /// The source of the data; `nil` for data in memory alone.
  var source: GuideSource? { get }
  /// True if the guide keeps its data in the site's shared storage, if there is
  /// one. Several instances can only be started if all guides do.
  var isShareable: Bool { get }

  /// True if the pages tell why the data of a file could not be loaded, and keep what was
  /// posted; otherwise the site does.
  var showsLoadErrors: Bool { get }

  /// Returns true if the initial data are loaded.
  func isLoaded() -> Bool
  /// Performs recurring work, like refreshes, until the task is cancelled. It begins when
  /// `isLoaded()` returns true, and again some seconds after an error.
  func run() async throws
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
  public func search(_ query: SearchQuery, in pages: Pages) -> SearchHits? { nil }
  public func sitemapPages() async throws -> [Href] { [] }
  public var crawlerExclusions: [Href] { [] }
  public var uploads: [String: Int] { [:] }
  public var pictureOrigins: [String] { [] }
  public var sample: GuideSample<Pages>? { nil }
  public var source: GuideSource? { nil }
  public var isShareable: Bool { false }
  public var showsLoadErrors: Bool { false }
  public func isLoaded() -> Bool { true }
  public func run() async throws {}
}

extension Guide where Self: Root {
  /// The guide itself is the root.
  public var root: Self { self }
}

/// The properties of a guide that are used outside its pages.
struct GuideSummary: Hashable, Sendable {
  let name: String
  let title: String
  let icon: Icon.Shape
  let hue: Int
  let href: Href
  /// The name and the alternative names.
  let names: [String]
  /// True if changes are kept.
  var keepsChanges = false
}

extension GuideSummary {
  init(_ guide: some Guide) {
    self.init(
      name: guide.name, title: guide.title, icon: guide.icon, hue: guide.hue,
      href: guide.startPage, names: [guide.name] + guide.otherNames,
      keepsChanges: guide.changesRoot != nil)
  }
}

extension Guide {
  /// The address of the start page.
  var startPage: Href { Pages.Route.page(Pages.Location()).href }

  /// The number of actions that the store has reduced.
  var dispatches: Int { root.store.counter.value }

  /// Returns the condition that the data are loaded, and can be used.
  func readiness(_ work: GuideWork) -> Readiness.Check {
    Readiness.Check(name: name) {
      do {
        try await file?.checkUse()
      } catch {
        return (error as? DatabaseFileError)?.reason.obstacle ?? "the database cannot be opened"
      }
      if work.hasFailed(name) { return "not started" }
      return isLoaded() ? nil : "loading"
    }
  }
}

extension DatabaseFileError.Reason {
  /// The reason in a few words that may be public.
  fileprivate var obstacle: String {
    switch self {
    case .damaged: "the database is damaged"
    case .missing: "the database file is missing"
    case .replaced: "the database file was removed or replaced"
    default: "the database cannot be opened"
    }
  }
}
