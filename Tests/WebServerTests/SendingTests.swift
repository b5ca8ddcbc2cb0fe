import HTTPTypes
import Synchronization
import TestSupport
import Testing

@testable import WebServer

/// Answers that nobody takes are memory: there is only so much of it.
@Suite("Answers on their way")
struct SendingTests {
  /// More than the kernels of both sides keep for a client.
  private static let large = [UInt8](repeating: 0x61, count: 32 << 20)

  private func withLargeAnswers(
    isStream: Bool, _ configure: (inout Limits) -> Void, _ body: (WebServer) async throws -> Void
  ) async throws {
    try await withServer {
      configure(&$0.limits)
    } handler: { request in
      guard request.head.path == "/large" else { return .now(.text("small")) }
      return isStream
        ? .now(
          Response(status: .ok, body: .stream(ResponseStream(source: { .bytes(Self.large) }))))
        : .now(Response(status: .ok, body: .bytes(Self.large)))
    } _: { server in
      try await body(server)
    }
  }

  /// A client that asks, sees that an answer comes, and takes no more of it.
  private func slowReader(of server: WebServer) async throws -> SocketClient {
    let client = try SocketClient(port: server.port, receiveBuffer: 4096)
    try await client.send(get("/large"))
    _ = try await client.receive(through: "aaaa")
    return client
  }

  struct LimitRow: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var configure: @Sendable (inout Limits) -> Void
  }

  @Test(arguments: [
    LimitRow(testDescription: "in all") {
      $0.sendingBytes = 40 << 20
      $0.sendingBytesPerClient = .max
    },
    LimitRow(testDescription: "one client") { $0.sendingBytesPerClient = 40 << 20 },
  ])
  func `A client that reads nothing is sent nothing more`(_ row: LimitRow) async throws {
    try await withLargeAnswers(isStream: false, row.configure) { server in
      do {
        // The second one is begun below the limit, and ends above it.
        let readers = [try await slowReader(of: server), try await slowReader(of: server)]
        let refused = try await response(to: get("/large"), from: server)
        #expect(refused.status == 503)
        #expect(refused.text.contains("Too much is on its way"))
        #expect(try await response(to: get("/"), from: server).status == 503)
        withExtendedLifetime(readers) {}
      }
      // They have gone.
      try await eventually { server.openRequests == 0 }
      #expect(try await response(to: get("/"), from: server).status == 200)
    }
  }

  @Test func `A stream that nobody reads ends`() async throws {
    try await withLargeAnswers(isStream: true) {
      $0.sendingBytesPerClient = 40 << 20
    } _: { server in
      let first = try await slowReader(of: server)
      let second = try await slowReader(of: server)
      let third = try SocketClient(port: server.port)
      try await third.send(get("/large"))
      // It was promised a stream, and gets no end of one.
      let received = try await third.receiveToEnd()
      #expect(!String(decoding: received, as: UTF8.self).contains("aaaa"))
      withExtendedLifetime((first, second)) {}
    }
  }

  @Test func `A stream that waits counts nothing`() async throws {
    try await withServer {
      $0.limits.sendingBytesPerClient = 1
    } handler: { request in
      guard request.head.path == "/stream" else { return .now(.text("small")) }
      let isFirst = Atomic(true)
      return .now(
        Response(
          status: .ok,
          body: .stream(
            ResponseStream(source: {
              isFirst.exchange(false, ordering: .relaxed) ? .bytes(Array("aaaa".utf8)) : .wait
            }))))
    } _: { server in
      let client = try SocketClient(port: server.port)
      try await client.send(get("/stream"))
      _ = try await client.receive(through: "aaaa")
      var status = 0
      // The server learns a moment later than the client that all is taken.
      for _ in 1...200 where status != 200 {
        status = try await response(to: get("/"), from: server).status
      }
      #expect(status == 200)
      withExtendedLifetime(client) {}
    }
  }

  @Test func `Bytes that were read no longer count`() async throws {
    try await withLargeAnswers(isStream: false) {
      $0.sendingBytes = 1
      $0.sendingBytesPerClient = 1
    } _: { server in
      let client = try SocketClient(port: server.port)
      for _ in 1...3 {
        try await client.send(get("/large"))
        let answer = try await client.receiveResponse()
        #expect(answer.body.count == Self.large.count)
        // The server may learn a moment later than the client that all is there.
        try await eventually { server.openRequests == 0 }
      }
    }
  }
}
