import Foundation
import Glibc
import Logging
import TestSupport
import Testing
import WebServer

@testable import Fieldguide
@testable import WebSite

@Suite("Settings")
struct SettingsTests {
  // MARK: Precedence

  struct Shown: CustomTestStringConvertible, Sendable {
    var given: Given
    var name: String
    var value: String
    var place: String
    var testDescription: String { "\(given.testDescription) → \(name)" }

    init(_ given: Given, _ name: String, _ value: String, _ place: String) {
      (self.given, self.name, self.value, self.place) = (given, name, value, place)
    }
  }

  @Test(arguments: [
    Shown(Given(), "port", "8080", "default"),
    Shown(Given(file: #"{"port": 1}"#), "port", "1", "c.json"),
    Shown(Given(file: #"{"port": "1"}"#), "port", "1", "c.json"),
    Shown(
      Given(environment: ["FIELDGUIDE_PORT": "2"], file: #"{"port": 1}"#),
      "port", "2", "FIELDGUIDE_PORT"),
    Shown(
      Given(
        options: ["port": ["3"]], environment: ["FIELDGUIDE_PORT": "2"], file: #"{"port": 1}"#),
      "port", "3", "--port"),
    Shown(
      Given(options: ["port": ["3"]], file: #"{"host": "::1"}"#), "host", "::1", "c.json"),
    Shown(Given(options: ["port": ["3", "4"]]), "port", "4", "--port"),
    Shown(
      Given(environment: ["FIELDGUIDE_LOG_LEVEL": "debug"]), "log-level", "debug",
      "FIELDGUIDE_LOG_LEVEL"),
    Shown(Given(environment: ["FIELDGUIDE_LOG-LEVEL": "debug"]), "log-level", "info", "default"),
    Shown(Given(environment: ["PORT": "2"]), "port", "8080", "default"),
    Shown(Given(file: #"{"log-format": "json"}"#), "log-format", "json", "c.json"),
    Shown(Given(file: #"{"development": true}"#), "development", "true", "c.json"),
    Shown(
      Given(options: ["development": ["true"]], file: #"{"development": false}"#),
      "development", "true", "--development"),
    Shown(
      Given(environment: ["FIELDGUIDE_DEVELOPMENT": "true"]), "development", "true",
      "FIELDGUIDE_DEVELOPMENT"),
    Shown(Given(file: #"{"metrics-port": "off"}"#), "metrics-port", "off", "c.json"),
    // Lists of several sources are not merged.
    Shown(
      Given(file: #"{"public-origin": ["https://a.example", "https://b.example"]}"#),
      "public-origin", "https://a.example, https://b.example", "c.json"),
    Shown(
      Given(file: #"{"public-origin": "https://a.example"}"#), "public-origin",
      "https://a.example", "c.json"),
    Shown(
      Given(
        options: ["public-origin": ["https://c.example"]],
        file: #"{"public-origin": ["https://a.example"]}"#),
      "public-origin", "https://c.example", "--public-origin"),
    Shown(
      Given(environment: ["FIELDGUIDE_TRUSTED_PROXY": "socket, 10.0.0.0/8,"]),
      "trusted-proxy", "socket, 10.0.0.0/8", "FIELDGUIDE_TRUSTED_PROXY"),
    // The default of `writers` depends on other settings.
    Shown(Given(), "writers", "everybody", "default"),
    Shown(
      Given(file: #"{"public-origin": "https://a.example"}"#), "writers", "nobody", "default"),
    Shown(Given(file: #"{"editors": "e"}"#), "writers", "editors", "default"),
    Shown(Given(file: #"{"writers": "nobody"}"#), "writers", "nobody", "c.json"),
    // Passwords are hidden.
    Shown(
      Given(options: ["dogs": ["https://me:secret@dogs.example/api"]]), "dogs",
      "https://me:…@dogs.example/api", "--dogs"),
    Shown(
      Given(environment: ["FIELDGUIDE_QUAKES_FEEDS": "http://me:secret@quakes.example/"]),
      "quakes-feeds", "http://me:…@quakes.example/", "FIELDGUIDE_QUAKES_FEEDS"),
    Shown(
      Given(file: #"{"photos": "https://:secret@photos.example"}"#), "photos",
      "https://:…@photos.example", "c.json"),
  ])
  func `An effective setting is shown with its place`(_ row: Shown) throws {
    let entries = try row.given.read().entries.filter { $0.name == row.name }
    #expect(entries.map(\.value) == [row.value])
    let place = try #require(entries.first?.place)
    #expect(place.hasSuffix(".json") ? row.place == "c.json" : place == row.place)
  }

  @Test func `A service can be a folder`() throws {
    let own = try Given(options: ["quakes-feeds": [Self.root], "dogs": ["Sources"]])
      .read().settings.own
    #expect(own.quakesFeeds.isFileURL && own.quakesFeeds.path == Self.root)
    #expect(own.dogs.path == "\(Self.root)/Sources")
  }

  // MARK: Texts

  struct Text: CustomTestStringConvertible, Sendable {
    var name: String
    var defaultValue: String?
    var text: String
    var read: @Sendable (ReadSettings) -> String?
    var testDescription: String { name }

    init(
      _ name: String, _ defaultValue: String?, _ text: String,
      _ read: @escaping @Sendable (ReadSettings) -> String?
    ) {
      (self.name, self.defaultValue, self.text, self.read) = (name, defaultValue, text, read)
    }
  }

  private static let root = FileManager.default.currentDirectoryPath

  @Test(arguments: [
    Text("host", "127.0.0.1", "::1") {
      guard case .address(let host, _) = $0.endpoint else { return nil }
      return host
    },
    Text("data", "\(root)/data", "/srv/x y") { $0.data.path },
    Text("templates", "\(root)/Templates", "/srv/t") { $0.templates?.path },
    Text("public", "\(root)/Public", "/srv/p") { $0.public?.path },
    Text(
      "quakes-feeds", "https://earthquake.usgs.gov/earthquakes/feed/v1.0/summary",
      "http://127.0.0.1:9/feeds"
    ) { $0.own.quakesFeeds.absoluteString },
    Text("dogs", "https://dog.ceo/api", "https://me:secret@dogs.example/api") {
      $0.own.dogs.absoluteString
    },
    Text("photos", "https://jsonplaceholder.typicode.com", "http://[::1]/photos") {
      $0.own.photos.absoluteString
    },
    Text("log-level", "info", "warning") { $0.log.level.rawValue },
    Text("log-format", "text", "json") { $0.log.format.rawValue },
    Text("writers", "everybody", "nobody") { $0.writers.rawValue },
    Text("metrics-host", "127.0.0.1", "0.0.0.0") {
      guard case .address(let host, _) = $0.metrics else { return nil }
      return host
    },
    Text("development", "false", "true") { "\($0.development)" },
    Text("editors", nil, "/etc/editors") { $0.editors?.path },
  ])
  func `A text has a default and is read from each source`(_ row: Text) throws {
    #expect(row.read(try Given().read().settings) == row.defaultValue)
    for (place, given) in Given.everywhere(row.name, row.text) {
      #expect(row.read(try given.read().settings) == row.text, "\(place)")
    }
  }

  @Test func `A certificate consists of a chain and a key`() throws {
    #expect(try Given().read().settings.tlsCertificate == nil)
    let given = Given(options: ["tls-key": ["/k"]], file: #"{"tls-certificate": "/c"}"#)
    let settings = try given.read().settings
    #expect([settings.tlsCertificate?.path, settings.tlsKey?.path] == ["/c", "/k"])
  }

  // MARK: Errors

  private static let together =
    "--writers editors and one of --editors FILE and --user-header must be given together."
  private static let tls = "--tls-certificate and --tls-key must be given together."
  private static let address = "it must be a URL like"
  private static let folder = "or the path of a folder."
  private static let origin = "it must be an origin like https://example.org, without a path."
  private static let proxy =
    "it must be an address like 192.0.2.1, a network like 10.0.0.0/8, or socket."
  private static let levels =
    "it must be one of trace, debug, info, notice, warning, error, critical."
  private static let local =
    "is only for a site that no other machine can reach: remove it, or listen on 127.0.0.1 "
    + "without a public origin or a proxy."

  @Test(arguments: [
    (Given(options: ["log-level": ["loud"]]), "--log-level is “loud”; \(levels)"),
    (Given(options: ["log-level": ["INFO"]]), "--log-level is “INFO”; \(levels)"),
    (
      Given(options: ["log-format": ["xml"]]),
      "--log-format is “xml”; it must be one of text, json."
    ),
    (
      Given(environment: ["FIELDGUIDE_WRITERS": "all"]),
      "FIELDGUIDE_WRITERS is “all”; it must be one of everybody, editors, nobody."
    ),
    (
      Given(environment: ["FIELDGUIDE_DEVELOPMENT": "1"]),
      "FIELDGUIDE_DEVELOPMENT is “1”; it must be true or false."
    ),
    (
      Given(file: #"{"development": "yes"}"#),
      "“development” in c.json is “yes”; it must be true or false."
    ),
    (
      Given(options: ["public-origin": ["example.org"]]),
      "--public-origin is “example.org”; \(origin)"
    ),
    (
      Given(options: ["public-origin": ["https://a.example", "https://a.example/b"]]),
      "--public-origin is “https://a.example/b”; \(origin)"
    ),
    (
      Given(options: ["trusted-proxy": ["socket", "here"]]), "--trusted-proxy is “here”; \(proxy)"
    ),
    (
      Given(environment: ["FIELDGUIDE_TRUSTED_PROXY": "10.0.0.0/8,10.0.0.0/33"]),
      "FIELDGUIDE_TRUSTED_PROXY is “10.0.0.0/33”; \(proxy)"
    ),
    (
      Given(options: ["dogs": ["ftp://dogs"]]),
      "--dogs is “ftp://dogs”; \(address) https://dog.ceo/api, \(folder)"
    ),
    (
      Given(options: ["photos": ["https://"]]),
      "--photos is “https://”; \(address) https://jsonplaceholder.typicode.com, \(folder)"
    ),
    (
      Given(file: #"{"quakes-feeds": "/feeds"}"#),
      "“quakes-feeds” in c.json is “/feeds”; \(address) "
        + "https://earthquake.usgs.gov/earthquakes/feed/v1.0/summary, \(folder)"
    ),
    (Given(options: ["tls-key": ["k"]]), tls),
    (Given(options: ["tls-certificate": ["c"]]), tls),
    (Given(options: ["writers": ["editors"]]), together),
    (Given(options: ["writers": ["nobody"]], file: #"{"editors": "e"}"#), together),
    (
      Given(options: ["user-header": ["X-User"]]),
      "--user-header needs --trusted-proxy: name the proxy that sets the field."
    ),
    (
      Given(
        options: ["user-header": ["X-User"], "trusted-proxy": ["socket"]],
        file: #"{"writer-groups": ["board"]}"#),
      "--writer-groups needs --groups-header: name the field with the groups of a visitor."
    ),
    (
      Given(options: ["writer-groups": ["a,b"]]),
      "--writer-groups is “a,b”; it must be the name of one group, without a comma."
    ),
    (
      Given(options: ["development": ["true"], "public-origin": ["https://a.example"]]),
      "--development \(local)"
    ),
    (
      Given(options: ["development": ["true"], "trusted-proxy": ["socket"]]),
      "--development \(local)"
    ),
    (
      Given(options: ["config": ["none.json"]]),
      "the configuration file none.json cannot be read; check its path and its permissions."
    ),
    (
      Given(environment: ["FIELDGUIDE_CONFIG": "none.json"]),
      "the configuration file none.json cannot be read; check its path and its permissions."
    ),
    (
      Given(options: ["config": ["/"]]),
      "the configuration file / cannot be read; check its path and its permissions."
    ),
    (
      Given(environment: ["LISTEN_PID": "\(getpid())", "LISTEN_FDS": "2"]),
      "systemd passes 2 sockets; configure exactly one."
    ),
  ])
  func `An invalid setting is reported in one sentence`(_ given: Given, _ sentence: String) {
    #expect(given.problem() == sentence)
  }

  // MARK: Derived settings

  @Test(arguments: [
    (Given(), Endpoint.address(host: "127.0.0.1", port: 8_080)),
    (Given(file: #"{"socket": "s", "port": 0}"#), .socket(path: "s")),
    // An address on the command line overrides a socket in the file.
    (
      Given(options: ["port": ["0"]], file: #"{"socket": "s"}"#),
      .address(host: "127.0.0.1", port: 0)
    ),
    (
      Given(environment: ["FIELDGUIDE_HOST": "::1"], file: #"{"socket": "s"}"#),
      .address(host: "::1", port: 8_080)
    ),
    (Given(options: ["socket": ["s"]], file: #"{"port": 0}"#), .socket(path: "s")),
    (
      Given(environment: ["FIELDGUIDE_SOCKET": "s"], file: #"{"host": "::1"}"#),
      .socket(path: "s")
    ),
    (
      Given(
        options: ["port": ["0"]],
        environment: ["LISTEN_PID": "\(getpid())", "LISTEN_FDS": "1"]),
      .inherited(descriptor: 3)
    ),
    // The socket is for another process.
    (
      Given(environment: ["LISTEN_PID": "1", "LISTEN_FDS": "1"]),
      .address(host: "127.0.0.1", port: 8_080)
    ),
  ])
  func `The endpoint follows the order of precedence`(
    _ given: Given, _ endpoint: Endpoint
  ) throws {
    #expect(try given.read().settings.endpoint == endpoint)
  }

  struct AccessRow: CustomTestStringConvertible, Sendable {
    var options: [String: [String]]
    var writers: Settings.Writers
    var isPublic: Bool
    var isExplicit = false
    var testDescription: String { Given(options: options).testDescription }
  }

  @Test(arguments: [
    AccessRow(options: [:], writers: .everybody, isPublic: false),
    AccessRow(options: ["host": ["::1"]], writers: .everybody, isPublic: false),
    AccessRow(options: ["host": ["localhost"]], writers: .everybody, isPublic: false),
    AccessRow(options: ["host": ["127.8.0.1"]], writers: .everybody, isPublic: false),
    AccessRow(options: ["host": ["0.0.0.0"]], writers: .nobody, isPublic: true),
    AccessRow(options: ["host": ["::"]], writers: .nobody, isPublic: true),
    AccessRow(options: ["host": ["example.org"]], writers: .nobody, isPublic: true),
    AccessRow(options: ["socket": ["s"]], writers: .nobody, isPublic: true),
    AccessRow(
      options: ["public-origin": ["https://a.example"]], writers: .nobody, isPublic: true),
    AccessRow(options: ["trusted-proxy": ["127.0.0.1"]], writers: .nobody, isPublic: true),
    AccessRow(options: ["editors": ["e"]], writers: .editors, isPublic: false),
    AccessRow(
      options: ["editors": ["e"], "host": ["0.0.0.0"]], writers: .editors, isPublic: true),
    AccessRow(
      options: ["writers": ["everybody"], "host": ["0.0.0.0"]], writers: .everybody,
      isPublic: true, isExplicit: true),
    AccessRow(
      options: ["writers": ["nobody"]], writers: .nobody, isPublic: false, isExplicit: true),
    AccessRow(
      options: ["writers": ["editors"], "editors": ["e"]], writers: .editors, isPublic: false,
      isExplicit: true),
  ])
  func `The default of writers depends on the endpoint`(_ row: AccessRow) throws {
    let settings = try Given(options: row.options).read().settings
    #expect(settings.site.writers == row.writers)
    #expect(settings.isPublic == row.isPublic)
    let warnsOfDefault = settings.site.warnings.contains { $0.hasPrefix("the site is read-only") }
    #expect(warnsOfDefault == (row.writers == .nobody && !row.isExplicit))
  }

  @Test(arguments: [
    (Given(), false),
    (Given(options: ["metrics-port": ["9464"]]), true),
    (Given(environment: ["FIELDGUIDE_METRICS_HOST": "::1"]), true),
    (Given(file: #"{"metrics-port": 9464}"#), true),
  ])
  func `Metrics with an explicit address are required`(
    _ given: Given, _ isRequired: Bool
  ) throws {
    #expect(try given.read().settings.requiresMetrics == isRequired)
  }

  // MARK: The list of the settings

  @Test func `The example configuration file is valid`() throws {
    let file = Fixtures.packageRoot.appending(path: "Deploy/fieldguide.json")
    let text = try String(contentsOf: file, encoding: .utf8)
    let object = try JSONSerialization.jsonObject(with: Data(text.utf8))
    let names = try #require(object as? [String: Any]).keys
    let entries = try Given(file: text).read().entries
    let fromFile = entries.filter { $0.place.hasSuffix(".json") }.map(\.name)
    #expect(Set(fromFile) == Set(names))
  }

  @Test func `The settings are printed in columns`() {
    let long = String(repeating: "x", count: 60)
    let lines = ShowConfiguration<FieldguideOptions>.lines(for: [
      .init(name: "port", value: "8080", place: "default"),
      .init(name: "public-origin", value: long, place: "--public-origin"),
      .init(name: "socket", value: "", place: "c.json"),
    ])
    let width = String(repeating: " ", count: 44)
    #expect(
      lines == [
        "port           8080\(width)  default",
        "public-origin  \(long)  --public-origin",
        "socket             \(width)  c.json",
      ])
    #expect(ShowConfiguration<FieldguideOptions>.lines(for: []) == [])
  }
}
