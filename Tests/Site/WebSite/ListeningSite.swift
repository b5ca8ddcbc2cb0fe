import AnimalsData
import Foundation
import ImmutableData
import ImmutableUI
import Markup
import Records
import Scenes
import SiteTesting
import TestSupport
import Testing
import WebServer

@testable import AnimalsUI
@testable import DevelopmentTools
@testable import Fieldguide
@testable import WebSite

/// The site of the program on a free port of 127.0.0.1.
struct ListeningSite: Sendable {
  let site: SiteUnderTest
  private let server: WebServer

  /// The settings of a test: it reaches no service, and may be slow.
  private static let settings = [
    "port": "0", "head-seconds": "600", "body-seconds": "600", "idle-seconds": "600",
    "quakes-feeds": nowhere, "dogs": nowhere, "photos": nowhere,
  ]
  /// The address of a service that cannot be reached.
  private static let nowhere = "http://127.0.0.1:9"

  /// The parts of the site without any data. All tests share its document.
  static let idle: SiteParts = {
    do {
      return try SiteParts(
        testing: .development, settings: settings, now: nil, timeout: .zero, document: nil)
    } catch {
      fatalError("\(error)")
    }
  }()

  /// The addresses of the front page and of the start pages of all guides.
  static let startPages = [SiteRoute.front.href.text] + idle.guides.map(\.startPage.text)

  /// - Parameters:
  ///   - site: the site.
  ///   - settings: settings that differ from those of other tests.
  ///   - now: returns the current time; `nil` for the clocks of the machine.
  ///   - timeout: the maximum time that a request waits for an operation.
  init(
    _ site: Site<FieldguideOptions> = Fieldguide.site, settings: [String: String] = [:],
    now: (@Sendable () -> Date)? = nil, timeout: Duration = .seconds(20)
  ) throws {
    self.site = try SiteUnderTest(
      site, settings: Self.settings.merging(settings) { $1 }, now: now, timeout: timeout,
      document: Self.idle.document)
    server = try self.site.parts.server()
  }

  var port: Int { server.port }
  var responder: Responder { site.parts.responder }
  var pages: PageCache { responder.handlers.pages.cache }

  /// Returns the store of a guide.
  func store<Wanted: Guide>(
    of type: Wanted.Type
  ) throws -> Store<Wanted.Pages.State, Wanted.Pages.Action> {
    try #require(site.guide(type)).root.store
  }

  /// Stops the server, but not the guides.
  func close() async { await server.stop() }

  func stop() async {
    await close()
    await site.stop()
  }

  /// Sends a request on its own connection.
  ///
  /// - Parameter host: the host that it names; `nil` for that of the site.
  func send(
    _ method: String, _ target: String, host: String? = nil, fields: [String] = [],
    body: String? = nil
  ) async throws -> SocketResponse {
    let client = try SocketClient(port: port)
    let host = host ?? "127.0.0.1:\(port)"
    var lines = ["\(method) \(target) HTTP/1.1", "Host: \(host)"] + fields
    if let body { lines.append("Content-Length: \(body.utf8.count)") }
    try await client.send(Array((lines + ["", body ?? ""]).joined(separator: "\r\n").utf8))
    return try await client.receiveResponse(to: method)
  }

  func get(
    _ target: String, host: String? = nil, fields: [String] = []
  ) async throws -> SocketResponse {
    try await send("GET", target, host: host, fields: fields)
  }

  /// Posts a form like a browser.
  func post(
    _ target: String, _ form: KeyValuePairs<String, String>, fields: [String] = []
  ) async throws -> SocketResponse {
    try await send(
      "POST", target, fields: ["Content-Type: application/x-www-form-urlencoded"] + fields,
      body: SiteUnderTest.encoded(form))
  }

  /// Visits each guide, which loads its data.
  func visitGuides() async throws {
    for page in Self.startPages.dropFirst() { _ = try await get(page) }
  }

  /// Loads the animals, and waits until the store knows that both lists are loaded: pages that
  /// were rendered before are checked again.
  func loadAnimals() async throws {
    try await site.guide(AnimalsGuide.self)?.start()
    let store = try store(of: AnimalsGuide.self)
    try await eventually("both lists are loaded") {
      let state = store.snapshot.state
      return state.categories.status == .success && state.animals.status == .success
    }
  }

  /// The form that deletes the current version of an animal.
  func deletion(of animalId: String) throws -> KeyValuePairs<String, String> {
    let animal =
      AnimalsState.selectAnimal(animalId: animalId)(try store(of: AnimalsGuide.self).snapshot.state)
      ?? Animal.samples.first { $0.id == animalId }
    return ["animalId": animalId, "version": animal?.version ?? ""]
  }

  /// Posts the form that deletes the current version of an animal.
  func delete(
    _ animalId: String, at query: String = "", fields: [String] = []
  ) async throws -> SocketResponse {
    try await post(
      "/animals/animalDetail/onTapDeleteSelectedAnimalButton\(query)", deletion(of: animalId),
      fields: fields)
  }

  /// Posts the form that adds an animal.
  func add(
    _ id: String, _ name: String, diet: String = "Carnivore", category: String = "Bird",
    fields: [String] = []
  ) async throws -> SocketResponse {
    try await post(
      "/animals/animalEditor/onTapAddAnimalButton?category=Mammal",
      ["id": id, "name": name, "diet": diet, "categoryId": category], fields: fields)
  }

  /// Posts the form that changes the dog.
  func update(
    version: String, name: String, diet: String = "Carnivore", category: String = "Mammal"
  ) async throws -> SocketResponse {
    try await post(
      "/animals/animalEditor/onTapUpdateAnimalButton?category=Mammal&animal=Dog",
      [
        "animalId": "Dog", "version": version, "name": name, "diet": diet, "categoryId": category,
      ])
  }
}

/// Returns the value of a hidden field.
func hidden(_ name: String, in page: String) throws -> String {
  let field = try Regex("name=\"\(name)\" value=\"([^\"]*)\"")
  return String(try #require(page.firstMatch(of: field)?.output[1].substring))
}

/// Runs a test on a site, and stops the site afterwards. See `ListeningSite`.
func withSite(
  _ site: Site<FieldguideOptions> = Fieldguide.site, settings: [String: String] = [:],
  now: (@Sendable () -> Date)? = nil, timeout: Duration = .seconds(20),
  _ body: (ListeningSite) async throws -> Void
) async throws {
  let site = try ListeningSite(site, settings: settings, now: now, timeout: timeout)
  do {
    try await body(site)
  } catch {
    await site.stop()
    throw error
  }
  await site.stop()
}

extension SiteParts {
  var document: Document { responder.handlers.errors.renderer.document }
  var gallery: Gallery { Gallery(guides, text: document.text, scenes: Scenes.of) }
}

extension Site<FieldguideOptions> {
  /// The site with its gallery and its inspector.
  static var development: Site {
    Fieldguide.site.tools(DevelopmentTools.all(showing: Scenes.of))
  }
}

extension Site {
  /// Returns the site with another guide in place of that of the same type.
  func replacing<Other: Guide>(
    _ makeGuide: @escaping @Sendable (GuideContext) throws -> Other
  ) -> Site {
    Site(text, options: Options.self) { context, options in
      try makeGuides(context, options).map { $0 is Other ? try makeGuide(context) : $0 }
    }
  }
}

/// The element that reloads a waiting page in browsers without scripts.
let asksAgain = "<noscript><meta http-equiv=\"refresh\" content=\"2\"></noscript>"
