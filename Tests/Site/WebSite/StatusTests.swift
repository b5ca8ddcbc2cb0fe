import HTTPTypes
import SiteTesting
import TestSupport
import Testing
import WebServer

@testable import WebSite

/// The statuses of every route, over a real socket.
@Suite struct StatusTests {
  @Test(arguments: [
    ("GET", "/", 200),
    ("HEAD", "/", 200),
    ("GET", "/animals", 200),
    ("HEAD", "/animals", 200),
    ("GET", "/animals?category=Mammal", 200),
    ("GET", "/animals?category=Mammal&animal=Dog", 200),
    ("GET", "/animals?animal=Dog", 200),
    ("GET", "/animals?category=Mammal&animal=Dog&dialog=edit", 200),
    ("GET", "/animals?category=Mammal&dialog=add", 200),
    ("GET", "/animals?dialog=add", 200),
    ("GET", "/animals?category=Mammal&animal=Dog&dialog=delete", 200),
    ("GET", "/animals?dialog=reload", 200),
    ("GET", "/animals?category=Mammal&animal=Dog&notice=added", 200),
    ("GET", "/animals?utm_source=elsewhere", 200),
    ("GET", "/animals?fbclid=%E9&%FF", 200),
    ("GET", "/animals?category=", 200),
    ("GET", "/healthz", 200),
    ("GET", "/animals?category=Dragon", 404),
    ("GET", "/animals?animal=Dodo", 404),
    ("GET", "/animals?category=Mammal&animal=Dodo&dialog=edit", 404),
    ("GET", "/animals/", 308),
    ("HEAD", "/animals/?category=Mammal", 308),
    ("GET", "/animals//", 404),
    ("GET", "/animals/animalEditor", 404),
    ("GET", "/nothing", 404),
    ("GET", "//animals", 404),
    ("GET", "/static/", 404),
    ("GET", "/static/site.css", 404),
    ("GET", "/static/fieldguide.0000000000000000.css", 404),
    ("GET", "/static/..%2FPackage.swift", 400),
    ("GET", "/static/../Package.swift", 400),
    ("GET", "/animals?dialog=fly", 400),
    ("GET", "/animals?notice=%3Cb%3Ehacked", 400),
    ("GET", "/animals?dialog=edit", 400),
    ("GET", "/animals?dialog=delete", 400),
    ("GET", "/animals?dialog=add&dialog=reload", 400),
    ("GET", "/animals?category=Mammal&category=Bird", 400),
    ("GET", "/animals?category=%FF", 400),
    ("GET", "/animals?category=%00", 400),
    ("GET", "/animals?category=%4", 400),
    ("GET", "/animals%2Fanimals", 400),
    ("GET", "/animals/animalEditor/onTapAddAnimalButton", 405),
    ("POST", "/animals", 405),
    ("POST", "/", 405),
    ("DELETE", "/animals", 405),
    ("TRACE", "/", 405),
    ("BREW", "/", 501),
  ])
  func `Every route has a status`(method: String, target: String, status: Int) async throws {
    try await withSite { site in
      let response = try await site.send(method, target)
      #expect(response.status == status)
      #expect(response["x-content-type-options"] == "nosniff")
      #expect(response["content-security-policy"]?.hasPrefix("default-src 'none'") == true)
      #expect(response["server"] == nil)
      if status == 405 {
        #expect(response["allow"] == (target.hasSuffix("Button") ? "POST" : "GET, HEAD"))
      }
    }
  }

  @Test func `A 400 page names each malformed query item`() async throws {
    try await withSite { site in
      let response = try await site.get("/animals?dialog=fly&notice=won&category=a&category=b")
      #expect(
        response.text.contains(
          "“dialog” is “fly”. Use one of: add, edit, delete, history, import, reload."))
      #expect(response.text.contains("“notice” is “won”."))
      #expect(response.text.contains("“category” is given more than once."))
    }
  }

  @Test(arguments: [
    ("/animals/", "/animals"),
    ("/animals/?category=Mammal&fbclid=%E9", "/animals?category=Mammal"),
    ("/quakes/?date=any", "/quakes?date=any"),
    ("/quakes/event/us1/", "/quakes/event/us1"),
  ])
  func `An address with a slash at its end leads to the page`(
    target: String, location: String
  ) async throws {
    try await withSite { site in
      let response = try await site.get(target)
      #expect(response.status == 308)
      #expect(response["location"] == location)
      #expect(try await site.get("/live?page=\(target)&version=").status == 404)
    }
  }

  @Test(arguments: [
    ("/animals?category=Mammal&animal=Dog&sheet=edit&utm_source=a%26b", "dialog=edit"),
    ("/animals?category=Mammal&alert=reload&fbclid=1", "dialog=reload"),
    ("/photos?q=a%20b&page=2&sheet=banner", "dialog=banner"),
    ("/quakes?min=5&alert=deleteAll&units=mi", "dialog=deleteAll"),
  ])
  func `An address with a former name of a query item leads to the page`(
    target: String, item: String
  ) async throws {
    try await withSite { site in
      let response = try await site.get(target)
      #expect(response.status == 308)
      #expect(response["location"] == target.replacing(/(sheet|alert)=\w+/, with: item))
    }
  }

  @Test(arguments: ["/photos?q=", "/breeds?q="])
  func `A search that is too long is shown in its field`(target: String) async throws {
    try await withSite { site in
      let typed = String(repeating: "鳥", count: 67)
      let response = try await site.get(target + String(repeating: "%E9%B3%A5", count: 67))
      #expect(response.status == 400)
      #expect(response.text.contains("<title>Error: "))
      #expect(response.text.contains(#"value="\#(typed)""#))
      #expect(response.text.contains("is too long. Use at most 200 characters."))
      #expect(response.text.contains(#"aria-describedby="q-error""#))
    }
  }

  @Test func `A malformed form is not a mistyped address`() async throws {
    try await withSite { site in
      let response = try await site.post(
        "/animals/animalEditor/onTapAddAnimalButton", ["name": "Eagle"])
      #expect(response.status == 400)
      #expect(response.text.contains("<h1>This form could not be read</h1>"))
      #expect(response.text.contains("The form must contain the field “id” exactly once."))
    }
  }

  @Test func `A 404 page links back`() async throws {
    try await withSite { site in
      let response = try await site.get("/animals?category=Mammal&animal=Dodo%3Cb%3E")
      #expect(response.text.contains("<h1>This animal does not exist</h1>"))
      #expect(!response.text.contains("Dodo"), "ids mean nothing to a visitor")
      #expect(response.text.contains(#"href="/animals?category=Mammal""#))
      #expect(response.text.contains(#"href="/""#))
    }
  }

  @Test(
    arguments: [
      ("text/plain", 415), ("application/json", 415), ("multipart/form-data; boundary=x", 415),
      ("text/plain; boundary=application/x-www-form-urlencoded", 415),
      ("application/x-www-form-urlencodedx", 415), ("", 415), (nil, 415),
      ("application/x-www-form-urlencoded; charset=utf-8", 303),
      ("application/x-www-form-urlencoded;Charset=\"UTF-8\"", 303),
      ("application/x-www-form-urlencoded; charset=utf-16", 415),
      ("application/x-www-form-urlencoded; a=b; charset=iso-8859-1", 415),
      ("Application/X-WWW-Form-Urlencoded", 303),
    ] as [(String?, Int)])
  func `Only a form's content type is accepted`(contentType: String?, status: Int) async throws {
    try await withSite { site in
      let response = try await site.send(
        "POST", "/animals/animalEditor/onTapAddAnimalButton",
        fields: contentType.map { ["Content-Type: \($0)"] } ?? [],
        body: "id=a&name=x&diet=Omnivore&categoryId=Fish")
      #expect(response.status == status)
      #expect(try await site.get("/animals?animal=a").status == (status == 303 ? 200 : 404))
    }
  }

  @Test(arguments: [
    ("name=Eagle", 400), ("id=a&id=b&name=Eagle", 400), ("id=a&name=%00", 400),
    ("id=a&name=%F0%28", 400), ("id=..%2Fa&name=Eagle", 400), ("", 400),
    (String(repeating: "a=b&", count: 201), 413),
    ("id=a&name=" + String(repeating: "x", count: 70_000), 413),
  ])
  func `Malformed forms are rejected`(body: String, status: Int) async throws {
    try await withSite { site in
      let response = try await site.send(
        "POST", "/animals/animalEditor/onTapAddAnimalButton",
        fields: ["Content-Type: application/x-www-form-urlencoded"], body: body)
      #expect(response.status == status)
      #expect(response["content-security-policy"] != nil)
    }
  }

  @Test func `An unexpected error is only logged`() async throws {
    struct Unexpected: Error {
      let secret = "the secret of the disk"
    }
    let log = RecordedLog()
    try await withSite { site in
      let errors = ErrorHandler(
        renderer: site.responder.handlers.errors.renderer, logger: log.logger)
      let request = Request(head: HTTPRequest(method: .get, scheme: nil, authority: nil, path: "/"))
      let context = RequestContext(
        request: request,
        requestLogger: RequestLogger(request: request, log: nil, metrics: site.responder.metrics),
        viewer: Viewer(.everybody))
      let response = await errors.response(of: context) { throw Unexpected() }
      #expect(response.head.status == .internalServerError)
      #expect(response.head.headerFields[.cacheControl] == "no-store")
      #expect(response.head.headerFields[.contentType] == "text/html; charset=utf-8")
      let page = await SiteResponse(response).text
      #expect(!page.contains("the secret of the disk"))
      #expect(log.lines.contains { $0.contains("the secret of the disk") })
      // Under which the log has it: see the tests of the log.
      #expect(page.contains("Request \(context.id)"))
    }
  }

  @Test func `An overlong address is rejected`() async throws {
    try await withSite { site in
      let response = try await site.get("/animals?category=" + String(repeating: "a", count: 9000))
      #expect(response.status == 414)
    }
  }
}
