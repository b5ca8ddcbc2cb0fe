import HTTPTypes
import TestSupport
import Testing

@testable import WebServer

/// Header fields that the server adds, and those that a handler overrides.
@Suite("Responses")
struct ResponseTests {
  struct Row: CustomTestStringConvertible, Sendable {
    var name: String
    var request: String
    var status: Int
    var testDescription: String { name }
  }

  @Test(arguments: [
    Row(name: "immediate response", request: get("/"), status: 200),
    Row(name: "asynchronous response", request: get("/later"), status: 200),
    Row(name: "stream", request: get("/stream"), status: 200),
    Row(name: "HEAD", request: "HEAD / HTTP/1.1\r\nHost: a\r\n\r\n", status: 200),
    Row(name: "no content", request: get("/204"), status: 204),
    Row(name: "not modified", request: get("/304"), status: 304),
    Row(name: "not found", request: get("/404"), status: 404),
    Row(name: "refused head", request: "GET / HTTP/1.1\r\n\r\n", status: 400),
    Row(name: "refused target", request: get(String(repeating: "/", count: 9000)), status: 414),
    Row(
      name: "refused length",
      request: "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 65537\r\n\r\n", status: 413),
    Row(
      name: "refused body",
      request: "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n10001\r\n"
        + String(repeating: "x", count: 65537) + "\r\n0\r\n\r\n",
      status: 413),
  ])
  func `Every response has the common fields once`(_ row: Row) async throws {
    try await withServer {
      $0.commonFields = [.common: "yes", .xContentTypeOptions: "nosniff"]
    } handler: { request in
      switch request.head.path {
      case "/later": .later { .text("later") }
      case "/stream": .now(Response(status: .ok, body: .stream(ResponseStream { .end })))
      case "/204": .now(Response(status: .noContent))
      case "/304": .now(Response(status: .notModified))
      case "/404": .now(Response(status: .notFound))
      default: .now(.text("now"))
      }
    } _: { server in
      let method = row.name == "HEAD" ? "HEAD" : "GET"
      let response = try await response(to: row.request, from: server, method: method)
      #expect(response.status == row.status)
      #expect(response.values("x-common") == ["yes"])
      #expect(response.values("x-content-type-options") == ["nosniff"])
      #expect(response.values("date").count == 1)
      #expect(response.values("server") == [])
    }
  }

  @Test func `A field of the handler overrides the common one`() async throws {
    try await withServer {
      $0.commonFields = [.common: "common", .cacheControl: "no-store"]
    } handler: { _ in
      .now(Response(status: .ok, headerFields: [.init("x-COMMON") ?? .server: "own"]))
    } _: { server in
      let response = try await response(to: get("/"), from: server)
      #expect(response.values("x-common") == ["own"])
      #expect(response.values("cache-control") == ["no-store"])
    }
  }

  @Test func `Repeated fields are sent in order`() async throws {
    try await withHandler { _ in
      var fields = HTTPFields()
      fields.append(HTTPField(name: .setCookie, value: "a=1"))
      fields.append(HTTPField(name: .vary, value: "Accept"))
      fields.append(HTTPField(name: .setCookie, value: "b=ö"))
      return .now(Response(status: .ok, headerFields: fields))
    } _: { server in
      let response = try await response(to: get("/"), from: server)
      #expect(response.values("set-cookie") == ["a=1", "b=ö"])
    }
  }

  /// `HTTPField` replaces the characters that could split a response.
  @Test func `A header field cannot split a response`() async throws {
    try await withHandler { _ in
      .now(Response(status: .ok, headerFields: [.common: "a\r\nX-Evil: b\u{0}c"]))
    } _: { server in
      let response = try await response(to: get("/"), from: server)
      #expect(response.values("x-evil") == [])
      #expect(response["x-common"] == "a  X-Evil: b c")
    }
  }

  struct StatusRow: CustomTestStringConvertible, Sendable {
    var status: Int
    var target: String
    var length: [String]
    var testDescription: String { "\(status) \(target)" }
  }

  /// libmicrohttpd adds the length of the body to a 304, although it does not
  /// send the body. The value is wrong if the handler returns no body, but caches
  /// do not update `Content-Length` (RFC 9111 §3.2).
  @Test(arguments: [
    StatusRow(status: 204, target: "/", length: []),
    StatusRow(status: 204, target: "/bytes", length: []),
    StatusRow(status: 204, target: "/stream", length: []),
    StatusRow(status: 304, target: "/", length: ["0"]),
    StatusRow(status: 304, target: "/bytes", length: ["4"]),
    StatusRow(status: 304, target: "/stream", length: []),
  ])
  func `Some statuses have no body`(_ row: StatusRow) async throws {
    try await withHandler { request in
      if request.head.path == "/after" { return .now(.text("after")) }
      let body: Response.Body =
        switch request.head.path {
        case "/bytes": .bytes(Array("body".utf8))
        case "/stream": .stream(ResponseStream { .bytes([1]) })
        default: .none
        }
      return .now(
        Response(status: .init(code: row.status), headerFields: [.eTag: "\"1\""], body: body))
    } _: { server in
      let client = try SocketClient(port: server.port)
      try await client.send(get(row.target) + get("/after", closing: true))
      // Bytes of a body would be parsed as the next response.
      let responses = try SocketResponse.all(in: await client.receiveToEnd())
      let first = try #require(responses.first)
      #expect(first.status == row.status)
      #expect(first["etag"] == "\"1\"")
      #expect(first.values("content-length") == row.length)
      #expect(first.values("transfer-encoding") == [])
      let isClosed = first["connection"] == "close"
      #expect(responses.dropFirst().map(\.text) == (isClosed ? [] : ["after"]))
      #expect(isClosed == (row.target == "/stream"))
    }
  }

  @Test(arguments: ["/none", "/bytes", "/stream"])
  func `The response to HEAD has the same head`(target: String) async throws {
    try await withHandler { request in
      switch request.head.path {
      case "/bytes": .now(.text("12345"))
      case "/stream":
        .now(Response(status: .ok, body: .stream(ResponseStream { .bytes([1]) })))
      default: .now(Response(status: .ok))
      }
    } _: { server in
      let client = try SocketClient(port: server.port)
      try await client.send("HEAD \(target) HTTP/1.1\r\nHost: a\r\n\r\n")
      let head = try await client.receiveResponse(to: "HEAD")
      #expect(head.status == 200)
      let lengths = ["/none": ["0"], "/bytes": ["5"], "/stream": []]
      #expect(head.values("content-length") == lengths[target])
      // No bytes of a body are sent.
      if head["connection"] == "close" {
        #expect(try await client.receiveToEnd() == [])
      } else {
        try await client.send(get("/bytes"))
        #expect(try await client.receiveResponse().text == "12345")
      }
    }
  }

  @Test func `The handler gets the complete request`() async throws {
    try await withHandler { request in
      let names = request.head.headerFields.map { "\($0.name)=\($0.value)" }
      let body = String(decoding: request.body, as: UTF8.self)
      return .now(
        .text(
          """
          \(request.head.method) \(request.head.path ?? "-") \(request.head.authority ?? "-")
          \(names.joined(separator: " "))
          \(request.client.address)
          \(body)
          """
        ))
    } _: { server in
      let response = try await response(
        to: "POST /a?b=%20 HTTP/1.1\r\nHost: me:80\r\nX-A:  b c \r\nx-a: \r\n"
          + "Content-Length: 4\r\n\r\nb=\u{C3}\u{A4}", from: server)
      #expect(
        response.text == """
          POST /a?b=%20 me:80
          Host=me:80 X-A=b c x-a= Content-Length=4
          127.0.0.1
          b=ä
          """)
    }
  }

  @Test func `The application renders refusals`() async throws {
    try await withServer(answering: "never") {
      $0.refusalResponse = { refusal, _ in
        Response(
          status: refusal.status, headerFields: [.connection: "keep-alive", .common: "page"],
          body: .bytes(Array("<p>\(refusal.reason)".utf8)))
      }
    } _: { server in
      let client = try SocketClient(port: server.port)
      try await client.send("OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n")
      let response = try await client.receiveResponse()
      #expect(response.status == 400)
      #expect(response.text == "<p>The address does not start with a slash.")
      #expect(response["x-common"] == "page")
      #expect(response.values("connection") == ["close"])
      #expect(try await client.receiveToEnd() == [])
    }
  }
}
