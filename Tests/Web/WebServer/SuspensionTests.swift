import Glibc
import HTTPTypes
import Synchronization
import TestSupport
import Testing

@testable import WebServer

/// Asynchronous responses on suspended connections.
@Suite("Suspension")
struct SuspensionTests {
  @Test func `Suspended requests do not block the workers`() async throws {
    let gate = Gate()
    let waiting = Atomic<Int>(0)
    try await withHandler { request in
      let path = request.head.path ?? ""
      guard path.hasPrefix("/later") else { return .now(.text("\(pthread_self())")) }
      return .later {
        waiting.add(1, ordering: .relaxed)
        await gate.wait()
        return .text("response to \(path) with \(request.body.count)")
      }
    } _: { server in
      try await withThrowingTaskGroup { group in
        for index in 0..<100 {
          group.addTask {
            let response = try await response(
              to: "POST /later/\(index) HTTP/1.1\r\nHost: a\r\nContent-Length: \(index)\r\n\r\n"
                + String(repeating: "x", count: index), from: server)
            return (index, response)
          }
        }
        try await eventually { waiting.load(ordering: .relaxed) == 100 }
        #expect(server.openRequests == 100)
        // Connections are assigned round robin, so these reach both workers.
        var threads: Set<String> = []
        for _ in 0..<4 { threads.insert(try await response(to: get("/now"), from: server).text) }
        #expect(threads.count == 2)

        gate.open()
        for try await (index, response) in group {
          #expect(response.status == 200)
          #expect(response.text == "response to /later/\(index) with \(index)")
        }
      }
      try await eventually { server.openRequests == 0 }
    }
  }

  @Test func `A response may be available before the connection is suspended`() async throws {
    try await withHandler { request in
      .later { .text(request.head.path ?? "") }
    } _: { server in
      try await withThrowingTaskGroup { group in
        for number in 0..<8 {
          group.addTask {
            let client = try SocketClient(port: server.port)
            for round in 0..<100 {
              try await client.send(get("/\(number)/\(round)"))
              #expect(try await client.receiveResponse().text == "/\(number)/\(round)")
            }
          }
        }
        try await group.waitForAll()
      }
    }
  }

  @Test func `Pipelined requests are answered in order`() async throws {
    try await withHandler { request in
      let path = request.head.path ?? ""
      if path == "/2" { return .now(.text(path)) }
      return .later {
        if path == "/1" { try? await Task.sleep(for: .milliseconds(50)) }
        return .text(path)
      }
    } _: { server in
      let client = try SocketClient(port: server.port)
      try await client.send(get("/1") + get("/2") + get("/3", closing: true))
      let responses = try SocketResponse.all(in: await client.receiveToEnd())
      #expect(responses.map(\.text) == ["/1", "/2", "/3"])
    }
  }

  @Test(arguments: ["/bytes", "/stream"])
  func `A client that disconnects before the response leaves nothing open`(
    target: String
  ) async throws {
    let gate = Gate()
    let waiting = Atomic<Int>(0)
    let ends = Atomic<Int>(0)
    try await withHandler { request in
      guard request.head.path != "/now" else { return .now(.text("now")) }
      return .later {
        waiting.add(1, ordering: .relaxed)
        await gate.wait()
        guard target == "/stream" else { return .text(String(repeating: "x", count: 1_000_000)) }
        let part = [UInt8](repeating: 1, count: 10_000)
        let stream = ResponseStream(
          source: { .bytes(part) }, onEnd: { ends.add(1, ordering: .relaxed) })
        return Response(status: .ok, body: .stream(stream))
      }
    } _: { server in
      do {
        let client = try SocketClient(port: server.port)
        try await client.send(get(target))
        try await eventually { waiting.load(ordering: .relaxed) == 1 }
      }
      gate.open()
      try await eventually { server.openConnections == 0 }
      #expect(server.openRequests == 0)
      #expect(ends.load(ordering: .relaxed) == (target == "/stream" ? 1 : 0))
      let response = try await response(to: get("/now"), from: server)
      #expect(response.text == "now")
    }
  }

  @Test func `An asynchronous response can have a stream`() async throws {
    try await withHandler { _ in
      .later {
        let remaining = Atomic<Int>(3)
        return Response(
          status: .ok,
          body: .stream(
            ResponseStream {
              let number = remaining.subtract(1, ordering: .relaxed).oldValue
              return number > 0 ? .bytes(Array("\(number) ".utf8)) : .end
            }))
      }
    } _: { server in
      let response = try await response(to: get("/"), from: server)
      #expect(response.text == "3 2 1 ")
    }
  }
}
