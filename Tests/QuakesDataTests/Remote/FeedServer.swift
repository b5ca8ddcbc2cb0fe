import Dispatch
import Foundation
import Synchronization
import TestSupport
import Testing
import WebClient

@testable import QuakesData

/// A server of feeds whose answers a test can change, and a store of them.
final class FeedServer: Sendable {
  enum Answer: Sendable {
    /// A feed with these ids, and an `ETag`.
    case feed([String], eTag: String)
    case body(String)
    case notModified
    case status(Int)
    /// Nothing, for as long as the server runs.
    case silence
    /// A feed, once the gate is open.
    case gated([String])
  }

  let clock = ManualClock()
  let log = RecordedLog()
  let store: RemoteStore
  private let server: ScriptedServer
  private let gate = DispatchSemaphore(value: 0)

  init(_ answers: Answer...) throws {
    let remaining = Mutex(answers)
    let gate = gate
    server = try ScriptedServer { _ in
      // The last one is given again and again.
      let answer = remaining.withLock { $0.count > 1 ? $0.removeFirst() : $0.first }
      if case .gated = answer {
        gate.wait()
        gate.signal()
      }
      return Self.steps(answer ?? .status(500))
    }
    let clock = clock
    store = RemoteStore(
      baseURL: try #require(URL(string: "http://127.0.0.1:\(server.port)/feeds")),
      client: WebClient(userAgent: "Fieldguide-Tests/1"), now: { clock.now }, logger: log.logger)
  }

  deinit { stop() }

  func openGate() { gate.signal() }

  func stop() {
    openGate()
    server.stop()
  }

  /// The heads of the requests so far.
  var requests: [String] { server.requests }

  /// Waits until so many requests came.
  func requests(_ count: Int) async throws {
    try await eventually("\(count) requests come") { self.server.requests.count >= count }
  }

  /// Waits until so many requests wait for a feed.
  func waiting(_ count: Int) async throws {
    try await eventually("\(count) requests wait") {
      await self.store.subscriberCount(of: .allDay) >= count
    }
  }

  private static func steps(_ answer: Answer) -> [ScriptedServer.Step] {
    switch answer {
    case .feed(let ids, let eTag): [send("200 OK", "ETag: \(eTag)\r\n", body(ids))]
    case .body(let body): [send("200 OK", "", body)]
    case .notModified: [send("304 Not Modified", "", "")]
    case .status(let status): [send("\(status) No", "", "")]
    case .silence: [.wait(milliseconds: 100_000)]
    case .gated(let ids): [send("200 OK", "", body(ids))]
    }
  }

  private static func send(_ status: String, _ fields: String, _ body: String)
    -> ScriptedServer.Step
  {
    .send(
      Array(
        "HTTP/1.1 \(status)\r\n\(fields)Content-Length: \(body.utf8.count)\r\n\r\n\(body)".utf8))
  }

  private static func body(_ ids: [String]) -> String {
    let features = ids.map {
      #"{"id":"\#($0)","properties":{"time":0,"mag":1},"geometry":{"coordinates":[1,2]}}"#
    }
    return
      #"{"metadata":{"generated":1753585188000},"features":[\#(features.joined(separator: ","))]}"#
  }
}
