import HTTPTypes
import Synchronization
import TestSupport
import Testing

@testable import WebServer

/// Responses to requests that no browser sends.
///
/// Each row is sent over a new connection, followed by a request for `/after`.
/// The responses show if the row was refused, and if the server found the end of
/// the request.
@Suite("Conformance")
struct ConformanceTests {
  struct Row: CustomTestStringConvertible, Sendable {
    var name: String
    /// The request; each Unicode scalar is one byte.
    var bytes: String
    /// The statuses of the responses, in order, until the connection is closed.
    var statuses: [Int]
    /// The requests that reached the handler before `/after`: method, target,
    /// length of the body.
    var seen: [String] = []
    /// True if the connection is closed after the response to the row.
    var closes = false
    var testDescription: String { name }

    init(
      _ name: String, _ bytes: String, _ statuses: [Int], seen: [String] = [],
      closes: Bool = false
    ) {
      self.name = name
      self.bytes = bytes
      self.statuses = statuses
      self.seen = seen
      self.closes = closes
    }
  }

  @Test(arguments: accepted) func `Valid requests are accepted`(_ row: Row) async throws {
    try await check(row)
    #expect(row.statuses.last == 200)
  }

  @Test(arguments: refused) func `Invalid requests are refused`(_ row: Row) async throws {
    try await check(row)
  }

  @Test(arguments: refusedByLibrary) func `Malformed requests are refused by libmicrohttpd`(
    _ row: Row
  ) async throws {
    try await check(row)
  }

  /// One response with its head twice; the length in the first head covers a
  /// part of the second. The connection is closed, so no other request is
  /// affected.
  @Test(arguments: refusedTwice)
  func `Malformed requests are refused twice by libmicrohttpd`(
    _ row: Row
  ) async throws {
    try await withServer(answering: "never") { server in
      let client = try SocketClient(port: server.port)
      try await client.send(row.bytes + get("/after", closing: true))
      let text = String(decoding: try await client.receiveToEnd(), as: UTF8.self)
      let statuses = text.split(separator: "\r\n").filter { $0.hasPrefix("HTTP/") }
        .compactMap { Int($0.split(separator: " ")[1]) }
      #expect(Set(statuses) == Set(row.statuses))
      #expect(!text.contains("never"))
    }
  }

  @Test(arguments: tolerated) func `Some malformed requests are tolerated by libmicrohttpd`(
    _ row: Row
  ) async throws {
    try await check(row)
  }

  private func check(_ row: Row) async throws {
    let seen = Mutex<[String]>([])
    let handler: Handler = { request in
      let line = "\(request.head.method) \(request.head.path ?? "-") \(request.body.count)"
      seen.withLock { $0.append(line) }
      return .now(.text(line))
    }
    try await withServer {
      $0.limits.idleSeconds = 2
      $0.commonFields[.common] = "yes"
    } handler: {
      handler($0)
    } _: { server in
      let client = try SocketClient(port: server.port)
      // After a refusal, the connection may be closed while the rest is sent.
      try? await client.send(row.bytes + get("/after", closing: true))
      let method = row.bytes.hasPrefix("HEAD") ? "HEAD" : "GET"
      let responses = try SocketResponse.all(in: await client.receiveToEnd(), to: method)
      #expect(responses.map(\.status) == row.statuses)
      let hasAfter = row.statuses.last == 200 && !row.closes
      #expect(seen.withLock { $0 } == row.seen + (hasAfter ? ["GET /after 0"] : []))
      for response in responses where response["x-common"] == "yes" && response.status != 200 {
        #expect(response["connection"] == "close")
      }
      let other = try await WebServerTests.response(to: get("/other"), from: server)
      #expect(other.status == 200)
    }
  }
}
