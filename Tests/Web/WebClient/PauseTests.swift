import Foundation
import Synchronization
import TestSupport
import Testing

@testable import WebClient

/// Pauses after status 429 and 503.
@Suite(.timeLimit(.minutes(1)))
struct PauseTests {
  @Test(arguments: [
    ("429 Too Many Requests", "Retry-After: 120\r\n", 120),
    ("429 Too Many Requests", "", 60),
    ("503 Service Unavailable", "Retry-After: 5\r\n", 5),
    ("429 Too Many Requests", "Retry-After: 999999\r\n", 3600),
    ("429 Too Many Requests", "Retry-After: 99999999999999999999\r\n", 3600),
  ])
  func `No request is sent during a pause`(
    status: String, field: String, seconds: Int
  ) async throws {
    let responses = Mutex(0)
    let server = try ScriptedServer { _ in
      let isFirst = responses.withLock { count in
        count += 1
        return count == 1
      }
      let head = isFirst ? "HTTP/1.1 \(status)\r\n\(field)" : "HTTP/1.1 200 OK\r\n"
      return [.send(Array((head + "Content-Length: 0\r\n\r\n").utf8))]
    }
    defer { server.stop() }
    let clock = ManualClock()
    let client = WebClient(userAgent: "Fieldguide-Tests/1") { clock.now }
    let url = try #require(URL(string: "http://127.0.0.1:\(server.port)/feed"))
    let code = try #require(Int(status.prefix(3)))
    await #expect(throws: WebClientError.status(code)) { try await client.get(url) }
    await #expect(throws: WebClientError.paused(seconds: seconds)) { try await client.get(url) }
    clock.advance(by: .seconds(seconds - 1))
    await #expect(throws: WebClientError.paused(seconds: 1)) { try await client.get(url) }
    #expect(server.requests.count == 1)
    clock.advance(by: .seconds(1))
    #expect(try await client.get(url) == .content([], Validators()))
  }

  @Test func `Status 503 without Retry-After causes no pause`() async throws {
    let server = try ScriptedServer(
      response: "HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\n\r\n")
    defer { server.stop() }
    let client = WebClient(userAgent: "Fieldguide-Tests/1")
    let url = try #require(URL(string: "http://127.0.0.1:\(server.port)/feed"))
    for _ in 1...2 {
      await #expect(throws: WebClientError.status(503)) { try await client.get(url) }
    }
    #expect(server.requests.count == 2)
  }

  @Test func `Retry-After can be a date`() async throws {
    let date = Date(timeIntervalSinceNow: 100)
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = TimeZone(identifier: "GMT")
    formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
    let server = try ScriptedServer(
      response: "HTTP/1.1 503 Busy\r\nRetry-After: \(formatter.string(from: date))\r\n"
        + "Content-Length: 0\r\n\r\n")
    defer { server.stop() }
    let client = WebClient(userAgent: "Fieldguide-Tests/1")
    let url = try #require(URL(string: "http://127.0.0.1:\(server.port)/feed"))
    await #expect(throws: WebClientError.status(503)) { try await client.get(url) }
    let error = await #expect(throws: WebClientError.self) { try await client.get(url) }
    guard case .paused(let seconds) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect((1...100).contains(seconds))
  }
}
