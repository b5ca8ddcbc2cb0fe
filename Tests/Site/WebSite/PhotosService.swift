import Foundation
import Synchronization
import TestSupport

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

  var address: String { "http://127.0.0.1:\(server.port)" }

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
  _ count: Int = 5, timeout: Duration = .seconds(20), clock: TestClock = TestClock(),
  _ body: (ListeningSite, PhotosService) async throws -> Void
) async throws {
  let service = try PhotosService(count)
  defer { service.stop() }
  let settings = ["photos": service.address, "photos-limit": "\(count)"]
  try await withSite(settings: settings, now: { clock.now }, timeout: timeout) { site in
    try await body(site, service)
  }
}
