public import ImmutableData
public import Markup

/// A source of pages, each identified by a location.
///
/// ```swift
/// import Markup
///
/// struct Welcome: PageSource {
///   func makeRevisions() -> AsyncStream<Int> { AsyncStream { $0.finish() } }
///
///   func response(at location: StartPage) -> PageResponse<some HTML> {
///     .page(Page(title: "Welcome", content: h1 { "Welcome" }))
///   }
/// }
/// ```
public protocol PageSource<Location>: Sendable {
  /// The state of a page that is part of its address.
  associatedtype Location: Hashable & Sendable
  /// The content of the pages.
  associatedtype Content: HTML

  /// Returns a stream with an element for every change that may affect a page.
  func makeRevisions() -> AsyncStream<Int>

  /// Returns true if the page at a location can be rendered immediately; false
  /// if its data has not been requested or is being loaded for the first time.
  func isReady(at location: Location) -> Bool

  /// Requests the data of the page at a location, and waits for it for a
  /// limited time.
  func prepare(at location: Location) async throws

  /// Returns the page at a location.
  func response(at location: Location) -> PageResponse<Content>
}

extension PageSource {
  public func isReady(at location: Location) -> Bool { true }

  public func prepare(at location: Location) async throws {}
}

/// The root of a guide: it owns the store and the clock, renders the pages and
/// handles submitted forms.
///
/// ```swift
/// import ImmutableData
/// import Markup
///
/// struct Counter: Root {
///   enum Route: GuideRoute {
///     case page(StartPage)
///     static let path = "counter"
///     var destination: Destination<StartPage, Never, Never> {
///       switch self { case .page(let location): .page(location) }
///     }
///   }
///   let store = Store(initialState: 0) { (count: Int, step: Int) in count + step }
///   func response(at location: StartPage) -> PageResponse<some HTML> {
///     .page("Counter", of: store) { count in h1 { String(count) } }
///   }
/// }
/// ```
public protocol Root<State, Action>: PageSource where Location == Route.Location {
  associatedtype State: Sendable
  associatedtype Action: Sendable
  /// The routes of the guide.
  associatedtype Route: GuideRoute

  /// The store whose state the pages display.
  var store: Store<State, Action> { get }

  /// The counts of selector evaluations, by the names of the selectors.
  var selectorCounts: [String: SelectorCounts] { get }

  /// Handles a submitted form. Returns when the change is durable.
  ///
  /// - Throws: `MalformedRequest` if no page of the guide sends such a form.
  func response(
    to event: Route.Event, from location: Location, form values: NamedValues
  ) async throws -> PageResponse<Content>

  /// Returns the content of a download.
  func content(of download: Route.Download) async throws -> DownloadContent
}

extension Root {
  public var selectorCounts: [String: SelectorCounts] { [:] }

  public func makeRevisions() -> AsyncStream<Int> { store.makeRevisions() }
}

extension Root where State == Void, Action == Never {
  /// The store of a root without state, which never changes.
  public var store: Store<Void, Never> { stateless }
}

private let stateless = Store<Void, Never>(initialState: (), reducer: unchanged)

private func unchanged<State, Action>(state: State, action: Action) -> State { state }

extension Root where Route.Event == Never {
  public func response(
    to event: Never, from location: Location, form values: NamedValues
  ) async throws -> PageResponse<Content> {}
}

extension Root where Route.Download == Never {
  public func content(of download: Never) async throws -> DownloadContent {}
}

/// A file of a guide: a download that is produced in parts while it is sent, or
/// a part of pages, such as a drawing.
///
/// ```swift
/// let names = ["Otter", "Gibbon"]
/// let file = DownloadContent(
///   contentType: "text/csv; charset=utf-8", fileName: "animals.csv"
/// ) { _ in .init(names.lazy.map { Array("\($0)\r\n".utf8) }) }
/// print(file.contentType)
/// ```
public struct DownloadContent: Sendable {
  /// The use of a file.
  public enum Use: Sendable {
    /// Saved by the visitor under the suggested name, or read by other programs
    /// and pages of other sites.
    case saved(fileName: String)
    /// Displayed within pages, and cached by browsers: for a year if its address
    /// contains the version, otherwise until it changes.
    case displayed(version: String, isVersionInAddress: Bool)
  }

  /// The bytes of a file in order.
  public struct Parts: Sendable {
    public let bytes: any Sequence<[UInt8]> & Sendable
    /// A name for this content among all contents of the address, for conditional
    /// requests; `nil` if there is none.
    public let version: String?

    /// - Parameters:
    ///   - bytes: the parts, which are produced while they are sent.
    ///   - version: a name for this content among all contents of the address.
    public init(_ bytes: some Sequence<[UInt8]> & Sendable, version: String? = nil) {
      self.bytes = bytes
      self.version = version
    }
  }

  /// The media type.
  public let contentType: String
  public let use: Use
  /// True if pages of other sites may display the file.
  public let isEmbeddable: Bool
  /// Makes the content. It may take a while: it is called outside the threads of
  /// Swift's concurrency, and in turn by client. Its argument is the origin of the
  /// site, such as `https://example.org`, for absolute addresses; empty if it is
  /// not known.
  public let makeParts: @Sendable (_ origin: String) throws -> Parts

  /// Creates a download.
  ///
  /// - Parameters:
  ///   - contentType: the media type.
  ///   - fileName: the suggested name.
  ///   - isEmbeddable: true if programs and pages of other sites may read it.
  ///   - makeParts: returns the content, given the origin of the site.
  public init(
    contentType: String, fileName: String, isEmbeddable: Bool = true,
    makeParts: @escaping @Sendable (_ origin: String) throws -> Parts
  ) {
    self.contentType = contentType
    use = .saved(fileName: fileName)
    self.isEmbeddable = isEmbeddable
    self.makeParts = makeParts
  }

  /// Creates a part of pages.
  ///
  /// - Parameters:
  ///   - contentType: the media type.
  ///   - version: names this content among all contents of the address.
  ///   - isVersionInAddress: true if the address never has another content.
  ///   - isEmbeddable: true if pages of other sites may display it, such as a
  ///     picture for link previews.
  ///   - makeContent: returns the content. It is called once for each version
  ///     while the file is in the cache.
  public init(
    contentType: String, version: String, isVersionInAddress: Bool, isEmbeddable: Bool = false,
    makeContent: @escaping @Sendable () throws -> [UInt8]
  ) {
    self.contentType = contentType
    use = .displayed(version: version, isVersionInAddress: isVersionInAddress)
    self.isEmbeddable = isEmbeddable
    makeParts = { _ in Parts([try makeContent()]) }
  }
}
