import HTTPTypes
import Logging
import Synchronization
import TestSupport
import Testing

@testable import WebServer

/// Timeouts of clients that send or receive slowly.
@Suite("Deadlines")
struct DeadlineTests {
  struct DrippingRow: CustomTestStringConvertible, Sendable {
    var name: String
    /// The bytes that are sent immediately.
    var start: String
    /// The bytes that are sent every 100 ms.
    var drip: String
    var testDescription: String { name }
  }

  @Test(arguments: [
    DrippingRow(name: "a first line", start: "GET /", drip: "a"),
    DrippingRow(name: "a head", start: "GET / HTTP/1.1\r\nHost: a\r\nX-A: ", drip: "a"),
    DrippingRow(name: "fields", start: "GET / HTTP/1.1\r\nHost: a\r\n", drip: "X-A: a\r\n"),
    DrippingRow(
      name: "a body", start: "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 60000\r\n\r\n",
      drip: "a"),
    DrippingRow(
      name: "a body in chunks",
      start: "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n",
      drip: "1\r\na\r\n"),
    DrippingRow(
      name: "the head of a second request", start: get("/") + "GET / HTTP/1.1\r\nX-A: ", drip: "a"),
  ])
  func `A client that sends slowly is disconnected`(_ row: DrippingRow) async throws {
    try await withServer(answering: "now") {
      $0.limits.headSeconds = 1
      $0.limits.bodySeconds = 1
      $0.limits.idleSeconds = 1
    } _: { server in
      let client = try SocketClient(port: server.port)
      try await client.send(row.start)
      // A finite number, so that the test fails if the server has no timeout.
      await #expect(throws: SocketClientError.self) {
        for _ in 0..<300 {
          try await client.send(row.drip)
          try await Task.sleep(for: .milliseconds(100))
        }
      }
      try await eventually { server.openConnections == 0 }
      #expect(server.openRequests == 0)
    }
  }

  @Test(arguments: [true, false])
  func `A client that does not read is disconnected`(isStream: Bool) async throws {
    // More than the kernel buffers of both ends.
    let response = [UInt8](repeating: 0x61, count: 32 << 20)
    let requests = Atomic(0)
    try await withServer {
      $0.limits.responseSeconds = 1
      $0.limits.minimumBytesPerSecond = 1 << 30
    } handler: { _ in
      requests.add(1, ordering: .relaxed)
      return isStream
        ? .now(Response(status: .ok, body: .stream(ResponseStream(source: { .bytes(response) }))))
        : .now(Response(status: .ok, body: .bytes(response)))
    } _: { server in
      let client = try SocketClient(port: server.port, receiveBuffer: 4096)
      try await client.send(get("/"))
      // The connection itself may be over before this task runs again.
      try await eventually { requests.load(ordering: .relaxed) == 1 }
      try await eventually { server.openConnections == 0 }
      #expect(server.openRequests == 0)
    }
  }

  @Test func `A suspended stream has no timeout`() async throws {
    let stream = ResponseStream(source: { .wait })
    try await withServer {
      $0.limits.responseSeconds = 1
      $0.limits.idleSeconds = 1
      $0.limits.headSeconds = 1
    } handler: { _ in
      .now(Response(status: .ok, body: .stream(stream)))
    } _: { server in
      let client = try SocketClient(port: server.port)
      try await client.send(get("/"))
      _ = try await client.receive(through: "\r\n\r\n")
      try await Task.sleep(for: .seconds(3))
      #expect(server.openConnections == 1)
      stream.close()
      #expect(try await client.receive(through: "0\r\n\r\n") == "0\r\n\r\n")
    }
  }

  @Test func `The connections of one client are limited`() async throws {
    try await withServer(answering: "now") {
      $0.limits.connectionsPerClient = 3
    } _: { server in
      let clients = try (0..<5).map { _ in try SocketClient(port: server.port) }
      for client in clients[3...] { #expect(try await client.receiveToEnd() == []) }
      for client in clients[..<3] {
        try await client.send(get("/", closing: true))
        #expect(try await client.receiveResponse().status == 200)
        #expect(try await client.receiveToEnd() == [])
      }
      try await eventually { server.openConnections == 0 }
      #expect(try await response(to: get("/"), from: server).status == 200)
    }
  }

  @Test func `The connections of a trusted proxy are not limited`() async throws {
    let proxies = try #require(TrustedProxies(["127.0.0.0/8"]))
    try await withServer(answering: "now") {
      $0.limits.connectionsPerClient = 1
      $0.trustedProxies = proxies
    } _: { server in
      let clients = try (0..<3).map { _ in try SocketClient(port: server.port) }
      for client in clients {
        try await client.send(get("/"))
        #expect(try await client.receiveResponse().status == 200)
      }
    }
  }
}
