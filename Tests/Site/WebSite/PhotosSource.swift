import Foundation
import Logging
import PhotosData
import Synchronization
import TestSupport
import WebClient

/// The photos service and the banner service of a test site.
struct PhotosSource: Sendable {
  var service: URL
  var limit = 5
  /// The local store; by default in memory.
  var file: URL?
  /// The banner service; by default the local store.
  var uploader: BannerUploader?

  func listener(
    logger: Logger, now: @escaping @Sendable () -> Date
  ) -> PhotosListener {
    let localStore = PhotosLocalStore(url: file)
    let remoteStore = PhotosRemoteStore(
      baseURL: service, limit: limit, client: WebClient(userAgent: "test"), now: now,
      logger: logger)
    return PhotosListener(
      provider: .live(remoteStore: remoteStore, localStore: localStore),
      uploader: uploader ?? .live(localStore: localStore))
  }
}

/// A photos service whose response the test changes.
final class PhotosService: Sendable {
  private let content: Content
  private let server: ScriptedServer

  private final class Content: Sendable {
    let steps = Mutex<[ScriptedServer.Step]>([])
  }

  /// The first photos, up to a number.
  init(_ count: Int = 5) throws {
    let content = Content()
    self.content = content
    server = try ScriptedServer { _ in content.steps.withLock { $0 } }
    serve(count)
  }

  var url: URL {
    get throws {
      var parts = URLComponents()
      parts.scheme = "http"
      parts.host = "127.0.0.1"
      parts.port = server.port
      guard let url = parts.url else { throw URLError(.badURL) }
      return url
    }
  }

  /// The heads of the requests so far.
  var requests: [String] { server.requests }

  func serve(_ count: Int) {
    serve(body: "[\((0..<count).map { Self.row($0 + 1) }.joined(separator: ","))]")
  }

  func serve(body: String) {
    content.steps.withLock {
      $0 = [
        .send(
          Array("HTTP/1.1 200 OK\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)".utf8))
      ]
    }
  }

  func fail(_ status: Int) {
    content.steps.withLock {
      $0 = [.send(Array("HTTP/1.1 \(status) X\r\nContent-Length: 0\r\n\r\n".utf8))]
    }
  }

  /// Accepts requests without responding.
  func hang() { content.steps.withLock { $0 = [.wait(milliseconds: 600_000)] } }

  func stop() { server.stop() }

  static func row(_ id: Int, title: String? = nil) -> String {
    """
    {"albumId":1,"id":\(id),"title":"\(title ?? "Hello-\(id)")",\
    "url":"https://via.placeholder.com/600/\(id)","thumbnailUrl":"https://x.example/150/\(id)"}
    """
  }
}

/// A clock that the test advances.
final class TestClock: Sendable {
  private let date = Mutex(Date(timeIntervalSince1970: 1_714_806_408))

  var now: Date { date.withLock { $0 } }

  func advance(by seconds: TimeInterval) { date.withLock { $0 += seconds } }
}

/// Runs a test on a site with a photos service, and stops both afterwards.
func withPhotos(
  _ count: Int = 5, limit: Int = 5, file: URL? = nil, uploader: BannerUploader? = nil,
  timeout: Duration = .seconds(20), clock: TestClock = TestClock(),
  _ body: (TestSite, PhotosService) async throws -> Void
) async throws {
  let service = try PhotosService(count)
  defer { service.stop() }
  let source = PhotosSource(
    service: try service.url, limit: limit, file: file, uploader: uploader)
  let site = try TestSite(photosSource: source, timeout: timeout, now: { clock.now })
  try await withSite(site) { try await body($0, service) }
}
