import Glibc
import HTTPTypes
import TestSupport
import Testing

@testable import WebServer

@Suite("Listening")
struct ListeningTests {
  @Test func `A port in use is an error`() async throws {
    try await withServer(answering: "first") { server in
      var configuration = Configuration.test
      configuration.endpoint = .address(host: "127.0.0.1", port: server.port)
      let error = #expect(throws: SystemError.self) {
        try WebServer(configuration) { _ in .now(.text("second")) }
      }
      #expect(error?.code == EADDRINUSE)
      #expect(
        error?.description
          == "could not listen on 127.0.0.1 port \(server.port): Address already in use")
      // The first server is not affected.
      let response = try await response(to: get("/"), from: server)
      #expect(response.text == "first")
    }
  }

  /// None of these needs a DNS query.
  @Test(arguments: [
    ("", "Name or service not known"),
    ("192.0.2.1", "Cannot assign requested address"),
  ])
  func `An address of another host is an error`(host: String, reason: String) throws {
    var configuration = Configuration.test
    configuration.endpoint = .address(host: host, port: 0)
    let error = #expect(throws: SystemError.self) {
      try WebServer(configuration) { _ in .now(.text("never")) }
    }
    #expect(error?.description == "could not listen on \(host) port 0: \(reason)")
  }

  @Test(arguments: ["127.0.0.1", "localhost", "0.0.0.0"])
  func `Host names and addresses are accepted`(host: String) async throws {
    try await withServer(answering: "here") {
      $0.endpoint = .address(host: host, port: 0)
    } _: { server in
      #expect(server.port > 0)
      let response = try await response(to: get("/"), from: server)
      #expect(response.text == "here")
    }
  }

  /// Simulates exhausted descriptors, which a Swift process itself would not
  /// survive.
  @Test func `Failed accepts are retried and logged with a rate limit`() async throws {
    let log = RecordedLog()
    let listening = try ListeningSocket.open(.address(host: "127.0.0.1", port: 0))
    try await withServer(answering: "now") {
      $0.endpoint = .inherited(descriptor: listening)
      $0.logger = log.logger
    } _: { _ in
      @Sendable func failures() -> Int {
        log.lines.filter { $0.hasPrefix("error accepting a connection failed") }.count
      }
      shutdown(listening, Int32(SHUT_RDWR))
      try await eventually { failures() > 0 }
      // There are 20 attempts per second.
      try await Task.sleep(for: .seconds(4))
      // 20 lines per minute, and a new minute may have begun.
      #expect(failures() <= 40)
      // The socket gets another port.
      listen(listening, 10)
      let client = try SocketClient(port: try ListeningSocket.port(of: listening))
      try await client.send(get("/"))
      #expect(try await client.receiveResponse().status == 200)
    }
  }

  @Test func `Connections over the limit are closed`() async throws {
    try await withServer(answering: "now") {
      $0.limits.connections = 5
    } _: { server in
      let clients = try (0..<12).map { _ in try SocketClient(port: server.port) }
      // Connections are accepted in order.
      for client in clients[5...] { #expect(try await client.receiveToEnd() == []) }
      for client in clients[..<5] {
        try await client.send(get("/", closing: true))
        #expect(try await client.receiveResponse().status == 200)
        #expect(try await client.receiveToEnd() == [])
      }
      // Then the number is below the limit again.
      try await eventually { server.openConnections == 0 }
      let response = try await response(to: get("/"), from: server)
      #expect(response.status == 200)
    }
  }

  struct SilentRow: CustomTestStringConvertible, Sendable {
    var name: String
    var bytes: String
    var testDescription: String { name }
  }

  @Test(arguments: [
    SilentRow(name: "nothing", bytes: ""),
    SilentRow(name: "half a line", bytes: "GET / HT"),
    SilentRow(name: "half a head", bytes: "GET / HTTP/1.1\r\nHost: a\r\n"),
    SilentRow(
      name: "half a body", bytes: "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nabc"),
  ])
  func `Incomplete requests are closed after a timeout`(_ row: SilentRow) async throws {
    try await withServer(answering: "never") {
      $0.limits.headSeconds = 1
      $0.limits.bodySeconds = 1
    } _: { server in
      let client = try SocketClient(port: server.port)
      try await client.send(row.bytes)
      #expect(try await client.receiveToEnd() == [])
      try await eventually { server.openConnections == 0 }
      #expect(server.openRequests == 0)
    }
  }

  @Test func `A client that waits for a response has no timeout`() async throws {
    try await withServer {
      $0.limits.idleSeconds = 1
    } handler: { _ in
      .later {
        try? await Task.sleep(for: .seconds(3))
        return .text("at last")
      }
    } _: { server in
      let response = try await response(to: get("/"), from: server)
      #expect(response.text == "at last")
    }
  }

  @Test func `A connection with an endless body is closed`() async throws {
    try await withServer(answering: "never") { server in
      let client = try SocketClient(port: server.port)
      try await client.send("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n")
      let chunk = "10000\r\n" + String(repeating: "x", count: 0x10000) + "\r\n"
      var sent = 0
      // A finite number, so that the test fails if the server reads it all.
      await #expect(throws: SocketClientError.self) {
        while sent < 1000 {
          try await client.send(chunk)
          sent += 1
        }
      }
      try await eventually { server.openConnections == 0 }
      #expect(try await client.receiveToEnd() == [])
    }
  }

  @Test func `The interim response 100 Continue is sent before the body`() async throws {
    try await withHandler { request in
      .now(.text(String(decoding: request.body, as: UTF8.self)))
    } _: { server in
      let client = try SocketClient(port: server.port)
      try await client.send(
        "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nExpect: 100-continue\r\n\r\n")
      #expect(try await client.receive(through: "\r\n\r\n") == "HTTP/1.1 100 Continue\r\n\r\n")
      try await client.send("abc")
      #expect(try await client.receiveResponse().text == "abc")
    }
  }

  @Test func `A request may be sent byte by byte`() async throws {
    try await withHandler { request in
      .now(.text(String(decoding: request.body, as: UTF8.self)))
    } _: { server in
      let client = try SocketClient(port: server.port)
      for character in "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n123456789" {
        try await client.send(String(character))
        await Task.yield()
      }
      #expect(try await client.receiveResponse().text == "123456789")
    }
  }
}
