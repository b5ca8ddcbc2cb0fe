import Foundation
import HTTPTypes
import Synchronization
import TestSupport
import Testing

@testable import WebServer

@Suite("Stopping")
struct StopTests {
  @Test func `Idle connections are closed, and the port is free`() async throws {
    let server = try WebServer(.test) { _ in .now(.text("now")) }
    let silent = try SocketClient(port: server.port)
    let kept = try SocketClient(port: server.port)
    try await kept.send(get("/"))
    #expect(try await kept.receiveResponse().status == 200)
    try await eventually { server.openConnections == 2 }
    await server.stop()
    #expect(try await silent.receiveToEnd() == [])
    #expect(try await kept.receiveToEnd() == [])
    #expect(server.openConnections == 0)
    #expect(throws: SocketClientError.self) { try SocketClient(port: server.port) }

    var configuration = Configuration.test
    configuration.endpoint = .address(host: "127.0.0.1", port: server.port)
    let next = try WebServer(configuration) { _ in .now(.text("next")) }
    let answer = try await response(to: get("/"), from: next)
    #expect(answer.text == "next")
    await next.stop()
  }

  @Test func `Streams end properly`() async throws {
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
      // The last chunk: the body is whole, not cut.
      #expect(try await client.receiveToEnd() == Array("0\r\n\r\n".utf8))
    }
    #expect(ends.load(ordering: .relaxed) == 10)
  }

  @Test func `Requests under way are answered within the patience`() async throws {
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

    async let stopped: Void = server.stop(patience: .seconds(60))
    try await eventually { server.isDraining }
    // Nothing new is accepted meanwhile.
    try await eventually { (try? SocketClient(port: server.port)) == nil }
    #expect(server.openRequests == 10)
    gate.open()
    for client in clients {
      let answer = try await client.receiveResponse()
      #expect(answer.status == 200)
      #expect(answer.text == "in time")
      #expect(answer["connection"] == "close")
      #expect(try await client.receiveToEnd() == [])
    }
    await stopped
  }

  @Test func `Requests that take longer are told to try again`() async throws {
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
    await server.stop(patience: .milliseconds(50))
    for client in clients {
      let answer = try await client.receiveResponse()
      #expect(answer.status == 503)
      #expect(answer["x-common"] == "yes")
      #expect(answer["connection"] == "close")
      #expect(try await client.receiveToEnd() == [])
    }
    // What comes after all is thrown away, and touches no connection.
    gate.open()
    try await eventually { late.load(ordering: .relaxed) == 10 }
  }

  @Test func `A stream that comes too late is ended`() async throws {
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
            ResponseStream {
              .wait
            } onEnd: {
              ends.add(1, ordering: .relaxed)
            }))
      }
    }
    let client = try SocketClient(port: server.port)
    try await client.send(get("/"))
    try await eventually { waiting.load(ordering: .relaxed) == 1 }
    await server.stop(patience: .zero)
    gate.open()
    try await eventually { ends.load(ordering: .relaxed) == 1 }
  }

  @Test func `While it stops, open connections are still answered, and closed`() async throws {
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

    async let stopped: Void = server.stop(patience: .seconds(60))
    try await eventually { server.isDraining }
    try await idle.send(get("/"))
    let answer = try await idle.receiveResponse()
    #expect(answer.text == "now")
    #expect(answer["connection"] == "close")
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
    await server.stop(patience: .milliseconds(50))
    #expect(server.openConnections == 0)
    #expect(server.openRequests == 0)
  }

  @Test func `Stopping repeatedly does no harm`() async throws {
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
      await server.stop(patience: .seconds(60))
    }
    stopping.cancel()
    try await eventually { server.isDraining }
    gate.open()
    #expect(try await client.receiveResponse().text == "in time")
    await stopping.value
  }

  /// In a process of its own, where nobody else opens files.
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
        let answer = try await response(to: get("/later"), from: server)
        #expect(answer.text == "later")
        let client = try SocketClient(port: server.port)
        try await client.send(get("/stream"))
        _ = try await client.receive(through: "\r\n\r\n")
        await server.stop(patience: .zero)
        // Neither does a start that fails.
        var configuration = Configuration.test
        configuration.endpoint = .address(host: "192.0.2.1", port: 0)
        #expect(throws: SystemError.self) {
          try WebServer(configuration) { _ in .now(.text("never")) }
        }
      }
      // What the runtime opens for itself is open after the first.
      try await once()
      let before = try openDescriptors()
      for _ in 0..<Cases.count(20) { try await once() }
      #expect(try openDescriptors() == before)
    }
  }
}
