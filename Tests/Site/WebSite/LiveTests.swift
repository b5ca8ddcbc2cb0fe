import Dispatch
import Foundation
import ImmutableUI
import TestSupport
import Testing
import WebServer

@testable import WebSite

/// Event streams of open pages, over sockets.
@Suite struct LiveTests {
  /// The client side of a stream.
  private struct Stream {
    let client: SocketClient
    let head: String

    /// Opens the stream that a page refers to.
    static func open(
      _ site: ListeningSite, _ target: String, version: String? = nil, fields: [String] = []
    ) async throws -> Stream {
      let page = try await site.get(target)
      let (_, live, shown) = try #require(
        page.text.firstMatch(of: #/data-live="([^"]+)" data-version="([0-9a-f]{16})"/#)?.output)
      return try await open(
        site, live: "\(live.replacing("&amp;", with: "&"))&version=\(version ?? String(shown))",
        fields: fields)
    }

    static func open(
      _ site: ListeningSite, live: String, fields: [String] = []
    ) async throws -> Stream {
      let client = try SocketClient(port: site.port)
      let lines = ["GET \(live) HTTP/1.1", "Host: 127.0.0.1:\(site.port)"] + fields + ["", ""]
      try await client.send(Array(lines.joined(separator: "\r\n").utf8))
      return Stream(client: client, head: try await client.receive(through: "\r\n\r\n"))
    }

    /// Receives up to the end of the next event, without heartbeats and the
    /// preamble.
    func event() async throws -> String {
      while true {
        let text = try await client.receive(through: "\n\n")
        if text.contains("event: patch") || text.contains("event: go") { return text }
      }
    }
  }

  private static func add(_ site: ListeningSite, _ name: String, id: String = "a") async throws {
    #expect(try await site.add(id, name, category: "Mammal").status == 303)
  }

  @Test func `A stream is neither cached nor buffered`() async throws {
    try await withSite { site in
      let head = try await Stream.open(site, "/animals").head.lowercased()
      #expect(head.hasPrefix("http/1.1 200"))
      for field in [
        "content-type: text/event-stream; charset=utf-8", "cache-control: no-store",
        "x-accel-buffering: no", "x-content-type-options: nosniff",
        "content-security-policy: default-src 'none'",
      ] { #expect(head.contains(field), "\(field)") }
      #expect(!head.contains("content-encoding"))
    }
  }

  @Test func `A change is sent as the fragments that differ`() async throws {
    try await withSite { site in
      let list = try await Stream.open(site, "/animals?category=Mammal")
      let other = try await Stream.open(site, "/animals?category=Fish")
      try await Self.add(site, "Red panda")
      let event = try await list.event()
      #expect(event.contains("<template data-after=\"row-"))
      #expect(event.contains("Red panda"))
      #expect(!event.contains("id=\"animal-list\""), "only its row came")
      #expect(event.contains("id=\"count-Mammal\""))
      #expect(!event.contains("id=\"animal-detail\""), "it shows no animal before and after")
      #expect(!event.contains("<main"))
      let numbers = try await other.event()
      let ids = numbers.matches(of: /id="([^"]+)"/).map(\.output.1)
      #expect(ids == ["count", "count-all", "count-Mammal"])
      #expect(numbers.utf8.count < 290)
    }
  }

  @Test func `Streams that wait for their renderings delay no page`() async throws {
    try await withSite { site in
      let updates = site.responder.handlers.streams.updates
      let gate = DispatchSemaphore(value: 0)
      // More renderings than threads, each of another client.
      for number in 1...64 {
        let client = try #require(ClientAddress("192.0.2.\(number)"))
        #expect(updates.add(for: client) { gate.wait() })
      }
      let stream = try await Stream.open(site, "/animals?category=Fish", version: "older")
      #expect(try await site.get("/animals?category=Mammal").status == 200)
      for _ in 1...64 { gate.signal() }
      #expect(try await stream.event().contains("<main"))
    }
  }

  @Test func `A stream sends what the page has`() async throws {
    try await withSite { site in
      let stream = try await Stream.open(site, "/animals?category=Mammal")
      try await Self.add(site, "Red <b>panda</b>")
      let event = try await stream.event()
      let id = try #require(event.firstMatch(of: /id: ([0-9a-f]{16})/)?.output.1)
      let page = try await site.get("/animals?category=Mammal")
      #expect(page.text.contains("data-version=\"\(id)\""))
      #expect(page["etag"] == "\"\(id)\"")
      let row = try #require(event.firstMatch(of: /<li id="row-a">.*?<\/li>/)?.output)
      #expect(page.text.contains(row))
    }
  }

  @Test func `A client that reconnects gets what it missed`() async throws {
    try await withSite { site in
      let before = try await site.get("/animals?category=Mammal")
      let version = try #require(before["etag"]).replacing("\"", with: "")
      try await Self.add(site, "Red panda")
      let stream = try await Stream.open(site, "/animals?category=Mammal", version: version)
      let missed = try await stream.event()
      #expect(missed.contains("Red panda"))
      // `Last-Event-ID` takes precedence over the address.
      let now = try #require(try await site.get("/animals?category=Mammal")["etag"])
        .replacing("\"", with: "")
      let again = try await Stream.open(
        site, "/animals?category=Mammal", version: version, fields: ["Last-Event-ID: \(now)"])
      try await Self.add(site, "Tapir", id: "b")
      let next = try await again.event()
      #expect(next.contains("Tapir"), "no earlier event is sent")
    }
  }

  @Test func `A page of a deleted animal is replaced`() async throws {
    try await withSite { site in
      try await Self.add(site, "Red panda")
      let stream = try await Stream.open(site, "/animals?category=Mammal&animal=a")
      _ = try await site.delete("a")
      var event = try await stream.event()
      // The page first shows the deletion in progress.
      while !event.contains("was deleted") { event = try await stream.event() }
      #expect(event.contains("<h2>“Red panda” was deleted</h2>"))
      #expect(event.contains("onTapRestoreButton"))
    }
  }

  @Test func `A stream omits another visitor's form`() async throws {
    try await withSite { site in
      let target = "/animals?category=Mammal&dialog=add"
      let one = try await site.get(target)
      let two = try await site.get(target)
      #expect(try hidden("id", in: one.text) != hidden("id", in: two.text))
      #expect(one["cache-control"] == "private, no-cache")
      let version = try Regex("data-version=\"([0-9a-f]{16})\"")
      #expect(
        one.text.firstMatch(of: version)?.output[1].substring
          == two.text.firstMatch(of: version)?.output[1].substring)
      let stream = try await Stream.open(site, target)
      try await Self.add(site, "Red panda")
      let event = try await stream.event()
      #expect(event.contains("Red panda"))
      #expect(!event.contains("name=\"id\""))
    }
  }

  @Test(
    arguments: [
      ("/live?page=%2Fanimals", ["Sec-Fetch-Site: cross-site"], 403),
      ("/live?page=%2Fanimals", ["Sec-Fetch-Site: same-site"], 403),
      ("/live?page=%2Fanimals", ["Origin: http://elsewhere.example"], 403),
      ("/live?page=%2Fanimals", [], 200),
      ("/live?page=%2Fanimals", ["Sec-Fetch-Site: same-origin"], 200),
      ("/live?page=%2Fphotos%3Fsheet%3Dbanner", [], 200),
      ("/live?page=%2Fnowhere", [], 404),
      ("/live?page=%2Fhealthz", [], 404),
      ("/live?page=%2Flive%3Fpage%3D%252Fanimals", [], 404),
      ("/live?page=http%3A%2F%2Felsewhere.example%2F", [], 400),
      ("/live?page=%2Fanimals%3Fdialog%3Dfly", [], 400),
      ("/live?page=%2Fanimals%2F..%2Fanimals", [], 400),
      ("/live?page=%2Fanimals&page=%2Fquakes", [], 400),
      ("/live", [], 400),
    ] as [(String, [String], Int)])
  func `A stream follows pages of this site only`(target: String, fields: [String], status: Int)
    async throws
  {
    try await withSite { site in
      let head = try await Stream.open(site, live: target, fields: fields).head
      #expect(head.hasPrefix("HTTP/1.1 \(status)"))
    }
  }

  private struct LimitRow: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var settings: [String: String]
    /// The bytes of the memory for live pages that are left.
    var left: Int?
    /// The page that is rejected after two others.
    var refused = "/animals"
    /// A page that is still admitted.
    var admitted: String?
  }

  @Test(arguments: [
    LimitRow(testDescription: "streams in total", settings: ["streams": "2"]),
    LimitRow(testDescription: "streams of one client", settings: ["streams-per-client": "2"]),
    LimitRow(
      testDescription: "distinct addresses", settings: ["live-addresses": "2"], refused: "/photos",
      admitted: "/animals"),
    LimitRow(
      testDescription: "bytes of live pages", settings: ["live-memory": "1"], left: 70_000,
      refused: "/photos", admitted: "/animals"),
  ])
  private func `Streams beyond a limit are rejected with Retry-After`(_ row: LimitRow) async throws
  {
    try await withSite(settings: row.settings) { site in
      if let left = row.left {
        let live = site.responder.handlers.streams.live
        let address = String(repeating: "x", count: ((1 << 20) - left - 32_768) / 4)
        _ = live.subscribe(
          "large", at: address, group: "", version: "", preamble: [],
          render: { .redirect(to: "/") }, onWake: {})
        #expect((1 << 20) - live.byteCount == left)
      }
      func open(_ page: String) async throws -> Stream {
        try await Stream.open(site, live: "/live?page=\(page.replacing("/", with: "%2F"))")
      }
      let streams = [try await open("/animals"), try await open("/breeds")]
      #expect(streams.allSatisfy { $0.head.hasPrefix("HTTP/1.1 200") })
      let refused = try await open(row.refused)
      #expect(refused.head.hasPrefix("HTTP/1.1 503"))
      #expect(refused.head.lowercased().contains("retry-after: 30"))
      if let page = row.admitted {
        let admitted = try await open(page)
        #expect(admitted.head.hasPrefix("HTTP/1.1 200"))
        withExtendedLifetime(admitted) {}
      }
      withExtendedLifetime(streams) {}
    }
  }

  @Test func `A stop ends a stream with a retry delay`() async throws {
    let site = try ListeningSite()
    let stream = try await Stream.open(site, "/animals")
    await site.stop()
    let rest = String(decoding: try await stream.client.receiveToEnd(), as: UTF8.self)
    #expect(try Regex("retry: [0-9]{4}\n\n").firstMatch(in: rest) != nil)
    #expect(rest.hasSuffix("0\r\n\r\n"), "the stream ends with the last chunk")
  }
}
