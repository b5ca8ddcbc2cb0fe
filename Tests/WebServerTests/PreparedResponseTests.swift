import HTTPTypes
import Synchronization
import TestSupport
import Testing

@testable import WebServer

/// Answers that are made once and sent many times.
@Suite struct PreparedResponseTests {
  private static func prepared(_ text: String) throws -> PreparedResponse {
    let response = Response(
      status: .ok, headerFields: [.contentType: "text/plain"], body: .bytes(Array(text.utf8)))
    return try #require(PreparedResponse(response, commonFields: [.vary: "Accept-Encoding"]))
  }

  /// A server that has prepared what is at `/kept`, and handles the rest.
  private static func withPrepared(_ body: (WebServer) async throws -> Void) async throws {
    let kept = try prepared("kept")
    try await withServer {
      $0.fastPath = { $0.target == "/kept" ? kept : nil }
    } handler: { _ in
      .now(.text("handled"))
    } _: {
      try await body($0)
    }
  }

  @Test func `A prepared response is sent repeatedly on one connection`() async throws {
    try await Self.withPrepared { server in
      let client = try SocketClient(port: server.port)
      for target in ["/kept", "/kept", "/other", "/kept"] {
        try await client.send(get(target))
        let response = try await client.receiveResponse()
        #expect(response.status == 200)
        #expect(response.text == (target == "/kept" ? "kept" : "handled"))
        #expect(response["connection"] != "close")
      }
    }
  }

  @Test func `A prepared response has its own and the common fields`() async throws {
    try await Self.withPrepared { server in
      let response = try await response(to: get("/kept"), from: server)
      #expect(response["content-type"] == "text/plain")
      #expect(response["vary"] == "Accept-Encoding")
      #expect(response["content-length"] == "4")
      #expect(response["date"] != nil)
    }
  }

  @Test func `A HEAD gets its head`() async throws {
    try await Self.withPrepared { server in
      let client = try SocketClient(port: server.port)
      for _ in 1...2 {
        try await client.send("HEAD /kept HTTP/1.1\r\nHost: a\r\n\r\n")
        let response = try await client.receiveResponse(to: "HEAD")
        #expect(response["content-length"] == "4")
        #expect(response.body.isEmpty)
      }
    }
  }

  @Test func `Several requests that come at once are answered in turn`() async throws {
    try await Self.withPrepared { server in
      let client = try SocketClient(port: server.port)
      try await client.send(get("/kept") + get("/other") + get("/kept"))
      var texts: [String] = []
      for _ in 1...3 { texts.append(try await client.receiveResponse().text) }
      #expect(texts == ["kept", "handled", "kept"])
    }
  }

  @Test func `The closure sees the fields`() async throws {
    let seen = Mutex<[String?]>([])
    try await withServer {
      $0.fastPath = { glance in
        seen.withLock {
          $0 += [
            glance.field("If-None-Match"), glance.field("ACCEPT-ENCODING"), glance.field("X-None"),
            glance.client.address.text,
          ]
        }
        return nil
      }
    } handler: { _ in
      .now(.text("handled"))
    } _: { server in
      let request =
        "GET /kept HTTP/1.1\r\nHost: a\r\nif-none-match: \"x\"\r\nAccept-Encoding: gzip\r\n\r\n"
      let answer = try await response(to: request, from: server)
      #expect(answer.text == "handled")
    }
    #expect(seen.withLock { $0 } == ["\"x\"", "gzip", nil, "127.0.0.1"])
  }

  /// All that is not plain goes the long way, where it is refused if it has
  /// to be.
  @Test(arguments: [
    ("POST /kept HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n", 200),
    ("GET /kept HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n\r\nx", 200),
    ("GET /kept HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 200),
    ("GET /kept HTTP/1.0\r\nHost: a\r\n\r\n", 200),
    ("GET /kept HTTP/1.1\r\nHost: a\r\nX.Y: dots are rare\r\n\r\n", 200),
    ("GET /kept HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", 400),
    ("GET /kept HTTP/1.1\r\n\r\n", 400),
    ("GET /kept HTTP/1.1\r\nHost: a\r\nX-A: \u{7}\r\n\r\n", 400),
    ("GET /kept HTTP/1.1\r\nHost: a\r\nX[]: b\r\n\r\n", 400),
    ("GET /kept HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 1\r\n\r\nx", 400),
  ])
  func `Unusual requests are handled in full`(request: String, status: Int) async throws {
    try await Self.withPrepared { server in
      let response = try await response(to: request, from: server)
      #expect(response.status == status)
      #expect(response.text != "kept")
    }
  }

  @Test func `A stream cannot be prepared`() {
    let response = Response(status: .ok, body: .stream(ResponseStream { .wait }))
    #expect(PreparedResponse(response, commonFields: [:]) == nil)
  }
}
