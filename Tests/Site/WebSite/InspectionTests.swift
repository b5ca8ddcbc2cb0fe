import AnimalsData
import AnimalsUI
import Foundation
import HTTPTypes
import ImmutableData
import TestSupport
import Testing
import WebServer

@testable import DevelopmentTools
@testable import WebSite

/// Access to the inspector, and past pages.
@Suite struct InspectionTests {
  private func inspected(_ body: (ListeningSite) async throws -> Void) async throws {
    try await withSite(.development, now: { QuakesFeeds.now }, body)
  }

  @Test(arguments: [
    ("/inspector", 200),
    ("/inspector/animals", 200),
    ("/inspector/photos", 200),
    ("/inspector/nobody", 404),
    ("/inspector/animals.jsonl", 200),
    ("/inspector/nobody.jsonl", 404),
    ("/inspector/animals/1", 200),
    ("/inspector/animals/9999", 404),
    ("/inspector/animals/-1", 404),
    ("/inspector/animals/1/page?at=/animals", 200),
    ("/inspector/animals/1/page?at=/quakes", 404),
    ("/inspector/animals/1/page?at=/inspector", 404),
    ("/inspector/animals/1/page?at=nowhere", 400),
    ("/inspector/page?at=/animals", 200),
    ("/inspector/page?at=/nowhere", 404),
  ])
  func `Every inspector page has a status`(target: String, status: Int) async throws {
    try await inspected { site in
      let page = try await site.get("/animals")
      #expect(page.status == 200)
      #expect(try await site.get(target).status == status)
    }
  }

  @Test(arguments: [
    "/inspector", "/inspector/animals", "/inspector/animals/1", "/inspector/animals.jsonl",
    "/live?page=/inspector",
  ])
  func `The inspector is not found unless it is enabled`(target: String) async throws {
    try await withSite { site in
      let page = try await site.get("/animals")
      #expect(page.status == 200)
      #expect(try await site.get(target).status == 404)
    }
  }

  @Test(arguments: [
    ("127.0.0.1", 200), ("::1", 200), ("192.0.2.1", 404), ("10.0.0.1", 404),
  ])
  func `The inspector is available to this machine only`(address: String, status: Int) async throws
  {
    let client = Client(address: try #require(ClientAddress(address)), host: "127.0.0.1")
    let request = Request(
      head: HTTPRequest(method: .get, scheme: nil, authority: nil, path: "/inspector"),
      client: client)
    try await inspected { site in
      guard case .now(let response) = site.responder.reply(to: request) else {
        Issue.record("the reply is asynchronous")
        return
      }
      #expect(response.head.status.code == status)
    }
  }

  @Test func `A past page is shown read-only`() async throws {
    try await inspected { site in
      #expect(try await site.get("/animals?animal=Dog").text.contains("Delete"))
      let settled = try site.store(of: AnimalsGuide.self).snapshot.revision
      _ = try await site.post(
        "/animals/animalDetail/onTapDeleteSelectedAnimalButton", site.deletion(of: "Dog"))
      #expect(try await site.get("/animals?animal=Dog").status == 404)
      let past = "/inspector/animals/\(settled)/page?at=/animals%3Fanimal%3DDog"
      let page = try await site.get(past)
      #expect(page.status == 200)
      #expect(page.text.contains("<h2 id=\"detail-title\" dir=\"auto\">Dog</h2>"))
      #expect(!page.text.contains("Delete"))
      #expect(page["content-security-policy"]?.contains("form-action 'none'") == true)
      let now = try site.store(of: AnimalsGuide.self).snapshot.revision
      let present = try await site.get(
        "/inspector/animals/\(now)/page?at=/animals%3Fanimal%3DDog")
      #expect(present.text.contains("“Dog” was deleted"))
      #expect(try await site.send("POST", past, body: "").status == 405)
    }
  }

  @Test func `The inspector shows the dependencies of a page`() async throws {
    try await inspected { site in
      #expect(try await site.get("/animals?category=Mammal").status == 200)
      let page = try await site.get("/inspector/page?at=/animals%3Fcategory%3DMammal").text
      for part in ["SelectAnimalsCounts", "animal-list", "It was not in the cache."] {
        #expect(page.contains(part))
      }
      // Cached: the page is not rendered again.
      #expect(try await site.get("/animals?category=Mammal").status == 200)
      #expect(
        try await site.get("/inspector/page?at=/animals%3Fcategory%3DMammal").text
          .contains("Rendered 1 time"))
    }
  }

  @Test func `The inspector names the store of each selector`() async throws {
    try await inspected { site in
      #expect(try await site.get("/").status == 200)
      let page = try await site.get("/inspector/page?at=/").text
      #expect(page.contains("of animals, action"))
      #expect(page.contains("of quakes, action"))
    }
  }

  @Test func `The action log can be replayed`() async throws {
    try await inspected { site in
      #expect(try await site.get("/animals").status == 200)
      _ = try await site.post(
        "/animals/animalDetail/onTapDeleteSelectedAnimalButton", site.deletion(of: "Dog"))
      let log = try await site.get("/inspector/animals.jsonl")
      let recording = try ActionRecording<AnimalsAction>(jsonLines: Data(log.body))
      let state = try recording.replay(
        from: AnimalsState(), reducer: AnimalsReducer.reduce(state:action:))
      #expect(try state == site.store(of: AnimalsGuide.self).snapshot.state)
    }
  }
}
