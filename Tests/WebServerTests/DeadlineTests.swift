import HTTPTypes
import Logging
import Synchronization
import TestSupport
import Testing

@testable import WebServer

/// Who sends or takes a byte now and then is not silent, and is closed all the
/// same.
@Suite("Deadlines")
struct DeadlineTests {
  struct DrippingRow: CustomTestStringConvertible, Sendable {
    var name: String
    /// What is sent at once.
    var start: String
    /// What is sent again and again, a byte at a time.
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
    try await withServer {
      $0.limits.headSeconds = 1
      $0.limits.bodySeconds = 1
      $0.limits.idleSeconds = 1
    } handler: { _ in
      .now(.text("now"))
    } _: { server in
      let client = try SocketClient(port: server.port)
      try await client.send(row.start)
      // Bounded, so that a server that waits for ever fails the test.
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
    // More than the kernels of both sides keep for a client.
    let answer = [UInt8](repeating: 0x61, count: 32 << 20)
    let requests = Atomic(0)
    try await withServer {
      $0.limits.answerSeconds = 1
      $0.limits.answerBytesPerSecond = 1 << 30
    } handler: { _ in
      requests.add(1, ordering: .relaxed)
      return isStream
        ? .now(Response(status: .ok, body: .stream(ResponseStream(source: { .bytes(answer) }))))
        : .now(Response(status: .ok, body: .bytes(answer)))
    } _: { server in
      let client = try SocketClient(port: server.port, receiveBuffer: 4096)
      try await client.send(get("/"))
      // The connection itself may be over before this task runs again.
      try await eventually { requests.load(ordering: .relaxed) == 1 }
      try await eventually { server.openConnections == 0 }
      #expect(server.openRequests == 0)
    }
  }

  @Test func `A stream that has nothing to send may be silent`() async throws {
    let stream = ResponseStream(source: { .wait })
    try await withServer {
      $0.limits.answerSeconds = 1
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

  @Test func `One client has its share of connections`() async throws {
    try await withServer {
      $0.limits.connectionsPerClient = 3
    } handler: { _ in
      .now(.text("now"))
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

  @Test func `A proxy may have as many as it likes`() async throws {
    let proxies = try #require(TrustedProxies(["127.0.0.0/8"]))
    try await withServer {
      $0.limits.connectionsPerClient = 1
      $0.trustedProxies = proxies
    } handler: { _ in
      .now(.text("now"))
    } _: { server in
      let clients = try (0..<3).map { _ in try SocketClient(port: server.port) }
      for client in clients {
        try await client.send(get("/"))
        #expect(try await client.receiveResponse().status == 200)
      }
    }
  }
}
