import Durable
public import Foundation
import HTTPTypes
package import WebServer
public import WebSite

/// A site within the process of its tests. Requests take the way of the program, without
/// a socket.
///
/// ```swift
/// import Records
/// import WebSite
///
/// struct Plant: Record {
///   var name = ""
///   static let fields: Fields<Plant> = [.text(\.name, 1...200)]
/// }
/// let site = try SiteUnderTest(Site(SiteText("Garden")) { [RecordsGuide(of: Plant.self, $0)] })
/// try await site.start()
/// print(await site.get("/plants").status)  // 200
/// await site.stop()
/// ```
///
/// It has the settings of the program, with their defaults: without `data` its database
/// files are in a temporary folder, and with `database` it is one of several instances.
public final class SiteUnderTest: Sendable {
  package let parts: SiteParts
  /// The folder that is removed at the end; `nil` if the test provides it.
  private let temporaryFolder: URL?

  /// - Parameters:
  ///   - site: the site.
  ///   - settings: settings of the program, by the names of their options. Commas
  ///     separate the values of one that can be repeated.
  ///   - now: returns the current time; `nil` for the clocks of the machine.
  /// - Throws: an error with a message for the operator.
  public convenience init<Options: SiteOptions>(
    _ site: Site<Options>, settings: [String: String] = [:], now: (@Sendable () -> Date)? = nil
  ) throws {
    try self.init(site, settings: settings, now: now, timeout: .seconds(5), document: nil)
  }

  /// - Parameters:
  ///   - timeout: the maximum time that a request waits for an operation.
  ///   - document: the document; `nil` to create one, which is expensive in a debug build.
  package init<Options: SiteOptions>(
    _ site: Site<Options>, settings: [String: String], now: (@Sendable () -> Date)?,
    timeout: Duration, document: Document?
  ) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "site-\(UUID())")
    temporaryFolder = settings["data"] == nil ? folder : nil
    let settings = settings.merging(["data": folder.path]) { given, _ in given }
    parts = try SiteParts(
      testing: site, settings: settings, now: now, timeout: timeout, document: document)
    try FileManager.default.createDirectory(at: parts.dataFolder, withIntermediateDirectories: true)
  }

  /// Loads the data of all guides, as the program does at its start.
  public func start() async throws {
    if parts.storage.isShared { try await parts.storage.start() }
    for guide in parts.guides { try await guide.start() }
  }

  /// Stops all guides, and removes the temporary folder.
  public func stop() async {
    for guide in parts.guides {
      guide.cancelFetches()
      try? await guide.stop()
    }
    try? await parts.storage.close()
    if let temporaryFolder { try? FileManager.default.removeItem(at: temporaryFolder) }
  }

  /// Returns the guide of a type; `nil` if the site has none.
  package func guide<Wanted: Guide>(_ type: Wanted.Type = Wanted.self) -> Wanted? {
    parts.guides.lazy.compactMap { $0 as? Wanted }.first
  }

  /// Requests a page.
  ///
  /// - Parameters:
  ///   - target: the path and the query.
  ///   - fields: header fields.
  public func get(_ target: String, fields: [String: String] = [:]) async -> SiteResponse {
    await SiteResponse(response(.get, target, fields))
  }

  /// Posts a form like a browser.
  ///
  /// - Parameters:
  ///   - target: the path and the query.
  ///   - form: the fields of the form.
  ///   - fields: further header fields.
  public func post(
    _ target: String, _ form: KeyValuePairs<String, String> = [:], fields: [String: String] = [:]
  ) async -> SiteResponse {
    let type = ["Content-Type": "application/x-www-form-urlencoded"]
    return await SiteResponse(
      response(
        .post, target, fields.merging(type) { $1 }, body: Array(Self.encoded(form).utf8)))
  }

  /// Returns the body of a form.
  package static func encoded(_ form: KeyValuePairs<String, String>) -> String {
    var items = URLComponents()
    items.queryItems = form.map { URLQueryItem(name: $0.key, value: $0.value) }
    return items.percentEncodedQuery?.replacing("+", with: "%2B") ?? ""
  }

  /// Requests a page, and opens the stream of its live updates.
  ///
  /// - Returns: the events that follow, as they are sent; `nil` if the page has none.
  public func updates(of target: String) async -> AsyncStream<String>? {
    let page = await get(target).text
    guard
      let match = page.firstMatch(of: #/ data-live="([^"]+)" data-version="([0-9a-f]+)"/#),
      case .stream(let stream) = await response(
        .get, "\(match.output.1.replacing("&amp;", with: "&"))&version=\(match.output.2)", [:]
      ).body
    else { return nil }
    return AsyncStream {
      await stream.next().map { String(decoding: $0, as: UTF8.self) }
    } onCancel: {
      stream.close()
    }
  }

  private func response(
    _ method: HTTPRequest.Method, _ target: String, _ fields: [String: String], body: [UInt8] = []
  ) async -> Response {
    var head = HTTPRequest(method: method, scheme: nil, authority: "localhost", path: target)
    for (name, value) in fields {
      if let name = HTTPField.Name(name) { head.headerFields[name] = value }
    }
    let client = Client(address: .local, host: head.authority)
    return await parts.reply(to: Request(head: head, body: body, client: client)).response
  }
}

/// The response of a site to a request of a test.
public struct SiteResponse: Sendable {
  /// The HTTP status.
  public let status: Int
  /// The header fields, by their names in lower case.
  public let fields: [String: String]
  /// The body as text.
  public let text: String

  package init(_ response: Response) async {
    status = response.head.status.code
    fields = Dictionary(
      response.head.headerFields.map { ($0.name.canonicalName, $0.value) }
    ) { "\($0), \($1)" }
    switch response.body {
    case .none: text = ""
    case .bytes(let bytes): text = String(decoding: bytes, as: UTF8.self)
    case .buffer(let buffer):
      text = buffer.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
    case .stream(let stream):
      var bytes: [UInt8] = []
      while let part = await stream.next() { bytes += part }
      text = String(decoding: bytes, as: UTF8.self)
    }
  }
}
