import HTTPTypes
import SiteTesting
import Testing
import WebServer

@testable import WebSite

/// The readiness response.
@Suite struct ReadinessTests {
  private static func check(_ name: String, _ obstacle: String?) -> Readiness.Check {
    Readiness.Check(name: name) { obstacle }
  }

  @Test(
    arguments: [
      ([], false, 200, "ready\n"),
      ([("animals", nil)], false, 200, "ready\n"),
      ([("animals", nil), ("quakes", "loading")], false, 503, "quakes: loading\n"),
      (
        [("animals", "the database cannot be opened"), ("quakes", "loading")], false, 503,
        "animals: the database cannot be opened\nquakes: loading\n"
      ),
      ([("animals", nil)], true, 503, "draining\n"),
      ([("animals", "loading")], true, 503, "draining\n"),
    ] as [([(String, String?)], Bool, Int, String)])
  func `The response names each failed check`(
    checks: [(String, String?)], isDraining: Bool, status: Int, text: String
  ) async {
    let readiness = Readiness(checks.map(Self.check), timeout: .seconds(3600))
    if isDraining { readiness.drain() }
    let response = await readiness.response()
    #expect(response.head.status.code == status)
    #expect(response.head.headerFields[.cacheControl] == "no-store")
    #expect(await SiteResponse(response).text == text)
  }

  @Test(.timeLimit(.minutes(1)))
  func `A check that times out is reported as busy`() async {
    let (never, continuation) = AsyncStream.makeStream(of: Void.self)
    let check = Readiness.Check(name: "quakes") {
      await Task { for await _ in never {} }.value
      return nil
    }
    let readiness = Readiness([check], timeout: .milliseconds(1))
    let response = await readiness.response()
    #expect(response.head.status == .serviceUnavailable)
    #expect(await SiteResponse(response).text == "quakes: busy\n")
    continuation.finish()
  }
}
