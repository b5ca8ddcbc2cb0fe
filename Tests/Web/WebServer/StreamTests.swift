import Foundation
import HTTPTypes
import Synchronization
import TestSupport
import Testing

@testable import WebServer

/// Streams over real connections.
@Suite("Streams")
struct StreamTests {
  /// Runs a server whose response is the stream of a queue.
  private func withQueue(_ body: (Queue, WebServer) async throws -> Void) async throws {
    let queue = Queue()
    try await withHandler { _ in
      .now(Response(status: .ok, body: .stream(queue.stream)))
    } _: { server in
      try await body(queue, server)
    }
  }

  @Test func `Chunks are sent in order if another thread wakes the stream`() async throws {
    try await withQueue { queue, server in
      let client = try SocketClient(port: server.port)
      try await client.send(get("/", closing: true))
      let expected = (0..<2000).map { "event \($0)\n" }
      // A separate thread, such as that of a database or a timer.
      Thread.detachNewThread {
        for text in expected { queue.put(text) }
        queue.finish()
      }
      let responses = try SocketResponse.all(in: await client.receiveToEnd())
      #expect(responses.count == 1)
      #expect(responses.first?["transfer-encoding"] == "chunked")
      #expect(responses.first?.text == expected.joined())
      try await eventually { queue.ends == 1 }
    }
  }

  @Test func `Each part is sent immediately`() async throws {
    try await withQueue { queue, server in
      let client = try SocketClient(port: server.port)
      try await client.send(get("/"))
      _ = try await client.receive(through: "\r\n\r\n")
      for index in 0..<50 {
        queue.put("event \(index)\n")
        // The next event is added only after this one is received.
        _ = try await client.receive(through: "event \(index)\n")
      }
      queue.stream.close()
      _ = try await client.receive(through: "\r\n0\r\n\r\n")
      // The connection stays open.
      try await eventually { queue.ends == 1 }
      try await client.send(get("/"))
      _ = try await client.receive(through: "200 OK")
    }
  }

  @Test func `A stream over HTTP 1 version 0 ends with the connection`() async throws {
    try await withQueue { queue, server in
      let client = try SocketClient(port: server.port)
      try await client.send("GET / HTTP/1.0\r\n\r\n")
      _ = try await client.receive(through: "\r\n\r\n")
      queue.put("one ")
      queue.put("two")
      queue.finish()
      #expect(try await client.receiveToEnd() == Array("one two".utf8))
    }
  }

  @Test func `A client that disconnects ends a stream once`() async throws {
    try await withQueue { queue, server in
      do {
        let client = try SocketClient(port: server.port)
        try await client.send(get("/"))
        queue.put("one")
        _ = try await client.receive(through: "one")
      }
      // Detected although nothing is sent.
      try await eventually { queue.ends == 1 }
      queue.put("too late")
      try await eventually { server.openConnections == 0 }
      #expect(server.openRequests == 0)
      #expect(queue.ends == 1)
    }
  }

  /// The cases in which a stream ends while its worker has an older, idle
  /// connection.
  enum End: CaseIterable { case reset, oldClientReset, oldClientServed }

  @Test(arguments: End.allCases)
  func `A connection that ends with its stream is closed`(end: End) async throws {
    let queue = Queue()
    try await withServer {
      $0.workers = 1
    } handler: { request in
      .now(
        request.head.path == "/" ? .text("one") : Response(status: .ok, body: .stream(queue.stream))
      )
    } _: { server in
      let older = try SocketClient(port: server.port)
      try await older.send(get("/"))
      _ = try await older.receiveResponse()
      do {
        let client = try SocketClient(port: server.port)
        try await client.send(
          "GET /stream HTTP/\(end == .reset ? "1.1" : "1.0")\r\nHost: a\r\n\r\n")
        _ = try await client.receive(through: "\r\n\r\n")
        #expect(server.openConnections == 2)
        if end == .oldClientServed { queue.finish() } else { await client.resetAtEnd() }
        if end == .oldClientServed { #expect(try await client.receiveToEnd().isEmpty) }
      }
      try await eventually { server.openConnections == 1 }
    }
  }

  @Test func `A client that closes its sending side is disconnected`() async throws {
    try await withQueue { queue, server in
      let client = try SocketClient(port: server.port)
      try await client.send(get("/"))
      queue.put("one")
      _ = try await client.receive(through: "one")
      await client.finishSending()
      // Without the last chunk, so that the body counts as incomplete.
      #expect(try await client.receiveToEnd() == Array("\r\n".utf8))
      try await eventually { server.openConnections == 0 }
    }
  }

  @Test func `A connection can have several streams in sequence`() async throws {
    let ends = Atomic<Int>(0)
    let open = Mutex<ResponseStream?>(nil)
    try await withHandler { _ in
      let stream = ResponseStream(source: { .wait }, onEnd: { ends.add(1, ordering: .relaxed) })
      open.withLock { $0 = stream }
      return .now(Response(status: .ok, body: .stream(stream)))
    } _: { server in
      do {
        let client = try SocketClient(port: server.port)
        for count in 1...3 {
          try await client.send(get("/"))
          _ = try await client.receive(through: "\r\n\r\n")
          open.withLock { $0 }?.close()
          _ = try await client.receive(through: "0\r\n\r\n")
          try await eventually { ends.load(ordering: .relaxed) == count }
        }
        try await client.send(get("/"))
        _ = try await client.receive(through: "\r\n\r\n")
      }
      try await eventually { ends.load(ordering: .relaxed) == 4 }
      try await eventually { server.openConnections == 0 }
    }
    open.withLock { $0 = nil }
  }

  @Test func `The stream of a HEAD request is ended`() async throws {
    try await withQueue { queue, server in
      let head = try await response(
        to: "HEAD / HTTP/1.1\r\nHost: a\r\n\r\n", from: server, method: "HEAD")
      #expect(head.status == 200)
      try await eventually { queue.ends == 1 }
    }
  }

  @Test func `A slow client receives everything without buffering`() async throws {
    let count = 4000
    let part = Array(String(repeating: "x", count: 999).utf8)
    let calls = Atomic<Int>(0)
    try await withServer {
      // On a busy machine the client is read late.
      $0.limits.responseSeconds = 300
    } handler: { _ in
      let stream = ResponseStream {
        let number = calls.add(1, ordering: .relaxed).oldValue
        return number < count ? .bytes(part + [UInt8(truncatingIfNeeded: number)]) : .end
      }
      return .now(Response(status: .ok, body: .stream(stream)))
    } _: { server in
      let client = try SocketClient(port: server.port, receiveBuffer: 4096)
      try await client.send(get("/", closing: true))
      // Wait until the buffers are full and the source is no longer called.
      var last = -1
      while calls.load(ordering: .relaxed) != last || last == 0 {
        last = calls.load(ordering: .relaxed)
        try await Task.sleep(for: .milliseconds(200))
      }
      #expect(last < count)
      client.setReceiveBuffer(1 << 20)

      let responses = try SocketResponse.all(in: await client.receiveToEnd())
      let expected = (0..<count).flatMap { part + [UInt8(truncatingIfNeeded: $0)] }
      #expect(responses.count == 1)
      #expect(responses.first?.body == expected)
    }
  }

  @Test func `Many streams are woken at the same time`() async throws {
    let queues = (0..<100).map { _ in Queue() }
    try await withHandler { request in
      let index = Int(request.head.path?.dropFirst() ?? "") ?? 0
      return .now(Response(status: .ok, body: .stream(queues[index].stream)))
    } _: { server in
      try await withThrowingTaskGroup { group in
        for index in queues.indices {
          group.addTask {
            let client = try SocketClient(port: server.port)
            try await client.send(get("/\(index)", closing: true))
            return try (index, SocketResponse.all(in: await client.receiveToEnd()).map(\.text))
          }
        }
        for round in 0..<20 {
          for (index, queue) in queues.enumerated() { queue.put("\(index).\(round) ") }
          await Task.yield()
        }
        for queue in queues { queue.finish() }
        for try await (index, texts) in group {
          #expect(texts == [(0..<20).map { "\(index).\($0) " }.joined()])
        }
      }
      #expect(queues.map(\.ends) == queues.map { _ in 1 })
    }
  }
}

/// A queue of texts and the stream that sends them.
private final class Queue: Sendable {
  private struct State {
    var texts: [String] = []
    var isFinished = false
  }

  private let state = Mutex(State())
  private let endCount = Atomic<Int>(0)
  private let storedStream = Mutex<ResponseStream?>(nil)

  /// The number of calls of `onEnd`.
  var ends: Int { endCount.load(ordering: .relaxed) }

  /// The stream, which is created on first access.
  var stream: ResponseStream {
    storedStream.withLock { stored in
      if let stored { return stored }
      let stream = ResponseStream { [weak self] in
        self?.next() ?? .end
      } onEnd: { [weak self] in
        self?.endCount.add(1, ordering: .relaxed)
      }
      stored = stream
      return stream
    }
  }

  func put(_ text: String) {
    state.withLock { $0.texts.append(text) }
    stream.wake()
  }

  func finish() {
    state.withLock { $0.isFinished = true }
    stream.wake()
  }

  private func next() -> ResponseStream.Next {
    state.withLock { state in
      if !state.texts.isEmpty { return .bytes(Array(state.texts.removeFirst().utf8)) }
      return state.isFinished ? .end : .wait
    }
  }
}
