import HTTPTypes
import TestSupport
import Testing
import WebServer

@testable import WebSite

/// Access to the inspector, and what its pages show.
@Suite struct InspectionTests {
  private func inspected(_ body: (ListeningSite) async throws -> Void) async throws {
    try await withSite(.development, now: { QuakesFeeds.now }, body)
  }

  @Test(arguments: [
    ("/inspector", 200),
    ("/inspector/animals", 200),
    ("/inspector/photos", 200),
    ("/inspector/nobody", 404),
    ("/inspector/animals/1", 200),
    ("/inspector/animals/9999", 404),
    ("/inspector/animals/-1", 404),
    ("/inspector/animals/x", 404),
    ("/inspector/animals/1/2", 404),
  ])
  func `Every inspector page has a status`(target: String, status: Int) async throws {
    try await inspected { site in
      let page = try await site.get("/animals")
      #expect(page.status == 200)
      #expect(try await site.get(target).status == status)
    }
  }

  @Test(arguments: [
    "/inspector", "/inspector/animals", "/inspector/animals/1", "/live?page=/inspector",
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

  @Test func `An action is shown with its changes`() async throws {
    try await inspected { site in
      #expect(try await site.get("/animals").status == 200)
      _ = try await site.delete("Dog")
      let store = try await site.get("/inspector/animals").text
      let link = #/href="/inspector/animals/([0-9]+)"[^>]*>(?:(?!</a>).)*>data\.log</#
      let revision = try #require(store.firstMatch(of: link)).output.1
      let action = try await site.get("/inspector/animals/\(revision)").text
      #expect(action.contains("animals.data"))
      #expect(action.contains("<span class=\"went\">-   &quot;Dog&quot;: Animal("))
      #expect(!action.contains("Kangaroo"))
    }
  }

  @Test func `The inspector counts what the selectors of a store do`() async throws {
    try await inspected { site in
      #expect(try await site.get("/animals?category=Mammal").status == 200)
      let page = try await site.get("/inspector/animals").text
      let row = #/<th scope="row">SelectAnimalsCounts</th>(?:<td class="num">([0-9]+)</td>){3}/#
      #expect(page.contains(row))
      let unread = #/<th scope="row">SelectAnimalsCounts</th><td class="num">0</td>/#
      #expect(!page.contains(unread))
    }
  }
}
