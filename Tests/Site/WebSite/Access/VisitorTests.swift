import Foundation
import ImmutableData
import ImmutableUI
import Markup
import SiteTesting
import TestSupport
import Testing

@testable import WebSite

/// A guide whose forms ask who has sent them.
struct Signatures: Guide, Root {
  enum Route: GuideRoute {
    enum Event: String, CaseIterable { case sign }
    case page(StartPage)
    case post(Event, from: StartPage)
    static let path = "signatures"

    var destination: Destination<StartPage, Event, Never> {
      switch self {
      case .page(let location): .page(location)
      case .post(let event, let location): .post(event, from: location)
      }
    }
  }

  let store = Store(initialState: [String]()) { (names: [String], name: String) in names + [name] }

  func response(at location: StartPage) -> PageResponse<some HTML> {
    .page("Signatures", of: store) { names in
      p { (names + ["page of \(Visitor.current?.name ?? "nobody")"]).joined(separator: ", ") }
    }
  }

  func response(
    to event: Route.Event, from location: StartPage, form: NamedValues
  ) async throws -> PageResponse<Content> {
    let visitor = Visitor.current
    let roles = visitor?.roles.sorted().joined(separator: "+") ?? ""
    try await store.dispatch(action: "\(visitor?.name ?? "nobody") \(roles)")
    return .seeOther(Route.page(location).href)
  }
}

@Suite struct VisitorTests {
  private static let address = "/signatures/sign"

  @Test(
    arguments: [
      ([], "nobody "), (["ada:secret"], "ada board+librarian"), (["bob:secret"], "bob "),
    ] as [([String], String)])
  func `The handler of a form knows its visitor`(
    credentials: [String], signature: String
  ) async throws {
    let hash = EditorsTests.bcrypt
    let folder = try TemporaryFolder()
    let file = folder.url.appending(path: "editors")
    try Data("ada:\(hash):librarian,board\nbob:\(hash)\n".utf8).write(to: file)
    let hasEditors = !credentials.isEmpty
    let site = try SiteUnderTest(
      Site("Guestbook", guides: [Signatures()]),
      settings: hasEditors ? ["editors": file.path] : ["writers": "everybody"])
    try await site.start()
    let fields = Dictionary(
      uniqueKeysWithValues: credentials.map { ("Authorization", EditorsTests.basic($0)) })
    for _ in 0..<2 {
      #expect(await site.post(Self.address, fields: fields).status == 303)
    }
    let page = await site.get("/signatures", fields: fields)
    let name = signature.prefix { $0 != " " }
    #expect(page.text.contains("<p>\(signature), \(signature), page of \(name)</p>"))
    await site.stop()
  }
}
