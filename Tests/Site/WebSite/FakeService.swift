import Foundation
import Synchronization
import TestSupport

/// A remote service whose response the test changes.
final class FakeService: Sendable {
  private let content: Content
  private let server: ScriptedServer

  private final class Content: Sendable {
    let steps = Mutex<[ScriptedServer.Step]>([])
  }

  init() throws {
    let content = Content()
    self.content = content
    server = try ScriptedServer { _ in content.steps.withLock { $0 } }
  }

  var address: String { "http://127.0.0.1:\(server.port)" }

  /// The heads of the requests so far.
  var requests: [String] { server.requests }

  func serve(body: String) { respond("200 OK", body) }

  func fail(_ status: Int) { respond("\(status) X", "") }

  private func respond(_ status: String, _ body: String) {
    let text = "HTTP/1.1 \(status)\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
    content.steps.withLock { $0 = [.send(Array(text.utf8))] }
  }

  /// Accepts requests without responding.
  func hang() { content.steps.withLock { $0 = [.wait(milliseconds: 600_000)] } }

  func stop() { server.stop() }
}

/// A clock that the test sets.
final class TestClock: Sendable {
  private let time: Mutex<TimeInterval>

  init(_ seconds: TimeInterval = 1_714_806_408) { time = Mutex(seconds) }

  /// The time in seconds since 1970.
  var seconds: TimeInterval {
    get { time.withLock { $0 } }
    set { time.withLock { $0 = newValue } }
  }

  var now: Date { Date(timeIntervalSince1970: seconds) }

  func advance(by seconds: TimeInterval) { time.withLock { $0 += seconds } }
}
