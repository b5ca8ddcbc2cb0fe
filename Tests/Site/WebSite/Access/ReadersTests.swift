import Foundation
import ImmutableUI
import Markup
import SiteTesting
import TestSupport
import Testing
import WebServer

@testable import Scenes
@testable import WebSite

/// The pages and rights of visitors who may not make changes.
@Suite struct ReadersTests {
  /// Readers get the pages of the sign-in, but those are no pages of guides.
  private static let signIn = Set(
    (SignInPage.previews + PendingFormPage.previews + InvitationPage.previews
      + AccountPage.previews).map(\.name))

  @Test(
    arguments: Previewed.all.filter {
      !$0.preview.page().hasDialog && !signIn.contains($0.preview.name)
    })
  func `Pages for readers contain no forms`(previewed: Previewed) throws {
    let document = ListeningSite.idle.document
    let page = previewed.preview.page()
    func rendered(for audience: Audience) -> String {
      String(
        document.render(
          title: page.title, frame: .init(guide: previewed.guide, audience: audience),
          content: page.content
        ).bytes)
    }
    for audience in Audience.allCases where !audience.mayWrite {
      let page = rendered(for: audience)
      for forbidden in ["method=\"post\"", "dialog="] {
        #expect(!page.contains(forbidden))
      }
    }
  }

  /// Runs a test on a site whose editor is `ada`, with the password `secret`.
  private func withEditors(_ body: (ListeningSite) async throws -> Void) async throws {
    let file = FileManager.default.temporaryDirectory
      .appending(path: "editors-\(UInt32.random(in: .min ... .max))")
    try Data("ada:\(EditorsTests.bcrypt)\n".utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    try await withSite(settings: ["editors": file.path], now: { QuakesFeeds.now }, body)
  }

  private let right = "Authorization: \(EditorsTests.basic("ada:secret"))"
  private let wrong = "Authorization: \(EditorsTests.basic("ada:guess"))"

  @Test func `An anonymous visitor may only read`() async throws {
    try await withEditors { site in
      let page = try await site.get("/animals?animal=Dog")
      #expect(page.status == 200)
      #expect(!page.text.contains("Delete"))
      #expect(page.text.contains("href=\"/sign-in?page=%2Fanimals%3Fanimal%3DDog\""))

      let refused = try await site.delete("Dog")
      #expect(refused.status == 401)
      #expect(refused["www-authenticate"] == "Basic realm=\"Fieldguide\", charset=\"UTF-8\"")
      #expect(refused["cache-control"] == "no-store")
      let guessed = try await site.delete("Dog", fields: [wrong])
      #expect(guessed.status == 401)
      #expect(try await site.get("/animals?animal=Dog").status == 200)
    }
  }

  @Test func `An editor may make changes`() async throws {
    try await withEditors { site in
      // First rendered, then from the cache.
      for _ in 0..<2 {
        let reader = try await site.get("/animals?animal=Dog")
        let editor = try await site.get("/animals?animal=Dog", fields: [right])
        #expect(!reader.text.contains("Delete"))
        #expect(editor.text.contains("Delete"))
        #expect(editor.text.contains("Signed in as <bdi>ada</bdi>"))
        #expect(reader["etag"] != editor["etag"])
        #expect(reader["cache-control"] == "no-cache")
        #expect(editor["cache-control"] == "private, no-cache")
        for page in [reader, editor] {
          #expect(page["vary"] == "Accept-Encoding, Authorization, Cookie")
        }
      }
      #expect(try await site.delete("Dog", fields: [right]).status == 303)
      #expect(try await site.get("/animals?animal=Dog").status == 404)
    }
  }

  @Test func `A wrong password gets the page for readers`() async throws {
    try await withEditors { site in
      let page = try await site.get("/animals?animal=Dog", fields: [wrong])
      #expect(page.status == 200)
      #expect(!page.text.contains("Delete"))
    }
  }

  @Test(arguments: [
    "", "Basic", "Basic %%%", "Bearer abc", "Digest username=\"ada\"", "Basic //8=",
  ])
  func `A malformed Authorization field is rejected`(field: String) async throws {
    try await withEditors { site in
      let refused = try await site.delete("Dog", fields: ["Authorization: \(field)"])
      #expect(refused.status == 401)
      #expect(try await site.get("/animals?animal=Dog").status == 200)
    }
  }

  @Test(arguments: [
    ("/sign-in", "/"),
    ("/sign-in?page=/animals%3Fanimal%3DDog", "/animals?animal=Dog"),
    (
      "/sign-in?page=/animals%3Fcategory%3DMammal%26dialog%3Dadd",
      "/animals?category=Mammal&dialog=add"
    ),
    ("/sign-in?page=/changes%3Fchanged-by%3Dada", "/changes?changed-by=ada"),
    ("/sign-in?page=//evil.example", "/"),
    ("/sign-in?page=https://evil.example/animals", "/"),
    ("/sign-in?page=/%5Cevil.example", "/"),
    ("/sign-in?page=/live%3Fpage%3D/animals", "/"),
    ("/sign-in?page=/sign-in", "/"),
    ("/sign-in?page=/nowhere", "/"),
  ])
  func `Signing in leads back to a page of this site`(target: String, back: String) async throws {
    try await withEditors { site in
      let asked = try await site.get(target)
      #expect(asked.status == 200)
      #expect(asked.text.contains("action=\"/account/sign-in"))
      let signedIn = try await site.get(target, fields: [right])
      #expect(signedIn.status == 303)
      #expect(signedIn["location"] == back)
    }
  }

  @Test(arguments: ["/animals?category=Mammal&dialog=add", "/photos?dialog=banner"])
  func `A dialog requires signing in`(target: String) async throws {
    try await withEditors { site in
      for _ in 0..<2 {
        let asked = try await site.get(target)
        #expect(asked.status == 303)
        #expect(asked["location"]?.hasPrefix("/sign-in?page=") == true)
      }
      let page = try await site.get(target, fields: [right])
      #expect(page.status == 200)
      #expect(page.text.contains("method=\"post\""))
    }
  }

  @Test func `The changes of the site are for those who may make some`() async throws {
    try await withEditors { site in
      let target = "/changes?change-kind=sample"
      let asked = try await site.get(target)
      #expect(asked.status == 303)
      #expect(asked["location"] == "/sign-in?page=%2Fchanges%3Fchange-kind%3Dsample")
      let page = try await site.get(target, fields: [right])
      #expect(page.status == 200 && page.text.contains("Animals · Sample"))
      #expect(page["cache-control"] == "private, no-cache")
      #expect(try await site.get("/changes?change-kind=none", fields: [right]).status == 400)
      let link = "<a href=\"/changes\">Changes</a>"
      #expect(try await site.get("/", fields: [right]).text.contains(link))
      #expect(try await !site.get("/").text.contains(link))
    }
  }

  @Test func `Several wrong passwords cause a delay`() async throws {
    try await withEditors { site in
      for _ in 0..<4 {
        #expect(try await site.get("/sign-in", fields: [wrong]).status == 401)
      }
      for target in ["/sign-in", "/sign-in?page=/animals"] {
        let answer = try await site.get(target, fields: [right])
        #expect(answer.status == 429)
        #expect(answer["retry-after"] == "1")
      }
      #expect(try await site.delete("Dog", fields: [right]).status == 429)
      // Reading is still possible.
      #expect(try await site.get("/animals", fields: [right]).status == 200)
    }
  }

  @Test func `Wrong passwords of a network make its other clients wait`() async throws {
    try await withEditors { site in
      let editors = try #require(site.site.parts.sessions?.editors)
      // All other clients of the network.
      for number in 2...121 {
        let guesser = try #require(ClientAddress("127.0.0.\(number)"))
        #expect(
          await editors.check(EditorsTests.basic("\(number):guess"), from: guesser)
            == .failure(.wrong))
      }
      for answer in [
        try await site.get("/sign-in", fields: [right]),
        try await site.delete("Dog", fields: [right]),
      ] {
        #expect(answer.status == 503)
        #expect(answer["retry-after"] == "3")
        #expect(
          answer.text.contains("Your password was not checked. Wait 3 seconds, then try again."))
      }
    }
  }

  @Test func `A stream has the page of its audience`() async throws {
    try await withEditors { site in
      #expect(try await site.get("/animals?animal=Dog").status == 200)
      let target = "/live?page=/animals%3Fanimal%3DDog&version=0"
      for (fields, seesDelete) in [([], false), ([right], true)] {
        let client = try SocketClient(port: site.port)
        let head = ["GET \(target) HTTP/1.1", "Host: 127.0.0.1:\(site.port)"] + fields + ["", ""]
        try await client.send(head.joined(separator: "\r\n"))
        let event = try await client.receive(through: "</main>")
        #expect(event.contains("Delete") == seesDelete)
      }
    }
  }

  struct Forwarded: CustomTestStringConvertible, Sendable {
    let groups: [String]
    var writerGroups = "board,Café"
    var mayWrite = false
    var testDescription: String { "\(groups) of “\(writerGroups)”" }
  }

  @Test(arguments: [
    Forwarded(groups: ["board"], mayWrite: true),
    Forwarded(groups: ["staff, board "], mayWrite: true),
    Forwarded(groups: ["Cafe\u{301}"], mayWrite: true),
    Forwarded(groups: ["staff"]),
    Forwarded(groups: ["Board"]),
    Forwarded(groups: ["boards"]),
    Forwarded(groups: [""]),
    Forwarded(groups: []),
    Forwarded(groups: [], writerGroups: "", mayWrite: true),
    Forwarded(groups: ["staff"], writerGroups: "", mayWrite: true),
  ])
  func `Groups decide which visitors of a proxy may make changes`(row: Forwarded) async throws {
    var settings = [
      "trusted-proxy": "127.0.0.1", "user-header": "X-User", "groups-header": "X-Groups",
    ]
    if !row.writerGroups.isEmpty { settings["writer-groups"] = row.writerGroups }
    try await withSite(settings: settings, now: { QuakesFeeds.now }) { site in
      let fields = ["X-User: anna"] + row.groups.map { "X-Groups: \($0)" }
      for _ in 0..<2 {
        let page = try await site.get("/animals?animal=Dog", fields: fields)
        #expect(page.text.contains("Signed in as <bdi>anna</bdi>"))
        #expect(page.text.contains("Delete") == row.mayWrite)
        #expect(page["cache-control"] == "private, no-cache")
        #expect(!page.text.contains("href=\"/sign-in"))
        #expect(!page.text.contains("read-only"))
      }
      let dialog = try await site.get("/animals?category=Mammal&dialog=add", fields: fields)
      #expect(dialog.status == (row.mayWrite ? 200 : 303))
      let signIn = try await site.get("/sign-in", fields: fields)
      #expect(signIn.status == (row.mayWrite ? 303 : 403))
      let post = try await site.delete("Dog", fields: fields)
      #expect(post.status == (row.mayWrite ? 303 : 403))
      #expect(row.mayWrite || post.text.contains("in no group that can make changes"))
      #expect(try await site.get("/animals?animal=Dog").status == (row.mayWrite ? 404 : 200))
    }
  }

  /// As when a proxy adds its own field to that of a client, in place of replacing it.
  @Test func `Two lists of groups name nobody`() async throws {
    let settings = [
      "trusted-proxy": "127.0.0.1", "user-header": "X-User", "groups-header": "X-Groups",
    ]
    try await withSite(settings: settings, now: { QuakesFeeds.now }) { site in
      let fields = ["X-User: anna", "X-Groups: board", "X-Groups: staff"]
      let page = try await site.get("/animals?animal=Dog", fields: fields)
      #expect(!page.text.contains("Signed in as"))
      #expect(try await site.delete("Dog", fields: fields).status == 403)
    }
  }

  @Test func `A read-only site has no sign-in`() async throws {
    try await withSite(settings: ["writers": "nobody"]) { site in
      let page = try await site.get("/animals?animal=Dog", fields: [right])
      #expect(page.status == 200)
      #expect(!page.text.contains("Delete"))
      #expect(!page.text.contains("sign-in"))
      for answer in [
        try await site.delete("Dog", fields: [right]),
        try await site.get("/sign-in"),
      ] {
        #expect(answer.status == 403)
        #expect(answer["www-authenticate"] == nil)
      }
    }
  }

  @Test func `A site where everybody may make changes has no sign-in`() async throws {
    try await withSite { site in
      let page = try await site.get("/animals?animal=Dog")
      #expect(!page.text.contains("sign-in"))
      let answer = try await site.get("/sign-in?page=/animals")
      #expect(answer.status == 303)
      #expect(answer["location"] == "/animals")
    }
  }

  @Test func `Posts of a client are limited`() async throws {
    try await withSite(settings: ["posts-per-minute": "2"], now: { QuakesFeeds.now }) { site in
      for _ in 0..<2 {
        let answer = try await site.post("/animals/categoryList/onTapReloadSampleDataButton", [:])
        #expect(answer.status == 303)
      }
      let refused = try await site.delete("Dog")
      #expect(refused.status == 429)
      #expect(refused["retry-after"] == "30")
      #expect(refused.text.contains("30 seconds"))
      #expect(try await site.get("/animals?animal=Dog").status == 200)
    }
  }
}
