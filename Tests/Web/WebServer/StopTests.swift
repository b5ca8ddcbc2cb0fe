import Foundation
import HTTPTypes
import Synchronization
import TestSupport
import Testing

@testable import WebServer

@Suite("Stopping")
struct StopTests {
  @Test func `Stopping closes idle connections and frees the port`() async throws {
    let server = try WebServer(.test) { _ in .now(.text("now")) }
    let silent = try SocketClient(port: server.port)
    let active = try SocketClient(port: server.port)
    try await active.send(get("/"))
    #expect(try await active.receiveResponse().status == 200)
    try await eventually { server.openConnections == 2 }
    await server.stop()
    #expect(try await silent.receiveToEnd() == [])
    #expect(try await active.receiveToEnd() == [])
    #expect(server.openConnections == 0)
    #expect(throws: SocketClientError.self) { try SocketClient(port: server.port) }

    var configuration = Configuration.test
    configuration.endpoint = .address(host: "127.0.0.1", port: server.port)
    let next = try WebServer(configuration) { _ in .now(.text("next")) }
    let response = try await response(to: get("/"), from: next)
    #expect(response.text == "next")
    await next.stop()
  }

  @Test func `Stopping ends streams with the last chunk`() async throws {
    let ends = Atomic<Int>(0)
    let server = try WebServer(.test) { _ in
      let isStarted = Atomic<Bool>(false)
      let stream = ResponseStream {
        isStarted.exchange(true, ordering: .relaxed) ? .wait : .bytes(Array("first".utf8))
      } onEnd: {
        ends.add(1, ordering: .relaxed)
      }
      return .now(Response(status: .ok, body: .stream(stream)))
    }
    let clients = try (0..<10).map { _ in try SocketClient(port: server.port) }
    for client in clients {
      try await client.send(get("/"))
      _ = try await client.receive(through: "first\r\n")
    }
    await server.stop()
    for client in clients {
      // The last chunk marks the body as complete.
      #expect(try await client.receiveToEnd() == Array("0\r\n\r\n".utf8))
    }
    #expect(ends.load(ordering: .relaxed) == 10)
  }

  @Test func `Open requests are answered within the timeout`() async throws {
    let gate = Gate()
    let waiting = Atomic<Int>(0)
    let server = try WebServer(.test) { _ in
      .later {
        waiting.add(1, ordering: .relaxed)
        await gate.wait()
        return .text("in time")
      }
    }
    let clients = try (0..<10).map { _ in try SocketClient(port: server.port) }
    for client in clients { try await client.send(get("/")) }
    try await eventually { waiting.load(ordering: .relaxed) == 10 }

    async let stopped: Void = server.stop(timeout: .seconds(60))
    try await eventually { server.isDraining }
    // New connections are not accepted.
    try await eventually { (try? SocketClient(port: server.port)) == nil }
    #expect(server.openRequests == 10)
    gate.open()
    for client in clients {
      let response = try await client.receiveResponse()
      #expect(response.status == 200)
      #expect(response.text == "in time")
      #expect(response["connection"] == "close")
      #expect(try await client.receiveToEnd() == [])
    }
    await stopped
  }

  @Test func `Requests that take longer than the timeout get 503`() async throws {
    let gate = Gate()
    let waiting = Atomic<Int>(0)
    let late = Atomic<Int>(0)
    var configuration = Configuration.test
    configuration.commonFields[.common] = "yes"
    let server = try WebServer(configuration) { _ in
      .later {
        waiting.add(1, ordering: .relaxed)
        await gate.wait()
        defer { late.add(1, ordering: .relaxed) }
        return .text("too late")
      }
    }
    let clients = try (0..<10).map { _ in try SocketClient(port: server.port) }
    for client in clients { try await client.send(get("/")) }
    try await eventually { waiting.load(ordering: .relaxed) == 10 }
    await server.stop(timeout: .milliseconds(50))
    for client in clients {
      let response = try await client.receiveResponse()
      #expect(response.status == 503)
      #expect(response["x-common"] == "yes")
      #expect(response["connection"] == "close")
      #expect(try await client.receiveToEnd() == [])
    }
    // Late responses are discarded, without access to a closed connection.
    gate.open()
    try await eventually { late.load(ordering: .relaxed) == 10 }
  }

  @Test func `A stream that is returned after the stop is ended`() async throws {
    let gate = Gate()
    let waiting = Atomic<Int>(0)
    let ends = Atomic<Int>(0)
    let server = try WebServer(.test) { _ in
      .later {
        waiting.add(1, ordering: .relaxed)
        await gate.wait()
        return Response(
          status: .ok,
          body: .stream(
            ResponseStream(source: { .wait }, onEnd: { ends.add(1, ordering: .relaxed) })))
      }
    }
    let client = try SocketClient(port: server.port)
    try await client.send(get("/"))
    try await eventually { waiting.load(ordering: .relaxed) == 1 }
    await server.stop(timeout: .zero)
    gate.open()
    try await eventually { ends.load(ordering: .relaxed) == 1 }
  }

  @Test func `While the server stops it answers and closes open connections`() async throws {
    let gate = Gate()
    let waiting = Atomic<Int>(0)
    let server = try WebServer(.test) { request in
      guard request.head.path == "/later" else { return .now(.text("now")) }
      return .later {
        waiting.add(1, ordering: .relaxed)
        await gate.wait()
        return .text("later")
      }
    }
    let slow = try SocketClient(port: server.port)
    try await slow.send(get("/later"))
    let idle = try SocketClient(port: server.port)
    try await idle.send(get("/"))
    #expect(try await idle.receiveResponse().values("connection") != ["close"])
    try await eventually { waiting.load(ordering: .relaxed) == 1 }

    async let stopped: Void = server.stop(timeout: .seconds(60))
    try await eventually { server.isDraining }
    try await idle.send(get("/"))
    let response = try await idle.receiveResponse()
    #expect(response.text == "now")
    #expect(response["connection"] == "close")
    #expect(try await idle.receiveToEnd() == [])
    gate.open()
    await stopped
  }

  @Test func `A client that does not read does not delay the stop`() async throws {
    let server = try WebServer(.test) { _ in
      .now(Response(status: .ok, body: .bytes([UInt8](repeating: 1, count: 8_000_000))))
    }
    let client = try SocketClient(port: server.port, receiveBuffer: 4096)
    try await client.send(get("/"))
    _ = try await client.receive(through: "\r\n\r\n")
    await server.stop(timeout: .milliseconds(50))
    #expect(server.openConnections == 0)
    #expect(server.openRequests == 0)
  }

  @Test func `Stopping is idempotent`() async throws {
    let server = try WebServer(.test) { _ in .now(.text("now")) }
    await withTaskGroup { group in
      for _ in 0..<5 { group.addTask { await server.stop() } }
    }
    await server.stop()
    #expect(throws: SocketClientError.self) { try SocketClient(port: server.port) }
  }

  @Test func `A cancelled task can stop the server`() async throws {
    let gate = Gate()
    let waiting = Atomic<Int>(0)
    let server = try WebServer(.test) { _ in
      .later {
        waiting.add(1, ordering: .relaxed)
        await gate.wait()
        return .text("in time")
      }
    }
    let client = try SocketClient(port: server.port)
    try await client.send(get("/"))
    try await eventually { waiting.load(ordering: .relaxed) == 1 }
    let stopping = Task {
      while !Task.isCancelled { await Task.yield() }
      await server.stop(timeout: .seconds(60))
    }
    stopping.cancel()
    try await eventually { server.isDraining }
    gate.open()
    #expect(try await client.receiveResponse().text == "in time")
    await stopping.value
  }

  /// In a separate process, where no other test opens files.
  @Test func `Starting and stopping leaks no descriptors`() async {
    await #expect(processExitsWith: .success) {
      func openDescriptors() throws -> Int {
        try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
      }
      func once() async throws {
        let server = try WebServer(.test) { request in
          switch request.head.path {
          case "/later": .later { .text("later") }
          default: .now(Response(status: .ok, body: .stream(ResponseStream { .wait })))
          }
        }
        let response = try await response(to: get("/later"), from: server)
        #expect(response.text == "later")
        let client = try SocketClient(port: server.port)
        try await client.send(get("/stream"))
        _ = try await client.receive(through: "\r\n\r\n")
        await server.stop(timeout: .zero)
        // A failed start must not leak either.
        var configuration = Configuration.test
        configuration.endpoint = .address(host: "192.0.2.1", port: 0)
        #expect(throws: SystemError.self) {
          try WebServer(configuration) { _ in .now(.text("never")) }
        }
      }
      // The first run opens the descriptors of the runtime itself, of which a busy machine may
      // open one later.
      try await once()
      let before = try openDescriptors()
      let rounds = Cases.count(20)
      for _ in 0..<rounds { try await once() }
      #expect(try openDescriptors() < before + rounds / 4)
    }
  }
}
