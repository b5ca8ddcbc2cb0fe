import Foundation
import Synchronization
import TestSupport
import Testing

@testable import WebClient

/// Responses of well-behaved and misbehaving servers.
@Suite(.timeLimit(.minutes(2)))
struct WebClientTests {
  private static let ok = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nConnection: close\r\n\r\nhello"

  /// Runs a test against a server, and stops the server afterwards.
  private func withServer(
    _ server: ScriptedServer, limits: WebClient.Limits = WebClient.Limits(),
    _ body: (WebClient, URL) async throws -> Void
  ) async throws {
    defer { server.stop() }
    let client = WebClient(userAgent: "Fieldguide-Tests/1", limits: limits)
    try await body(client, try #require(URL(string: "http://127.0.0.1:\(server.port)/feed")))
  }

  @Test func `A response includes its validators`() async throws {
    let response =
      "HTTP/1.1 200 OK\r\nETag: W/\"a b\"\r\nLast-Modified: Sat, 04 May 2024 05:06:48 GMT\r\n"
      + "Content-Length: 5\r\n\r\nhello"
    try await withServer(ScriptedServer(response: response)) { client, url in
      let expected = Validators(
        eTag: "W/\"a b\"", lastModified: "Sat, 04 May 2024 05:06:48 GMT")
      let response = try await client.get(url)
      #expect(response == .content(Array("hello".utf8), expected))
    }
  }

  @Test func `Validators are sent back unchanged`() async throws {
    let server = try ScriptedServer(response: "HTTP/1.1 304 Not Modified\r\n\r\n")
    try await withServer(server) { client, url in
      let validators = Validators(
        eTag: "W/\"a,b\"", lastModified: "Sat, 04 May 2024 05:06:48 GMT")
      let response = try await client.get(url, unless: validators)
      #expect(response == .notModified)
      let head = try #require(server.requests.first)
      #expect(head.hasPrefix("GET /feed HTTP/1.1\r\n"))
      #expect(head.contains("\r\nIf-None-Match: W/\"a,b\"\r\n"))
      #expect(head.contains("\r\nIf-Modified-Since: Sat, 04 May 2024 05:06:48 GMT\r\n"))
      #expect(head.contains("\r\nUser-Agent: Fieldguide-Tests/1\r\n"))
      #expect(head.contains("\r\nAccept-Encoding: "))
      #expect(head.contains("gzip"))
    }
  }

  struct Validator: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// The bytes of the header value.
    let value: [UInt8]
    let isSentBack: Bool
  }

  @Test(arguments: [
    Validator(testDescription: "strong", value: Array(#""a""#.utf8), isSentBack: true),
    Validator(testDescription: "weak", value: Array(#"W/"a b,c""#.utf8), isSentBack: true),
    Validator(testDescription: "no quotes", value: Array("a".utf8), isSentBack: true),
    Validator(testDescription: "UTF-8", value: Array(#""ä🐼""#.utf8), isSentBack: true),
    Validator(testDescription: "a tab", value: Array("\"a\tb\"".utf8), isSentBack: false),
    Validator(
      testDescription: "a control character", value: Array("\"a\u{1}b\"".utf8), isSentBack: false),
    Validator(testDescription: "an escape", value: Array("\"\u{1B}[31m\"".utf8), isSentBack: false),
    Validator(
      testDescription: "a DEL character", value: Array("\"a\u{7F}\"".utf8), isSentBack: false),
    Validator(testDescription: "invalid UTF-8", value: [0x22, 0xE4, 0x22], isSentBack: false),
    Validator(testDescription: "an empty value", value: [], isSentBack: false),
    Validator(
      testDescription: "1,024 bytes", value: Array(repeating: 0x61, count: 1_024),
      isSentBack: true),
    Validator(
      testDescription: "1,025 bytes", value: Array(repeating: 0x61, count: 1_025),
      isSentBack: false),
  ])
  func `A validator that cannot be sent back is dropped`(_ validator: Validator) async throws {
    let server = try ScriptedServer { _ in
      [
        .send(Array("HTTP/1.1 200 OK\r\nETag: ".utf8) + validator.value),
        .send(Array("\r\nLast-Modified: ".utf8) + validator.value),
        .send(Array("\r\nContent-Length: 5\r\n\r\nhello".utf8)),
      ]
    }
    try await withServer(server) { client, url in
      var validators = Validators()
      for _ in 0..<2 {
        guard case .content(let body, let found) = try await client.get(url, unless: validators)
        else {
          Issue.record("the response has no content")
          return
        }
        #expect(body == Array("hello".utf8))
        validators = found
      }
      let text = validator.isSentBack ? String(decoding: validator.value, as: UTF8.self) : nil
      #expect(validators.eTag == text)
      #expect(validators.lastModified == text)
      let again = try #require(server.requests.last)
      #expect(again.contains("\r\nIf-None-Match:") == validator.isSentBack)
      #expect(again.contains("\r\nIf-Modified-Since:") == validator.isSentBack)
    }
  }

  @Test func `A validator cannot inject a header field`() async throws {
    let server = try ScriptedServer(response: Self.ok)
    try await withServer(server) { client, url in
      _ = try await client.get(url, unless: Validators(eTag: "\"a\"\r\nX-Evil: 1"))
      let head = try #require(server.requests.first)
      #expect(!head.contains("X-Evil"))
      #expect(!head.contains("If-None-Match"))
    }
  }

  @Test(arguments: [400, 404, 410, 418, 500, 502, 503, 504])
  func `An error status is an error`(status: Int) async throws {
    let response = "HTTP/1.1 \(status) No\r\nContent-Length: 2\r\n\r\nno"
    try await withServer(ScriptedServer(response: response)) { client, url in
      await #expect(throws: WebClientError.status(status)) { try await client.get(url) }
    }
  }

  @Test func `A chunked response is decoded`() async throws {
    let response =
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nhel\r\n2\r\nlo\r\n0\r\n\r\n"
    try await withServer(ScriptedServer(response: response)) { client, url in
      let response = try await client.get(url)
      #expect(response == .content(Array("hello".utf8), Validators()))
    }
  }

  @Test func `The progress of a download is reported`() async throws {
    let size = 4_000_000
    let response =
      "HTTP/1.1 200 OK\r\nContent-Length: \(size)\r\n\r\n" + String(repeating: "a", count: size)
    var limits = WebClient.Limits()
    limits.progress = .zero
    try await withServer(ScriptedServer(response: response), limits: limits) { client, url in
      let reports = Mutex<[DownloadProgress]>([])
      _ = try await client.get(url) { progress in reports.withLock { $0.append(progress) } }
      let received = reports.withLock { $0 }
      #expect(!received.isEmpty)
      #expect(received.allSatisfy { $0.total == size && (1...size).contains($0.received) })
      #expect(received.map(\.received) == Set(received.map(\.received)).sorted())
    }
  }

  struct Broken: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let response: String
    let error: WebClientError
  }

  @Test(arguments: [
    Broken(
      testDescription: "a truncated body",
      response: "HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\nhello", error: .incomplete),
    Broken(
      testDescription: "truncated chunks",
      response: "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhel",
      error: .incomplete),
    Broken(testDescription: "an empty response", response: "", error: .incomplete),
    Broken(
      testDescription: "a length over the limit",
      response: "HTTP/1.1 200 OK\r\nContent-Length: 2000\r\n\r\n"
        + String(repeating: "a", count: 2000),
      error: .tooLarge(limit: 1000)),
    Broken(
      testDescription: "chunks over the limit",
      response: "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n7d0\r\n"
        + String(repeating: "a", count: 2000) + "\r\n0\r\n\r\n",
      error: .tooLarge(limit: 1000)),
    Broken(
      testDescription: "a head over the limit",
      response: "HTTP/1.1 200 OK\r\nX: " + String(repeating: "a", count: 5000) + "\r\n\r\nhello",
      error: .tooLarge(limit: 1000)),
  ])
  func `Truncated and oversized responses are errors`(_ broken: Broken) async throws {
    var limits = WebClient.Limits()
    limits.bodyBytes = 1000
    limits.headBytes = 4000
    try await withServer(ScriptedServer(response: broken.response), limits: limits) { client, url in
      await #expect(throws: broken.error) { try await client.get(url) }
    }
  }

  @Test func `The limit applies to the decompressed size`() async throws {
    // 4 MiB of zeros, compressed to about 4 kB.
    let bomb = try Self.compressed(count: 4 * 1024 * 1024)
    let head = "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: \(bomb.count)\r\n\r\n"
    var limits = WebClient.Limits()
    limits.bodyBytes = 100_000
    let server = try ScriptedServer { _ in [.send(Array(head.utf8)), .send(bomb)] }
    try await withServer(server, limits: limits) { client, url in
      await #expect(throws: WebClientError.tooLarge(limit: 100_000)) {
        try await client.get(url)
      }
    }
    limits.bodyBytes = 4 * 1024 * 1024
    let again = try ScriptedServer { _ in [.send(Array(head.utf8)), .send(bomb)] }
    try await withServer(again, limits: limits) { client, url in
      guard case .content(let body, _) = try await client.get(url) else {
        Issue.record("the response has no content")
        return
      }
      #expect(body.count == 4 * 1024 * 1024)
    }
  }

  @Test func `An endless response ends at the limit`() async throws {
    var limits = WebClient.Limits()
    limits.bodyBytes = 200_000
    let server = try ScriptedServer { _ in
      [
        .send(Array("HTTP/1.1 200 OK\r\n\r\n".utf8)),
        .sendForever(Array(repeating: 0x61, count: 10_000)),
      ]
    }
    try await withServer(server, limits: limits) { client, url in
      await #expect(throws: WebClientError.tooLarge(limit: 200_000)) {
        try await client.get(url)
      }
    }
  }

  @Test(arguments: ["", "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhel"])
  func `A server that takes too long is an error`(start: String) async throws {
    var limits = WebClient.Limits()
    limits.total = .milliseconds(200)
    let server = try ScriptedServer { _ in
      [.send(Array(start.utf8)), .wait(milliseconds: 60_000)]
    }
    try await withServer(server, limits: limits) { client, url in
      await #expect(throws: WebClientError.timedOut) { try await client.get(url) }
    }
  }

  @Test func `A server that stalls is an error`() async throws {
    var limits = WebClient.Limits()
    limits.stall = .seconds(1)
    let server = try ScriptedServer { _ in
      [
        .send(Array("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhel".utf8)),
        .wait(milliseconds: 100_000),
      ]
    }
    try await withServer(server, limits: limits) { client, url in
      await #expect(throws: WebClientError.timedOut) { try await client.get(url) }
    }
  }

  @Test func `Cancelling a task cancels its request`() async throws {
    let server = try ScriptedServer { _ in [.wait(milliseconds: 100_000)] }
    try await withServer(server) { client, url in
      let task = client.start(url)
      try await eventually("a request arrives") { !server.requests.isEmpty }
      task.cancel()
      #expect(await task.value == .cancelled)
    }
  }

  @Test func `Closing cancels all requests and refuses further ones`() async throws {
    let server = try ScriptedServer { _ in [.wait(milliseconds: 100_000)] }
    try await withServer(server) { client, url in
      let tasks = (0..<3).map { _ in client.start(url) }
      try await eventually("three requests arrive") { server.requests.count >= 3 }
      client.close()
      for task in tasks { #expect(await task.value == .cancelled) }
      await #expect(throws: WebClientError.cancelled) { try await client.get(url) }
      #expect(server.requests.count == 3)
    }
  }

  @Test func `A closed port is an error`() async throws {
    let server = try ScriptedServer(response: Self.ok)
    server.stop()
    let client = WebClient(userAgent: "Fieldguide-Tests/1")
    let url = try #require(URL(string: "http://127.0.0.1:\(server.port)/"))
    let error = await #expect(throws: WebClientError.self) { try await client.get(url) }
    guard case .unreachable(let reason) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(!reason.isEmpty)
  }

  @Test(arguments: [
    "file:///etc/passwd", "ftp://127.0.0.1/", "gopher://127.0.0.1/", "http://user@127.0.0.1/",
    "http:///", "feed", "javascript:alert(1)",
  ])
  func `Only http and https URLs without a user are accepted`(address: String) async throws {
    let client = WebClient(userAgent: "Fieldguide-Tests/1")
    let url = try #require(URL(string: address))
    await #expect(throws: WebClientError.badAddress) { try await client.get(url) }
  }

  private static func compressed(count: Int) throws -> [UInt8] {
    let gzip = Process()
    gzip.executableURL = URL(filePath: "/bin/gzip")
    gzip.arguments = ["--stdout"]
    let (input, output) = (Pipe(), Pipe())
    gzip.standardInput = input
    gzip.standardOutput = output
    try gzip.run()
    Thread.detachNewThread {
      try? input.fileHandleForWriting.write(contentsOf: Data(count: count))
      try? input.fileHandleForWriting.close()
    }
    let compressed = try output.fileHandleForReading.readToEnd() ?? Data()
    gzip.waitUntilExit()
    return Array(compressed)
  }
}
