import Dispatch
import Foundation
import Synchronization
import TestSupport
import Testing
import WebClient

@testable import QuakesData

/// A server of feeds with scripted responses, and a store that fetches them.
final class FeedServer: Sendable {
  enum Response: Sendable {
    /// A feed with these IDs and an `ETag`.
    case feed([String], eTag: String)
    case body(String)
    case notModified
    case status(Int)
    /// No response until the server stops.
    case silence
    /// A feed after the gate was opened.
    case gated([String])
  }

  let clock = ManualClock()
  let log = RecordedLog()
  let store: RemoteStore
  private let server: ScriptedServer
  private let gate = DispatchSemaphore(value: 0)

  init(_ responses: Response...) throws {
    let remaining = Mutex(responses)
    let gate = gate
    server = try ScriptedServer { _ in
      // The last response is repeated.
      let response = remaining.withLock { $0.count > 1 ? $0.removeFirst() : $0.first }
      if case .gated = response {
        gate.wait()
        gate.signal()
      }
      return Self.steps(response ?? .status(500))
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

  /// Waits for a number of requests.
  func requests(_ count: Int) async throws {
    try await eventually("\(count) requests") { self.server.requests.count >= count }
  }

  /// Waits for a number of subscribers.
  func subscribers(_ count: Int) async throws {
    try await eventually("\(count) subscribers") {
      await self.store.subscriberCount(of: .allDay) >= count
    }
  }

  private static func steps(_ response: Response) -> [ScriptedServer.Step] {
    switch response {
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
