import Foundation
import Glibc
import Synchronization
import TestSupport
import Testing

@testable import WebClient

/// The number of concurrent requests to a slow service.
@Suite(.timeLimit(.minutes(1)))
struct ConcurrencyTests {
  /// A server whose responses wait until they are released.
  private final class SlowServer: Sendable {
    private final class Gate: Sendable {
      private struct State {
        var isOpen = false
        var current = 0
        var maximum = 0
      }

      private let state = Mutex(State())

      var maximum: Int { state.withLock { $0.maximum } }

      func pass() {
        state.withLock { state in
          state.current += 1
          state.maximum = max(state.maximum, state.current)
        }
        while !state.withLock({ $0.isOpen }) { usleep(2_000) }
        state.withLock { $0.current -= 1 }
      }

      func open() { state.withLock { $0.isOpen = true } }
    }

    let server: ScriptedServer
    private let gate = Gate()

    init() throws {
      server = try ScriptedServer { [gate] _ in
        gate.pass()
        return [.send(Array("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n".utf8))]
      }
    }

    /// The maximum number of concurrent requests.
    var maximum: Int { gate.maximum }

    func release() { gate.open() }

    func stop() {
      release()
      server.stop()
    }
  }

  private func withSlowServer(
    limits: WebClient.Limits, _ body: (WebClient, URL, SlowServer) async throws -> Void
  ) async throws {
    let slow = try SlowServer()
    defer { slow.stop() }
    let client = WebClient(userAgent: "Fieldguide-Tests/1", limits: limits)
    let url = try #require(URL(string: "http://127.0.0.1:\(slow.server.port)/picture"))
    try await body(client, url, slow)
  }

  private static func limits(_ concurrent: Int, waiting: Int = 100) -> WebClient.Limits {
    var limits = WebClient.Limits()
    limits.concurrentRequests = concurrent
    limits.waitingRequests = waiting
    return limits
  }

  @Test func `The number of concurrent requests is limited`() async throws {
    try await withSlowServer(limits: Self.limits(3)) { client, url, slow in
      let tasks = (0..<20).map { _ in client.start(url) }
      try await eventually("three requests arrive") { slow.server.requests.count >= 3 }
      slow.release()
      for task in tasks { #expect(await task.value == nil) }
      #expect(slow.server.requests.count == 20)
      #expect(slow.maximum == 3)
    }
  }

  @Test func `A request that is cancelled in the queue is not sent`() async throws {
    try await withSlowServer(limits: Self.limits(1)) { client, url, slow in
      let first = client.start(url)
      try await eventually("a request arrives") { !slow.server.requests.isEmpty }
      let others = (0..<5).map { _ in client.start(url) }
      for other in others {
        other.cancel()
        #expect(await other.value == .cancelled)
      }
      slow.release()
      #expect(await first.value == nil)
      #expect(await client.start(url).value == nil)
      #expect(slow.server.requests.count == 2)
    }
  }

  @Test func `Requests are refused if the queue is full`() async throws {
    try await withSlowServer(limits: Self.limits(1, waiting: 2)) { client, url, slow in
      let first = client.start(url)
      try await eventually("a request arrives") { !slow.server.requests.isEmpty }
      await withTaskGroup(of: WebClientError?.self) { group in
        for _ in 0..<6 { group.addTask { await client.start(url).value } }
        // The queued requests do not end before the release.
        for _ in 0..<4 { #expect(await group.next() == .busy) }
        slow.release()
        for await error in group { #expect(error == nil) }
      }
      #expect(await first.value == nil)
    }
  }

  @Test func `The timeout includes the time in the queue`() async throws {
    let slow = try SlowServer()
    defer { slow.stop() }
    let clock = ManualClock()
    let client = WebClient(userAgent: "Fieldguide-Tests/1", limits: Self.limits(1)) { clock.now }
    let url = try #require(URL(string: "http://127.0.0.1:\(slow.server.port)/picture"))
    let first = client.start(url)
    try await eventually("a request arrives") { !slow.server.requests.isEmpty }
    let second = client.start(url)
    try await eventually("a request is queued") { client.waitingRequests >= 1 }
    clock.advance(by: .seconds(60))
    slow.release()
    #expect(await first.value == nil)
    #expect(await second.value == .timedOut)
    #expect(slow.server.requests.count == 1)
  }

  @Test func `A pause also applies to queued requests`() async throws {
    let server = try ScriptedServer { _ in
      usleep(50_000)
      return [.send(Array("HTTP/1.1 429 Slow down\r\nContent-Length: 0\r\n\r\n".utf8))]
    }
    defer { server.stop() }
    let client = WebClient(userAgent: "Fieldguide-Tests/1", limits: Self.limits(1))
    let url = try #require(URL(string: "http://127.0.0.1:\(server.port)/picture"))
    let tasks = (0..<5).map { _ in client.start(url) }
    var errors: [WebClientError?] = []
    for task in tasks { errors.append(await task.value) }
    #expect(errors.count { $0 == .status(429) } == 1)
    #expect(server.requests.count == 1)
  }

  @Test func `Closing cancels queued requests`() async throws {
    try await withSlowServer(limits: Self.limits(1)) { client, url, slow in
      let tasks = (0..<5).map { _ in client.start(url) }
      try await eventually("one is sent and four are queued") {
        !slow.server.requests.isEmpty && client.waitingRequests >= 4
      }
      client.close()
      for task in tasks { #expect(await task.value == .cancelled) }
      slow.release()
      #expect(slow.server.requests.count == 1)
    }
  }
}

extension WebClient {
  /// Starts a request, and returns its error.
  func start(_ url: URL) -> Task<WebClientError?, Never> {
    Task {
      do throws(WebClientError) {
        _ = try await get(url)
        return nil
      } catch {
        return error
      }
    }
  }
}
