import Glibc
import HTTPTypes
import Synchronization
import TestSupport
import Testing

@testable import WebServer

/// Answers that are made while the connection is set aside.
@Suite("Suspension")
struct SuspensionTests {
  @Test func `A hundred requests wait, and the workers go on`() async throws {
    let gate = Gate()
    let waiting = Atomic<Int>(0)
    try await withServer { _ in
    } handler: { request in
      let path = request.head.path ?? ""
      guard path.hasPrefix("/later") else { return .now(.text("\(pthread_self())")) }
      return .later {
        waiting.add(1, ordering: .relaxed)
        await gate.wait()
        return .text("answer to \(path) with \(request.body.count)")
      }
    } _: { server in
      try await withThrowingTaskGroup { group in
        for index in 0..<100 {
          group.addTask {
            let answer = try await response(
              to: "POST /later/\(index) HTTP/1.1\r\nHost: a\r\nContent-Length: \(index)\r\n\r\n"
                + String(repeating: "x", count: index), from: server)
            return (index, answer)
          }
        }
        try await eventually { waiting.load(ordering: .relaxed) == 100 }
        #expect(server.openRequests == 100)
        // Connections go to the workers in turn, so these meet both.
        var threads: Set<String> = []
        for _ in 0..<4 { threads.insert(try await response(to: get("/now"), from: server).text) }
        #expect(threads.count == 2)

        gate.open()
        for try await (index, answer) in group {
          #expect(answer.status == 200)
          #expect(answer.text == "answer to /later/\(index) with \(index)")
        }
      }
      try await eventually { server.openRequests == 0 }
    }
  }

  @Test func `An answer may be ready before the connection is set aside`() async throws {
    try await withServer { _ in
    } handler: { request in
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
    try await withServer { _ in
    } handler: { request in
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
  func `A client that does not wait for the answer does no harm`(target: String) async throws {
    let gate = Gate()
    let waiting = Atomic<Int>(0)
    let ends = Atomic<Int>(0)
    try await withServer { _ in
    } handler: { request in
      guard request.head.path != "/now" else { return .now(.text("now")) }
      return .later {
        waiting.add(1, ordering: .relaxed)
        await gate.wait()
        guard target == "/stream" else { return .text(String(repeating: "x", count: 1_000_000)) }
        let piece = [UInt8](repeating: 1, count: 10_000)
        let stream = ResponseStream {
          .bytes(piece)
        } onEnd: {
          ends.add(1, ordering: .relaxed)
        }
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
      let answer = try await response(to: get("/now"), from: server)
      #expect(answer.text == "now")
    }
  }

  @Test func `A body can be a stream`() async throws {
    try await withServer { _ in
    } handler: { _ in
      .later {
        let left = Atomic<Int>(3)
        return Response(
          status: .ok,
          body: .stream(
            ResponseStream {
              let number = left.subtract(1, ordering: .relaxed).oldValue
              return number > 0 ? .bytes(Array("\(number) ".utf8)) : .end
            }))
      }
    } _: { server in
      let answer = try await response(to: get("/"), from: server)
      #expect(answer.text == "3 2 1 ")
    }
  }
}
