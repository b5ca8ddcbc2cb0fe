import AnimalsData
import BreedsData
import BreedsUI
import Composable
import Foundation
import HTTPTypes
import ImmutableData
import ImmutableUI
import Inspector
import Logging
import Markup
import PhotosData
import PhotosUI
import QuakesData
import QuakesUI
import TestSupport
import WebClient
import WebServer

@testable import AnimalsUI
@testable import Fieldguide
@testable import WebSite

/// The whole site on a port of its own, with stores that the test provides.
final class TestSite: Sendable {
  let store: Store<AnimalsState, AnimalsAction>
  let quakes: Store<QuakesState, QuakesAction>
  let photos: Store<PhotosState, PhotosAction>
  let pages: PageCache
  private let makeSite: @Sendable (PageCache.Limits) throws -> Responder
  private let server: WebServer
  private let listeners: [any AnyObject & Sendable]

  /// - Parameters:
  ///   - persistentStore: the local store of animals.
  ///   - quakesStore: the local store of quakes.
  ///   - feeds: the URL of the quakes feeds; by default an unreachable one.
  ///   - breedsEnvironment: the environment of breeds; by default a failing
  ///     one.
  ///   - photosSource: the photos and banner services; by default unreachable
  ///     ones.
  ///   - timeout: the maximum wait for data.
  ///   - cache: the limits of the page cache.
  ///   - streams: the limit on concurrent event streams.
  ///   - exports: the limit on concurrent exports.
  ///   - livePages: the limits of live pages.
  ///   - access: the access rules.
  ///   - showsGallery: true to serve the gallery.
  ///   - inspection: the inspector; `nil` to switch it off.
  ///   - stall: blocks the actions of one guide.
  ///   - logger: the log.
  ///   - now: returns the current time.
  init<
    PersistentStore: PersistentSessionPersistentStore,
    QuakesStore: PersistentSessionLocalStore
  >(
    persistentStore: PersistentStore, quakesStore: QuakesStore, feeds: URL? = nil,
    breedsEnvironment: AppEnvironment = .failing, photosSource: PhotosSource? = nil,
    timeout: Duration = .seconds(20), cache: PageCache.Limits = .init(),
    streams: ConcurrencyLimit = .init(total: 4_000, perClient: 16),
    exports: ConcurrencyLimit = .init(total: 32, perClient: 4),
    livePages: LivePages.Limits = .init(),
    access: Access = .init(), showsGallery: Bool = false,
    inspection: Inspection? = nil, stall: Stall? = nil, logger: Logger = TestSite.silence,
    now: @escaping @Sendable () -> Date = { .now }
  ) throws {
    let store = Store(
      initialState: AnimalsState(),
      observer: stall?.observer(.animals) ?? inspection?.log(of: "animals"),
      reducer: AnimalsReducer.reduce(state:action:))
    let observer: Observer? = inspection?.inspector.observe
    let listener = AnimalsData.Listener(store: persistentStore)
    listener.listen(to: store)
    let quakes = Store(
      initialState: QuakesState(),
      observer: stall?.observer(.quakes) ?? inspection?.log(of: "quakes"),
      reducer: QuakesReducer.reduce(state:action:))
    let quakesListener = QuakesData.Listener(
      localStore: quakesStore,
      remoteStore: RemoteStore(
        baseURL: feeds ?? Self.nowhere, client: WebClient(userAgent: "test"), logger: logger))
    quakesListener.listen(to: quakes)
    let breeds = Store(
      initialState: .initial, observer: stall?.observer(.breeds) ?? inspection?.log(of: "breeds"),
      reducer: AppState.reducer,
      environment: breedsEnvironment
    ) { _ in }
    let photos = Store(
      initialState: PhotosState(),
      observer: stall?.observer(.photos) ?? inspection?.log(of: "photos"),
      reducer: PhotosReducer.reduce(state:action:))
    let photosListener = (photosSource ?? PhotosSource(service: Self.nowhere))
      .listener(logger: logger, now: now)
    photosListener.listen(to: photos)
    let makeSite: @Sendable (PageCache.Limits) throws -> Responder = { cache in
      let document = try Self.document()
      let guides = Self.guides(
        animals: AnimalsRoot(
          store: store, timeout: timeout, makeID: { UUID().uuidString }, observer: observer),
        quakes: QuakesRoot(
          store: quakes, timeout: timeout, now: now, observer: observer),
        breeds: BreedsRoot(store: breeds, timeout: timeout, now: now, observer: observer),
        photos: PhotosRoot(store: photos, timeout: timeout, now: now, observer: observer))
      var limits = SiteLimits()
      limits.cache = cache
      limits.streams = streams
      limits.downloads = exports
      limits.livePages = livePages
      return try Responder(
        guides: guides, document: document, limits: limits, access: access,
        tools: Tools(hasGallery: showsGallery, inspection: inspection, observer: observer),
        now: now, logger: logger)
    }
    let site = try makeSite(cache)
    var configuration = Configuration(.address(host: "127.0.0.1", port: 0), logger: logger)
    configuration.commonFields = SecurityFields.common()
    configuration.limits.headSeconds = 600
    configuration.limits.bodySeconds = 600
    configuration.limits.idleSeconds = 600
    configuration.refusalResponse = site.response(to:of:)
    configuration.fastPath = FastPath(site, commonFields: configuration.commonFields).response
    pages = site.handlers.pages.cache
    self.makeSite = makeSite
    self.store = store
    self.quakes = quakes
    self.photos = photos
    self.listeners = [listener, quakesListener, photosListener]
    self.server = try WebServer(configuration, handler: site.reply(to:))
  }

  convenience init<PersistentStore: PersistentSessionPersistentStore>(
    persistentStore: PersistentStore, timeout: Duration = .seconds(20)
  ) throws {
    try self.init(
      persistentStore: persistentStore,
      quakesStore: QuakesData.LocalStore(isStoredInMemoryOnly: true), timeout: timeout)
  }

  convenience init(
    feeds: URL? = nil, breedsEnvironment: AppEnvironment = .failing,
    photosSource: PhotosSource? = nil, timeout: Duration = .seconds(20),
    cache: PageCache.Limits = .init(),
    streams: ConcurrencyLimit = .init(total: 4_000, perClient: 16),
    exports: ConcurrencyLimit = .init(total: 32, perClient: 4),
    livePages: LivePages.Limits = .init(), access: Access = .init(), showsGallery: Bool = false,
    inspection: Inspection? = nil, stall: Stall? = nil,
    logger: Logger = TestSite.silence, now: @escaping @Sendable () -> Date = { .now }
  ) throws {
    try self.init(
      persistentStore: AnimalsData.LocalStore<UUID>(isStoredInMemoryOnly: true),
      quakesStore: QuakesData.LocalStore(isStoredInMemoryOnly: true), feeds: feeds,
      breedsEnvironment: breedsEnvironment, photosSource: photosSource, timeout: timeout,
      cache: cache, streams: streams, exports: exports, livePages: livePages, access: access,
      showsGallery: showsGallery, inspection: inspection, stall: stall, logger: logger, now: now)
  }

  /// A logger without output.
  static let silence = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

  /// An unreachable URL.
  private static var nowhere: URL {
    var parts = URLComponents()
    parts.scheme = "http"
    parts.host = "127.0.0.1"
    parts.port = 9
    return parts.url ?? URL(filePath: "/")
  }

  /// The guides, in the order of the program.
  private static func guides(
    animals: AnimalsRoot, quakes: QuakesRoot, breeds: BreedsRoot, photos: PhotosRoot
  ) -> [any Guide] {
    [
      AnimalsGuide(root: animals), QuakesGuide(root: quakes),
      BreedsGuide(root: breeds, pictureOrigins: ["https://images.dog.ceo"]),
      PhotosGuide(root: photos),
    ]
  }

  /// Guides whose stores have no listeners.
  static let idleGuides = guides(
    animals: AnimalsRoot(
      store: Store(initialState: AnimalsState(), reducer: AnimalsReducer.reduce(state:action:)),
      makeID: { UUID().uuidString }),
    quakes: QuakesRoot(
      store: Store(initialState: QuakesState(), reducer: QuakesReducer.reduce(state:action:))),
    breeds: BreedsRoot(
      store: Store(
        initialState: .initial, reducer: AppState.reducer, environment: .failing
      ) { _ in }),
    photos: PhotosRoot(
      store: Store(initialState: PhotosState(), reducer: PhotosReducer.reduce(state:action:))))

  /// The previews of all components.
  static let gallery = Gallery(idleGuides, text: Fieldguide.text)

  /// The document with the project's templates and public files. Shared by all
  /// tests, because creating it is expensive.
  static func document() throws -> Document { try sharedDocument.get() }

  private static let sharedDocument = Result {
    try DocumentSource(
      files: SiteFiles(
        templates: Fixtures.packageRoot.appending(path: "Templates"),
        publicFiles: Fixtures.packageRoot.appending(path: "Public"),
        schemes: ColourScheme.allCases),
      text: Fieldguide.text, guides: idleGuides
    ).document()
  }

  /// The addresses of the front page and of the start pages of all guides.
  static let startPages = [SiteRoute.front.href.text] + idleGuides.map(\.startPage.text)

  var port: Int { server.port }

  func stop() async { await server.stop() }

  /// Replies to a request without a socket.
  func reply(to request: Request) throws -> Reply {
    try makeSite(.init(bytes: 0)).reply(to: request)
  }

  /// The source of the front page.
  func front() throws -> FrontPages { try makeSite(.init(bytes: 0)).handlers.front }

  /// Returns the response after an unexpected error.
  func response(afterUnexpected error: any Error) async throws -> Response {
    let site = try makeSite(.init(bytes: 0))
    let request = Request(
      head: HTTPRequest(method: .get, scheme: nil, authority: nil, path: "/"))
    let requestLogger = RequestLogger(request: request, log: nil, metrics: site.metrics)
    let context = RequestContext(
      request: request, requestLogger: requestLogger, audience: .everybody)
    return await site.handlers.errors.response(of: context) { throw error }
  }

  /// Renders a page without the page cache.
  func rendered(_ target: String) async throws -> String? {
    let request = Request(
      head: HTTPRequest(method: .get, scheme: nil, authority: nil, path: target))
    let response = try await makeSite(.init(bytes: 0)).reply(to: request).response
    guard case .buffer(let buffer) = response.body else { return nil }
    return buffer.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
  }

  /// Sends a request on its own connection.
  func send(
    _ method: String, _ target: String, fields: [String] = [], body: String? = nil
  ) async throws -> SocketResponse {
    let client = try SocketClient(port: server.port)
    var lines = ["\(method) \(target) HTTP/1.1", "Host: 127.0.0.1:\(server.port)"] + fields
    if let body { lines.append("Content-Length: \(body.utf8.count)") }
    try await client.send(Array((lines + ["", body ?? ""]).joined(separator: "\r\n").utf8))
    return try await client.receiveResponse(to: method)
  }

  func get(_ target: String, fields: [String] = []) async throws -> SocketResponse {
    try await send("GET", target, fields: fields)
  }

  /// Visits each guide, which loads its data.
  func visitGuides() async throws {
    for page in Self.startPages.dropFirst() { _ = try await get(page) }
  }

  /// The form that deletes the current version of an animal.
  func deletion(of animalId: String) -> KeyValuePairs<String, String> {
    let animal =
      AnimalsState.selectAnimal(animalId: animalId)(store.snapshot.state)
      ?? Animal.samples.first { $0.id == animalId }
    return ["animalId": animalId, "version": animal?.version ?? ""]
  }

  /// Posts a form like a browser.
  func post(
    _ target: String, _ form: KeyValuePairs<String, String>, fields: [String] = []
  ) async throws -> SocketResponse {
    let body = form.map { "\(encoded($0.key))=\(encoded($0.value))" }.joined(separator: "&")
    return try await send(
      "POST", target, fields: ["Content-Type: application/x-www-form-urlencoded"] + fields,
      body: body)
  }

  private func encoded(_ text: String) -> String {
    text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
  }
}

/// Runs a test on a site, and stops the site afterwards.
func withSite(
  _ site: TestSite, _ body: (TestSite) async throws -> Void
) async throws {
  do {
    try await body(site)
  } catch {
    await site.stop()
    throw error
  }
  await site.stop()
}

/// The element that reloads a waiting page in browsers without scripts.
let asksAgain = "<noscript><meta http-equiv=\"refresh\" content=\"2\"></noscript>"
