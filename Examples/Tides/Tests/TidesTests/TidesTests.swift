import Foundation
import SiteTesting
import Testing

@testable import Tides

/// An answer of the service, with two days.
let answer = """
  {"predictions":[{"t":"2026-05-04 06:12","v":"2.1"},{"t":"2026-05-05 07:01","v":"2.2"}]}
  """

@Test func `Predictions are decoded, without those that cannot be read`() throws {
  let json = #"{"predictions":[{"t":"2026-05-04 06:12","v":"2.1"},{"t":"a b","v":"nan"}]}"#
  let heights = try Tides(json: Array(json.utf8)).heights
  #expect(heights == [.init(day: "2026-05-04", time: "06:12", metres: 2.1)])
  #expect(throws: DecodingError.self) { try Tides(json: Array("{}".utf8)) }
}

@Test func `A failure keeps the tides`() {
  let tides = Tides(heights: [])
  let states = [.onTapRefreshButton, .didStore(tides), .didFail(error: "no")].map {
    TidesState.reduce(state: TidesState(tides: tides), action: $0)
  }
  #expect(states.map(\.status) == [.waiting, .success, .failure(error: "no")])
  #expect(states.map(\.tides) == [tides, tides, tides])
}

@Test func `A page shows the day of its address`() async throws {
  let service = try TestService(answer: answer)
  let site = try SiteUnderTest(site, settings: ["service": service.address])
  try await site.start()
  let first = await site.get("/tides").text
  #expect(first.contains("06:12") && !first.contains("07:01") && first.contains("<polygon"))
  #expect(first.contains("/tides?day=2026-05-05"))
  #expect(await site.get("/tides?day=2026-05-05").text.contains("07:01"))
  #expect(await site.get("/tides?day=never").text.contains("no predictions"))
  #expect(await site.get("/tides/never").status == 404)
  await site.stop()
}

@Test func `After a restart old tides are shown with the failure of the service`() async throws {
  let folder = URL.temporaryDirectory.appending(path: "tides-\(UUID())")
  defer { try? FileManager.default.removeItem(at: folder) }
  let service = try TestService(answer: answer)
  for answer in [answer, nil] {
    service.answer = answer
    let settings = ["service": service.address, "data": folder.path]
    let site = try SiteUnderTest(site, settings: settings)
    try await site.start()
    #expect(await site.post("/tides/refresh").fields["location"] == "/tides")
    let page = await site.get("/tides").text
    #expect(page.contains("06:12"))
    #expect(page.contains("could not be fetched") == (answer == nil))
    await site.stop()
  }
}

@Test func `An open page receives what was refreshed`() async throws {
  let service = try TestService(answer: answer)
  let site = try SiteUnderTest(site, settings: ["service": service.address])
  try await site.start()
  let events = try #require(await site.updates(of: "/tides"))
  service.answer = answer.replacing("2.1", with: "1.9")
  _ = await site.post("/tides/refresh")
  #expect(await events.first { $0.contains("1.9 m") } != nil)
  await site.stop()
}
