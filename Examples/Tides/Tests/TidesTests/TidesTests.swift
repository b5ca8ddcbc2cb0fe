import Foundation
import SiteTesting
import Synchronization
import Testing
import WebServer

@testable import Tides

/// A service whose answer a test changes; without one it fails.
final class Service: Sendable {
  let answer = Mutex<String?>(nil)
  private let server: Mutex<WebServer?> = Mutex(nil)

  init(_ answer: String?) throws {
    self.answer.withLock { $0 = answer }
    let server = try WebServer(Configuration(.address(host: "127.0.0.1", port: 0))) { [weak self] _ in
      guard let text = self?.answer.withLock({ $0 }) else { return .now(Response(status: .badGateway)) }
      return .now(Response(status: .ok, body: .bytes(Array(text.utf8))))
    }
    self.server.withLock { $0 = server }
  }

  var url: URL { URL(string: "http://127.0.0.1:\(server.withLock { $0?.port ?? 0 })/tides.json")! }
}

let days = #"{"predictions":[{"t":"2026-05-04 06:12","v":"2.1"},{"t":"2026-05-05 07:01","v":"2.2"}]}"#

@Test func `Predictions are decoded, and unreadable ones are left out`() throws {
  let json = #"{"predictions":[{"t":"2026-05-04 06:12","v":"2.1"},{"t":"?","v":"2"},{"t":"a b","v":"nan"}]}"#
  let tides = try Tides(json: Array(json.utf8), fetched: .distantPast)
  #expect(tides.heights == [.init(day: "2026-05-04", time: "06:12", metres: 2.1)])
  #expect(throws: DecodingError.self) { try Tides(json: Array("{}".utf8)) }
}

@Test func `A failure keeps the tides`() {
  let tides = Tides(heights: [], fetched: .distantPast)
  let actions: [TidesAction] = [.onTapRefreshButton, .didStore(tides), .didFail(error: "no")]
  let states = actions.map { TidesState.reduce(state: .init(tides: tides), action: $0) }
  #expect(states.map(\.status) == [.waiting, .success, .failure(error: "no")])
  #expect(states.map(\.tides) == [tides, tides, tides])
}

@Test func `A page shows the day of its address`() async throws {
  let service = try Service(days)
  let site = try SiteUnderTest(site, options: service.url)
  try await site.start()
  let first = await site.get("/tides")
  #expect(first.status == 200 && first.text.contains("06:12") && first.text.contains("polygon"))
  #expect(first.text.contains("/tides?day=2026-05-05") && !first.text.contains("07:01"))
  #expect(await site.get("/tides?day=2026-05-05").text.contains("07:01"))
  #expect(await site.get("/tides?day=never").text.contains("no predictions"))
  #expect(await site.get("/tides?month=5").status == 400)
  await site.stop()
}

@Test func `A failed refresh is reported, and old tides stay after a restart`() async throws {
  let folder = URL.temporaryDirectory.appending(path: "tides-\(UUID())")
  defer { try? FileManager.default.removeItem(at: folder) }
  let service = try Service(days)
  for answer in [days, nil] {
    service.answer.withLock { $0 = answer }
    let site = try SiteUnderTest(site, options: service.url, dataFolder: folder)
    try await site.start()
    #expect(await site.post("/tides/refresh?day=2026-05-05").fields["location"] == "/tides?day=2026-05-05")
    let page = await site.get("/tides?day=2026-05-05").text
    #expect(page.contains("07:01"))
    #expect(page.contains("could not be fetched") == (answer == nil))
    await site.stop()
  }
}

@Test func `An open page receives what was refreshed`() async throws {
  let service = try Service(days)
  let site = try SiteUnderTest(site, options: service.url)
  try await site.start()
  let page = await site.get("/tides").text
  let stream = try #require(page.firstMatch(of: #/data-stream="([^"]+)"/#)?.output.1)
  var events = await site.events(stream.replacing("&amp;", with: "&")).makeAsyncIterator()
  service.answer.withLock { $0 = days.replacing("2.1", with: "1.9") }
  _ = await site.post("/tides/refresh")
  var received = ""
  while !received.contains("1.9"), let event = await events.next() { received += event }
  #expect(received.contains("1.9 m"))
  await site.stop()
}
