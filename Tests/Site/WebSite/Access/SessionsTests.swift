import Foundation
import HTTPTypes
import ImmutableUI
import SiteTesting
import Synchronization
import TestSupport
import Testing
import WebServer

@testable import WebSite

/// Signing in and out, and what ends a session.
@Suite struct SessionsTests {
  private static let page = "/signatures"
  private static let post = "/signatures/sign"

  /// A site with the editors `ada` and `bob`, whose password is `secret`, and a clock.
  private final class Gate: Sendable {
    let folder: TemporaryFolder
    let settings: [String: String]
    let clock = TestClock(1_800_000_000)
    private let current: Mutex<SiteUnderTest>

    var site: SiteUnderTest { current.withLock { $0 } }
    var editors: URL { folder.url.appending(path: "editors") }

    init(_ more: [String: String] = [:]) throws {
      folder = try TemporaryFolder()
      settings = [
        "editors": folder.url.appending(path: "editors").path,
        "data": folder.url.appending(path: "data").path,
      ].merging(more) { $1 }
      try FileManager.default.createDirectory(
        at: folder.url.appending(path: "data"), withIntermediateDirectories: true)
      try Data(try Self.lines("bcrypt").utf8).write(to: folder.url.appending(path: "editors"))
      current = Mutex(try Self.makeSite(settings, clock))
    }

    static func lines(_ kind: String) throws -> String {
      let hash = try #require(EditorsTests.hashes[kind])
      return "ada:\(hash):librarian,board\nbob:\(hash)\n"
    }

    private static func makeSite(
      _ settings: [String: String], _ clock: TestClock
    ) throws -> SiteUnderTest {
      try SiteUnderTest(
        Site("Guestbook", guides: [Signatures()]), settings: settings, now: { clock.now })
    }

    func restart() throws {
      let site = try Self.makeSite(settings, clock)
      current.withLock { $0 = site }
    }

    func signIn(_ name: String = "ada", _ password: String = "secret") async -> SiteResponse {
      await site.post("/account/sign-in?page=/signatures", ["name": name, "password": password])
    }

    /// Returns the header field with the cookie that a response sets.
    func cookie(of response: SiteResponse) throws -> [String: String] {
      let cookie = try #require(response.fields["set-cookie"])
      return ["Cookie": String(cookie.prefix { $0 != ";" })]
    }

    /// Changes the line of an editor in the file.
    func change(_ name: String, _ body: (inout EditorsFile.Editor) -> Void) throws {
      try EditorsFile.change(at: editors, groupOf: folder.url) { file in
        var editor = (try? file.editor(named: name)) ?? .init(name: name, secret: "")
        body(&editor)
        file.set(editor)
      }
    }

    /// Invites an editor, and returns the token of the link.
    func invite(_ name: String) throws -> SessionToken {
      let token = SessionToken.random()
      let invitation = Invitation(token, at: Int(clock.now.timeIntervalSince1970))
      try change(name) { $0.secret = invitation.text }
      return token
    }

    func accept(_ token: SessionToken, _ password: String) async -> SiteResponse {
      await site.post("/account/invitation", ["token": token.text, "new": password])
    }

    func isSignedIn(_ fields: [String: String]) async -> Bool {
      await site.get(SessionsTests.page, fields: fields).text.contains("Signed in as ")
    }
  }

  // MARK: The cookie

  @Test(
    arguments: [
      ("session=0123456789abcdef0123456789abcdef", false, true),
      ("a=b; session=0123456789abcdef0123456789abcdef; c", false, true),
      ("a=b;\tsession=0123456789abcdef0123456789abcdef", false, true),
      ("__Host-session=0123456789abcdef0123456789abcdef", true, true),
      // Another host, or a connection that is not encrypted, cannot set such a cookie.
      ("session=0123456789abcdef0123456789abcdef", true, false),
      ("__Host-session=0123456789abcdef0123456789abcdef", false, false),
      ("xsession=0123456789abcdef0123456789abcdef", false, false),
      ("session=0123456789ABCDEF0123456789abcdef", false, false),
      ("session=0123456789abcdef0123456789abcde", false, false),
      ("session=\"0123456789abcdef0123456789abcdef\"", false, false),
      ("session=", false, false), ("session", false, false), ("", false, false),
      (";;;=;", false, false),
    ])
  func `A token is read from its cookie`(field: String, isSecure: Bool, isThere: Bool) {
    let token = SessionCookie(isSecure: isSecure).token(in: field)
    #expect(token?.text == (isThere ? "0123456789abcdef0123456789abcdef" : nil))
  }

  @Test func `A cookie is for this site's requests alone`() throws {
    let token = try #require(SessionToken("0123456789abcdef0123456789abcdef"))
    #expect(
      SessionCookie(isSecure: true).value(token, seconds: 60)
        == "__Host-session=0123456789abcdef0123456789abcdef; Path=/; Max-Age=60; HttpOnly; "
        + "SameSite=Lax; Secure")
    #expect(
      SessionCookie(isSecure: false).value(nil, seconds: 60)
        == "session=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax")
    #expect(Set((0..<1_000).map { _ in SessionToken.random() }).count == 1_000)
    // The example of FIPS 180-2.
    #expect(digest(of: "abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
  }

  // MARK: Signing in and out

  @Test func `A visitor signs in and out`() async throws {
    let gate = try Gate()
    #expect(await gate.site.get(Self.page).text.contains("href=\"/sign-in?page=%2Fsignatures\""))
    let response = await gate.signIn()
    #expect(response.status == 303)
    #expect(response.fields["location"] == "/signatures")
    let cookie = try gate.cookie(of: response)
    let page = await gate.site.get(Self.page, fields: cookie)
    #expect(page.text.contains("Signed in as <a href=\"/account\"><bdi>ada</bdi></a>"))
    #expect(page.fields["cache-control"] == "private, no-cache")
    #expect(await gate.site.post(Self.post, fields: cookie).status == 303)
    #expect(await gate.site.get(Self.page).text.contains("ada board+librarian"))
    // The other copy of the form has no effect.
    for _ in 0..<2 {
      let end = await gate.site.post("/account/sign-out?page=/signatures", fields: cookie)
      #expect((end.status, end.fields["location"]) == (303, "/signatures"))
    }
    #expect(await !gate.isSignedIn(cookie))
    #expect(await gate.site.post(Self.post, fields: cookie).status == 401)
    await gate.site.stop()
  }

  @Test(
    arguments: [
      ("", "", "Enter your name."), ("ada", "", "Enter your password."),
      ("ada", "Secret", "Name and password do not match"),
      ("eve", "secret", "Name and password do not match"),
      ("ada:secret", "x", "Name and password do not match"),
      ("<b>", "x", "value=\"&lt;b&gt;\""),
    ])
  func `What is wrong is said, and the name kept`(
    name: String, password: String, text: String
  ) async throws {
    let gate = try Gate()
    let response = await gate.signIn(name, password)
    #expect(response.status == 422)
    #expect(response.text.contains(text))
    #expect(response.fields["set-cookie"] == nil)
    #expect(
      response.text.contains(
        "value=\"\(name.replacing("<", with: "&lt;").replacing(">", with: "&gt;"))\""))
    #expect(password.count < 2 || !response.text.contains(password))
    await gate.site.stop()
  }

  @Test func `Wrong passwords on the page make a client wait`() async throws {
    let gate = try Gate()
    for _ in 0..<4 { #expect(await gate.signIn("ada", "guess").status == 422) }
    let response = await gate.signIn()
    #expect(response.status == 429)
    #expect(response.fields["retry-after"] == "1")
    #expect(response.text.contains("Wait 1 second, then try again."))
    await gate.site.stop()
  }

  @Test func `A session outlives a restart, and its file signs no one in`() async throws {
    let gate = try Gate()
    let cookie = try gate.cookie(of: await gate.signIn())
    await gate.site.stop()
    try gate.restart()
    #expect(await gate.isSignedIn(cookie))
    await gate.site.stop()
    let token = try #require(cookie["Cookie"]?.split(separator: "=").last)
    let data = gate.folder.url.appending(path: "data")
    for file in try FileManager.default.contentsOfDirectory(atPath: data.path) {
      let content = try Data(contentsOf: data.appending(path: file))
      #expect(content.range(of: Data(token.utf8)) == nil)
    }
  }

  /// An event that may end the sessions of `ada`.
  enum End: CaseIterable, Sendable {
    case time, removal, otherPassword, operatorSignOut, invitation, elsewhere, changedPassword
    case nothing
  }

  @Test(arguments: End.allCases) func `A session ends`(by end: End) async throws {
    let gate = try Gate()
    let session = try gate.cookie(of: await gate.signIn())
    let other = try gate.cookie(of: await gate.signIn())
    let reload = { try await gate.site.parts.sessions?.editors.reload() }
    switch end {
    case .nothing: break
    case .time: gate.clock.advance(by: 30 * 86_400)
    case .removal:
      try Data(Gate.lines("bcrypt").split(separator: "\n")[1].utf8).write(to: gate.editors)
      try await reload()
    case .otherPassword:
      try Data(Gate.lines("sha512").utf8).write(to: gate.editors)
      try await reload()
    case .operatorSignOut:
      try gate.change("ada") { $0.signOuts += 1 }
      try await reload()
      #expect(await gate.isSignedIn(try gate.cookie(of: await gate.signIn())))
    case .invitation:
      _ = try gate.invite("ada")
      try await reload()
      #expect(await gate.signIn().status == 422)
    case .elsewhere:
      let response = await gate.site.post("/account/sign-out-elsewhere", fields: other)
      #expect(response.status == 303)
    case .changedPassword:
      let response = await gate.site.post(
        "/account/password", ["current": "secret", "new": "correct horse battery"], fields: other)
      #expect(response.fields["location"] == "/account?notice=password-changed")
      // The browser that changed it stays signed in.
      #expect(await gate.isSignedIn(try gate.cookie(of: response)))
    }
    #expect(await gate.isSignedIn(session) == (end == .nothing))
    #expect(await gate.isSignedIn(other) == [.nothing, .elsewhere].contains(end))
    await gate.site.stop()
  }

  @Test func `The latest 50 sessions of a visitor remain`() async throws {
    let gate = try Gate()
    var cookies: [[String: String]] = []
    for _ in 0..<52 {
      gate.clock.advance(by: 1)
      cookies.append(try gate.cookie(of: await gate.signIn()))
    }
    #expect(await !gate.isSignedIn(cookies[1]))
    #expect(await gate.isSignedIn(cookies[2]))
    #expect(await gate.isSignedIn(cookies[51]))
    await gate.site.stop()
  }

  // MARK: The account

  @Test(
    arguments: [
      ("", "correct horse battery", "Enter your current password."),
      ("guess", "correct horse battery", "This is not your current password."),
      ("secret", "nine char", "Enter at least 10 characters."),
      ("secret", "Basketball", "Enter another password: this one is among the first"),
      ("secret", String(repeating: "x", count: 600), "Enter at most"),
    ])
  func `A new password has to be right`(
    current: String, new: String, message: String
  ) async throws {
    let gate = try Gate()
    let cookie = try gate.cookie(of: await gate.signIn())
    let response = await gate.site.post(
      "/account/password", ["current": current, "new": new], fields: cookie)
    #expect(response.status == 422)
    #expect(response.text.contains(message))
    #expect(await gate.signIn().status == 303)
    await gate.site.stop()
  }

  @Test func `A changed password lasts until the operator sets another`() async throws {
    let gate = try Gate()
    let cookie = try gate.cookie(of: await gate.signIn())
    let form: KeyValuePairs = ["current": "secret", "new": "correct horse battery"]
    #expect(await gate.site.post("/account/password", form, fields: cookie).status == 303)
    await gate.site.stop()
    try gate.restart()
    #expect(await gate.signIn().status == 422)
    #expect(await gate.signIn("bob").status == 303)
    #expect(await gate.signIn("ada", "correct horse battery").status == 303)
    let basic = ["Authorization": EditorsTests.basic("ada:correct horse battery")]
    #expect(await gate.isSignedIn(basic))
    // Another hash of the first password.
    try Data(Gate.lines("sha512").utf8).write(to: gate.editors)
    try await gate.site.parts.sessions?.editors.reload()
    #expect(await gate.signIn("ada", "correct horse battery").status == 422)
    #expect(await gate.signIn().status == 303)
    await gate.site.stop()
  }

  @Test func `After a restart no way in takes the first password again`() async throws {
    let gate = try Gate()
    let cookie = try gate.cookie(of: await gate.signIn())
    let form: KeyValuePairs = ["current": "secret", "new": "correct horse battery"]
    #expect(await gate.site.post("/account/password", form, fields: cookie).status == 303)
    await gate.site.stop()
    for (password, status) in [("secret", 401), ("correct horse battery", 303)] {
      try gate.restart()
      // The first request of all.
      let basic = ["Authorization": EditorsTests.basic("ada:\(password)")]
      #expect(await gate.site.post(Self.post, fields: basic).status == status)
      await gate.site.stop()
    }
  }

  @Test func `Nobody signs in while changed passwords cannot be read`() async throws {
    let gate = try Gate()
    let file = gate.folder.url.appending(path: "data/sign-in.sqlite")
    try Data("damaged".utf8).write(to: file)
    let basic = ["Authorization": EditorsTests.basic("ada:secret")]
    #expect(await gate.site.post(Self.post, fields: basic).status == 503)
    #expect(await gate.signIn().status == 503)
    #expect(await !gate.isSignedIn(basic))
    await gate.site.stop()
  }

  // MARK: Invitations

  @Test func `An invitation lets an editor choose a password, once`() async throws {
    let gate = try Gate()
    let token = try gate.invite("eve")
    try await gate.site.parts.sessions?.editors.reload()
    #expect(await gate.signIn("eve", "correct horse battery").status == 422)
    #expect(await gate.signIn("eve", "").status == 422)
    let page = await gate.site.get("/invitation?token=\(token.text)")
    #expect(page.status == 200)
    #expect(page.text.contains("You sign in as <bdi>eve</bdi>"))
    #expect(page.fields["cache-control"] == "no-store")
    #expect(page.fields["referrer-policy"] == "strict-origin")
    for (password, message) in [
      ("short", "Enter at least 10 characters."), ("basketball", "among the first"),
      (String(repeating: "x", count: 600), "Enter at most"),
    ] {
      let response = await gate.accept(token, password)
      #expect(response.status == 422)
      #expect(response.text.contains(message) && response.text.contains(token.text))
      #expect(!response.text.contains("value=\"\(password)"))
      #expect(response.fields["set-cookie"] == nil)
    }
    async let one = gate.accept(token, "correct horse battery")
    async let other = gate.accept(token, "another horse battery")
    let (first, second) = await (one, other)
    #expect([first.status, second.status].sorted() == [303, 410])
    let response = first.status == 303 ? first : second
    let password = first.status == 303 ? "correct horse battery" : "another horse battery"
    #expect(response.fields["location"] == "/account?notice=password-chosen")
    #expect(await gate.isSignedIn(try gate.cookie(of: response)))
    #expect(gate.site.parts.sessions?.editors.acceptedInvitations.count == 1)
    await gate.site.stop()
    try gate.restart()
    #expect(await gate.signIn("eve", password).status == 303)
    #expect(await gate.isSignedIn(try gate.cookie(of: response)))
    #expect(await gate.accept(token, "a third horse battery").status == 410)
    #expect(await gate.site.get("/invitation?token=\(token.text)").status == 410)
    // Another invitation ends the password that was chosen.
    let again = try gate.invite("eve")
    try await gate.site.parts.sessions?.editors.reload()
    #expect(await gate.signIn("eve", password).status == 422)
    #expect(await gate.site.get("/invitation?token=\(again.text)").status == 200)
    await gate.site.stop()
  }

  @Test func `An invitation lasts a day, and guesses are throttled`() async throws {
    let gate = try Gate()
    let token = try gate.invite("ada")
    try await gate.site.parts.sessions?.editors.reload()
    gate.clock.advance(by: 86_399)
    #expect(await gate.site.get("/invitation?token=\(token.text)").status == 200)
    gate.clock.advance(by: 1)
    #expect(await gate.accept(token, "correct horse battery").status == 410)
    for text in ["", "x", String(repeating: "0", count: 32)] {
      #expect(await gate.site.get("/invitation?token=\(text)").status == 410)
    }
    for _ in 0..<2 { _ = await gate.accept(.random(), "correct horse battery") }
    let response = await gate.accept(.random(), "correct horse battery")
    #expect(response.status == 429)
    #expect(response.fields["retry-after"] == "1")
    await gate.site.stop()
  }

  @Test(arguments: ["ada", "bob"])
  func `Signing in again ends the session of the browser`(name: String) async throws {
    let gate = try Gate()
    let (first, elsewhere) = (
      try gate.cookie(of: await gate.signIn()), try gate.cookie(of: await gate.signIn())
    )
    let response = await gate.site.post(
      "/account/sign-in", ["name": " \(name) ", "password": "secret "], fields: first)
    #expect(await gate.isSignedIn(try gate.cookie(of: response)))
    #expect(await !gate.isSignedIn(first))
    #expect(await gate.isSignedIn(elsewhere))
    await gate.site.stop()
  }

  @Test func `The account's page is for those who have signed in on the sign-in page`() async throws
  {
    let gate = try Gate()
    let asked = await gate.site.get("/account")
    #expect((asked.status, asked.fields["location"]) == (303, "/sign-in?page=%2Faccount"))
    let cookie = try gate.cookie(of: await gate.signIn())
    let page = await gate.site.get("/account", fields: cookie)
    #expect(page.status == 200)
    for text in ["ada", "board, librarian", "until 14 Feb 2027", "You are signed in nowhere else."]
    {
      #expect(page.text.contains(text))
    }
    let basic = ["Authorization": EditorsTests.basic("ada:secret")]
    #expect(await gate.site.get("/account", fields: basic).status == 404)
    await gate.site.stop()
  }

  // MARK: Forms of visitors whose session has ended

  @Test func `A form is kept until the visitor has signed in`() async throws {
    let gate = try Gate()
    let browser = ["Accept": "text/html,application/xhtml+xml"]
    let refused = await gate.site.post(
      Self.post, ["note": "a=b&c <i>", "note": "ä"], fields: browser)
    #expect(refused.status == 401)
    #expect(refused.fields["www-authenticate"]?.hasPrefix("Session ") == true)
    #expect(refused.text.contains("name=\"action\" value=\"/signatures/sign\""))
    let content = SiteUnderTest.encoded(["note": "a=b&c <i>", "note": "ä"])
    #expect(
      refused.text.contains(
        "name=\"content\" value=\"\(content.replacing("&", with: "&amp;"))\""))
    for (password, status) in [("guess", 422), ("secret", 200)] {
      let page = await gate.site.post(
        "/account/sign-in",
        ["name": "ada", "password": password, "action": Self.post, "content": content])
      #expect(page.status == status)
      #expect(status == 422 || page.text.contains("action=\"/signatures/sign\""))
      #expect(status == 422 || page.text.contains("value=\"a=b&amp;c &lt;i&gt;\""))
    }
    await gate.site.stop()
  }

  @Test(arguments: ["https://evil.example/", "//evil.example/", "/signatures", "/account/password"])
  func `Only forms of this site are kept`(action: String) async throws {
    let gate = try Gate()
    let page = await gate.site.post(
      "/account/sign-in",
      ["name": "ada", "password": "secret", "action": action, "content": "a=b"])
    #expect(page.status == 303)
    #expect(page.fields["location"] == "/")
    await gate.site.stop()
  }
}

/// Visitors whom a proxy signs in.
@Suite struct ForwardedVisitorsTests {
  @Test(
    arguments: [
      ("anna", "", true, "anna []"), ("anna", "board, staff,", true, "anna [board, staff]"),
      ("anna", "", false, "nobody"), ("", "", true, "nobody"), ("anna, eve", "", true, "nobody"),
      (String(repeating: "a", count: 201), "", true, "nobody"),
    ])
  func `A visitor is named by a trusted proxy`(
    name: String, groups: String, isForwarded: Bool, expected: String
  ) throws {
    let visitors = ForwardedVisitors(
      user: try #require(HTTPField.Name("X-Forwarded-User")),
      groups: HTTPField.Name("X-Forwarded-Groups"), writers: [])
    var head = HTTPRequest(method: .get, scheme: nil, authority: nil, path: "/")
    head.headerFields[visitors.user] = name
    if let field = visitors.groups { head.headerFields[field] = groups }
    let visitor = visitors.visitor(
      of: Request(head: head, client: Client(address: .local, isForwarded: isForwarded)))
    let text = visitor.map { "\($0.name) [\($0.roles.sorted().joined(separator: ", "))]" }
    #expect((text ?? "nobody") == expected)
    #expect(visitor.map { $0.signIn == .proxy } != false)
  }
}
