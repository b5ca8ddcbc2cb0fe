public import Foundation
import HTTPTypes
import Logging
public import SharedLog
import WebServer
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
public final class SiteUnderTest: Sendable {
  private let guides: [any Guide]
  private let handler: Handler
  private let sharedStorage: SharedStorage?
  private let folder: URL
  private let isTemporary: Bool

  /// - Parameters:
  ///   - site: the site.
  ///   - settings: the settings that only this site has, by the names of their options.
  ///   - dataFolder: the folder of the database files; `nil` for a temporary one.
  ///   - sharedStorage: the database that several instances share; `nil` to use files.
  /// - Throws: an error with a message for the operator.
  public init<Options: SiteOptions>(
    _ site: Site<Options>, settings: [String: String] = [:], dataFolder: URL? = nil,
    sharedStorage: SharedStorage? = nil
  ) throws {
    folder =
      dataFolder
      ?? FileManager.default.temporaryDirectory.appending(path: "site-\(UUID().uuidString)")
    isTemporary = dataFolder == nil
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    (guides, handler) = try site.parts(
      settings: settings, dataFolder: folder, sharedStorage: sharedStorage,
      logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    self.sharedStorage = sharedStorage
  }

  /// Loads the data of all guides, as the program does at its start.
  public func start() async throws {
    try await sharedStorage?.start()
    for guide in guides { try await guide.start() }
  }

  /// Stops all guides, and removes the temporary folder.
  public func stop() async {
    for guide in guides {
      guide.cancelFetches()
      try? await guide.stop()
    }
    await sharedStorage?.stop()
    if isTemporary { try? FileManager.default.removeItem(at: folder) }
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
  public func post(
    _ target: String, _ form: KeyValuePairs<String, String> = [:]
  ) async -> SiteResponse {
    var items = URLComponents()
    items.queryItems = form.map { URLQueryItem(name: $0.key, value: $0.value) }
    let body = items.percentEncodedQuery?.replacing("+", with: "%2B") ?? ""
    return await SiteResponse(
      response(
        .post, target, ["Content-Type": "application/x-www-form-urlencoded"],
        body: Array(body.utf8)))
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
    _ method: HTTPRequest.Method, _ target: String, _ fields: [String: String],
    body: [UInt8] = []
  ) async -> Response {
    var head = HTTPRequest(method: method, scheme: nil, authority: "localhost", path: target)
    for (name, value) in fields {
      if let name = HTTPField.Name(name) { head.headerFields[name] = value }
    }
    return switch handler(Request(head: head, body: body)) {
    case .now(let response): response
    case .later(let response): await response()
    }
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
}

extension SiteResponse {
  fileprivate init(_ response: Response) async {
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
