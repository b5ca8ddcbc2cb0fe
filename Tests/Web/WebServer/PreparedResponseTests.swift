import HTTPTypes
import Synchronization
import TestSupport
import Testing

@testable import WebServer

/// Responses that are created once and sent many times.
@Suite struct PreparedResponseTests {
  private static func prepared(_ text: String) throws -> PreparedResponse {
    let response = Response(
      status: .ok, headerFields: [.contentType: "text/plain"], body: .bytes(Array(text.utf8)))
    return try #require(PreparedResponse(response, commonFields: [.vary: "Accept-Encoding"]))
  }

  /// Runs a server with a prepared response at `/page` and a handler for the
  /// rest.
  private static func withPrepared(_ body: (WebServer) async throws -> Void) async throws {
    let prepared = try prepared("page")
    try await withServer(answering: "handled") {
      $0.fastPath = { $0.target == "/page" ? prepared : nil }
    } _: {
      try await body($0)
    }
  }

  @Test func `A prepared response is sent repeatedly on one connection`() async throws {
    try await Self.withPrepared { server in
      let client = try SocketClient(port: server.port)
      for target in ["/page", "/page", "/other", "/page"] {
        try await client.send(get(target))
        let response = try await client.receiveResponse()
        #expect(response.status == 200)
        #expect(response.text == (target == "/page" ? "page" : "handled"))
        #expect(response["connection"] != "close")
      }
    }
  }

  @Test func `A prepared response has the common fields`() async throws {
    try await Self.withPrepared { server in
      let response = try await response(to: get("/page"), from: server)
      #expect(response["content-type"] == "text/plain")
      #expect(response["vary"] == "Accept-Encoding")
      #expect(response["content-length"] == "4")
      #expect(response["date"] != nil)
    }
  }

  @Test func `The response to HEAD has no body`() async throws {
    try await Self.withPrepared { server in
      let client = try SocketClient(port: server.port)
      for _ in 1...2 {
        try await client.send("HEAD /page HTTP/1.1\r\nHost: a\r\n\r\n")
        let response = try await client.receiveResponse(to: "HEAD")
        #expect(response["content-length"] == "4")
        #expect(response.body.isEmpty)
      }
    }
  }

  @Test func `Pipelined requests are answered in order`() async throws {
    try await Self.withPrepared { server in
      let client = try SocketClient(port: server.port)
      try await client.send(get("/page") + get("/other") + get("/page"))
      var texts: [String] = []
      for _ in 1...3 { texts.append(try await client.receiveResponse().text) }
      #expect(texts == ["page", "handled", "page"])
    }
  }

  @Test func `The fast path reads header fields`() async throws {
    let seen = Mutex<[String?]>([])
    try await withServer(answering: "handled") {
      $0.fastPath = { preview in
        seen.withLock {
          $0 += [
            preview.field("If-None-Match"), preview.field("ACCEPT-ENCODING"),
            preview.field("X-None"), preview.client.address.text,
          ]
        }
        return nil
      }
    } _: { server in
      let request =
        "GET /page HTTP/1.1\r\nHost: a\r\nif-none-match: \"x\"\r\nAccept-Encoding: gzip\r\n\r\n"
      let response = try await response(to: request, from: server)
      #expect(response.text == "handled")
    }
    #expect(seen.withLock { $0 } == ["\"x\"", "gzip", nil, "127.0.0.1"])
  }

  /// These skip the fast path, and are handled or refused by the assembler.
  @Test(arguments: [
    ("POST /page HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n", 200),
    ("GET /page HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n\r\nx", 200),
    ("GET /page HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 200),
    ("GET /page HTTP/1.0\r\nHost: a\r\n\r\n", 200),
    ("GET /page HTTP/1.1\r\nHost: a\r\nX.Y: dots are rare\r\n\r\n", 200),
    ("GET /page HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", 400),
    ("GET /page HTTP/1.1\r\n\r\n", 400),
    ("GET /page HTTP/1.1\r\nHost: a\r\nX-A: \u{7}\r\n\r\n", 400),
    ("GET /page HTTP/1.1\r\nHost: a\r\nX[]: b\r\n\r\n", 400),
    ("GET /page HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 1\r\n\r\nx", 400),
  ])
  func `Other requests skip the fast path`(request: String, status: Int) async throws {
    try await Self.withPrepared { server in
      let response = try await response(to: request, from: server)
      #expect(response.status == status)
      #expect(response.text != "page")
    }
  }

  @Test func `A stream cannot be prepared`() {
    let response = Response(status: .ok, body: .stream(ResponseStream { .wait }))
    #expect(PreparedResponse(response, commonFields: [:]) == nil)
  }
}
