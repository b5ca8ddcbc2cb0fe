import HTTPTypes
import TestSupport
import Testing

@testable import WebServer

/// Every request head gets a response, whatever its size.
@Suite("Sizes of heads")
struct HeadSizeTests {
  /// The largest head with two fields, `Host` and another one.
  private static let largest = Limits().headBytes - 2 * 64

  private static let sizes =
    Array(stride(from: 23_000, through: 62_000, by: 500)) + (largest - 10...largest + 10)
    // The range of libmicrohttpd's own limit.
    + (57_136...57_216)

  @Test func `A head of any size gets a response`() async throws {
    try await withServer(answering: "read") { server in
      for size in Self.sizes {
        let expected = size <= Self.largest ? [200, 200] : [431]
        let statuses = try await statuses(of: head(size), from: server)
        #expect(statuses == expected, "\(size) bytes")
      }
    }
  }

  /// A site may be on a host whose other services set cookies, which browsers send
  /// to all of them. libmicrohttpd stores a second copy of this field.
  @Test(arguments: ["X-A", "Cookie", "cookie"])
  func `A head may be as large in one field as in another`(name: String) async throws {
    try await withServer(answering: "read") {
      $0.commonFields[.common] = "yes"
    } _: { server in
      // 17 cookies.
      let pairs = String(repeating: "a=\(String(repeating: "b", count: 1_400)); ", count: 17)
      for size in [7_000, 8_000, 12_000, 17_000, 23_000] {
        let head = "GET / HTTP/1.1\r\nHost: a\r\n\(name): \(pairs.prefix(size))\r\n\r\n"
        #expect(try await statuses(of: head, from: server) == [200, 200], "\(size) bytes")
      }
      // The body uses the same memory.
      for size in [7_000, 12_000, 23_000] {
        let body = String(repeating: "c", count: 60_000)
        let post =
          "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: \(body.utf8.count)\r\n"
          + "\(name): \(pairs.prefix(size))\r\n\r\n\(body)"
        #expect(try await statuses(of: post, from: server) == [200, 200], "\(size) bytes")
      }
      for size in [25_000, 26_000, 27_500] {
        let head =
          "GET / HTTP/1.1\r\nHost: a\r\n\(name): a=\(String(repeating: "b", count: size))\r\n\r\n"
        let refusal = try await response(to: head, from: server, method: "GET")
        #expect(refusal.status == 431)
        #expect(refusal["x-common"] == "yes", "\(size) bytes")
      }
    }
  }

  @Test func `A refusal is a complete response`() async throws {
    try await withServer(answering: "never") {
      $0.commonFields[.common] = "yes"
    } _: { server in
      let long = "/" + String(repeating: "a", count: 30_000)
      for (method, bytes, status, text) in [
        ("GET", head(30_000), 431, "The head of the request is too large.\n"),
        ("HEAD", "HEAD" + head(30_000).dropFirst(3), 431, ""),
        ("GET", get(long), 414, "The address is longer than 8192 bytes.\n"),
      ] {
        let refusal = try await response(to: bytes, from: server, method: method)
        #expect(refusal.status == status)
        #expect(refusal.text == text)
        #expect(refusal["x-common"] == "yes")
        #expect(refusal["connection"] == "close")
        #expect(refusal["date"]?.hasSuffix(" GMT") == true)
        #expect(refusal["content-type"] == "text/plain; charset=utf-8")
      }
    }
  }

  struct Row: CustomTestStringConvertible, Sendable {
    var name: String
    var bytes: String
    var statuses: [Int]
    var testDescription: String { name }
  }

  @Test(arguments: [
    Row(name: "300 fields", bytes: fields(299), statuses: [200, 200]),
    Row(name: "400 fields", bytes: fields(399), statuses: [431]),
    Row(
      name: "300 fields before many requests",
      bytes: fields(299) + String(repeating: get("/"), count: 800),
      statuses: [Int](repeating: 200, count: 802)),
    Row(
      name: "400 fields before many requests",
      bytes: fields(399) + String(repeating: get("/"), count: 800), statuses: [431]),
    Row(name: "300 cookies", bytes: cookies(300), statuses: [200, 200]),
    Row(name: "400 cookies", bytes: cookies(400), statuses: [431]),
    // Empty lines are not counted, so libmicrohttpd has no memory for a response.
    Row(
      name: "empty lines and a head that fill the memory",
      bytes: String(repeating: "\r\n", count: 16_568) + head(24_000), statuses: []),
  ])
  func `Fields that exhaust the connection's memory are refused`(_ row: Row) async throws {
    try await withServer(answering: "read") { server in
      let statuses = try await statuses(of: row.bytes, from: server)
      #expect(statuses == row.statuses)
    }
  }

  @Test func `A trailer of any size gets a response`() async throws {
    try await withServer(answering: "read") { server in
      for size in Array(stride(from: 8_000, through: 62_000, by: 500)) + (57_000...57_200) {
        let trailer = "X-A: \(String(repeating: "b", count: size))\r\n"
        let statuses = try await statuses(
          of: "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\(trailer)\r\n",
          from: server)
        #expect(statuses == (size <= 24_000 ? [200, 200] : [431]), "\(size) bytes")
      }
    }
  }

  /// Returns the statuses of the responses to some bytes and a request after
  /// them.
  private func statuses(of bytes: String, from server: WebServer) async throws -> [Int] {
    let client = try SocketClient(port: server.port)
    // After a refusal, the connection may be closed while the rest is sent.
    try? await client.send(bytes + get("/after", closing: true))
    return try SocketResponse.all(in: await client.receiveToEnd()).map(\.status)
  }

  private static func fields(_ count: Int) -> String {
    "GET / HTTP/1.1\r\nHost: a\r\n" + (0..<count).map { "X-\($0): b\r\n" }.joined() + "\r\n"
  }

  private static func cookies(_ count: Int) -> String {
    "GET / HTTP/1.1\r\nHost: a\r\nCookie: \(String(repeating: "a=b;", count: count))\r\n\r\n"
  }
}

/// Returns a request head with a number of bytes.
private func head(_ size: Int) -> String {
  let start = "GET / HTTP/1.1\r\nHost: a\r\nX-A: "
  return start + String(repeating: "b", count: size - start.utf8.count - 4) + "\r\n\r\n"
}
