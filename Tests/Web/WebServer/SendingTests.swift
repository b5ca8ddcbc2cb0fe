import HTTPTypes
import Synchronization
import TestSupport
import Testing

@testable import WebServer

/// Limits on the bytes of responses that clients do not read.
@Suite("Outstanding bytes")
struct SendingTests {
  /// More than the kernel buffers of both ends.
  private static let large = [UInt8](repeating: 0x61, count: 32 << 20)

  private func withLargeResponses(
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

  /// Returns a client that reads only the beginning of a response.
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
    LimitRow(testDescription: "total") {
      $0.outstandingBytes = 40 << 20
      $0.outstandingBytesPerClient = .max
    },
    LimitRow(testDescription: "per client") { $0.outstandingBytesPerClient = 40 << 20 },
  ])
  func `Responses above the limit are replaced with 503`(_ row: LimitRow) async throws {
    try await withLargeResponses(isStream: false, row.configure) { server in
      do {
        // The second response begins below the limit and ends above it.
        let readers = [try await slowReader(of: server), try await slowReader(of: server)]
        let refused = try await response(to: get("/large"), from: server)
        #expect(refused.status == 503)
        #expect(refused.text.contains("Too many responses are still being sent"))
        #expect(try await response(to: get("/"), from: server).status == 503)
        withExtendedLifetime(readers) {}
      }
      // Both clients have disconnected.
      try await eventually { server.openRequests == 0 }
      #expect(try await response(to: get("/"), from: server).status == 200)
    }
  }

  @Test func `A stream above the limit is aborted`() async throws {
    try await withLargeResponses(isStream: true) {
      $0.outstandingBytesPerClient = 40 << 20
    } _: { server in
      let first = try await slowReader(of: server)
      let second = try await slowReader(of: server)
      let third = try SocketClient(port: server.port)
      try await third.send(get("/large"))
      // The status is sent already, so the connection is closed without data.
      let received = try await third.receiveToEnd()
      #expect(!String(decoding: received, as: UTF8.self).contains("aaaa"))
      withExtendedLifetime((first, second)) {}
    }
  }

  @Test func `An aborted stream ends although its client reads nothing`() async throws {
    let ended = Atomic(0)
    let stream = ResponseStream(
      source: { .bytes([UInt8](repeating: 97, count: 1 << 20)) },
      onEnd: { ended.add(1, ordering: .relaxed) })
    try await withHandler { _ in
      .now(Response(status: .ok, body: .stream(stream)))
    } _: { server in
      let client = try await slowReader(of: server)
      #expect(ended.load(ordering: .relaxed) == 0)
      stream.abort()
      try await eventually { ended.load(ordering: .relaxed) == 1 }
      withExtendedLifetime(client) {}
    }
  }

  @Test func `A suspended stream has no outstanding bytes`() async throws {
    try await withServer {
      $0.limits.outstandingBytesPerClient = 1
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
      // The server may detect the end of the transfer later than the client.
      for _ in 1...200 where status != 200 {
        status = try await response(to: get("/"), from: server).status
      }
      #expect(status == 200)
      withExtendedLifetime(client) {}
    }
  }

  @Test func `A complete response has no outstanding bytes`() async throws {
    try await withLargeResponses(isStream: false) {
      $0.outstandingBytes = 1
      $0.outstandingBytesPerClient = 1
    } _: { server in
      let client = try SocketClient(port: server.port)
      for _ in 1...3 {
        try await client.send(get("/large"))
        let response = try await client.receiveResponse()
        #expect(response.body.count == Self.large.count)
        // The server may detect the end of the transfer later than the client.
        try await eventually { server.openRequests == 0 }
      }
    }
  }
}
