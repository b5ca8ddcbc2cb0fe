import ImmutableUI
import Markup
import Testing

@testable import Records

@Suite struct RecordsRouteTests {
  private static let hostile = #"a/b?c&d=é "<script>" %00 +"#

  @Test(
    arguments: [
      (.page(.init()), "/plants"),
      (
        .page(PlantsLocation().with { $0.choices = ["light": "halfShade", "soil": "clay"] }),
        "/plants?light=halfShade&soil=clay"
      ),
      (
        .page(
          PlantsLocation().with {
            $0.search = "fern"
            $0.record = "F"
            $0.dialog = .edit
            $0.page = 2
          }), "/plants?search=fern&record=F&dialog=edit&page=2"
      ),
      (.page(PlantsLocation().with { $0.notice = .deleted }), "/plants?notice=deleted"),
      (
        .post(.update, from: PlantsLocation().with { $0.record = "F" }),
        "/plants/editor/update?record=F"
      ),
      (
        .page(
          PlantsLocation().with {
            $0.search = hostile
            $0.record = hostile
          }), nil
      ),
    ] as [(PlantsRoute, String?)])
  func `A printed route parses to the same route`(
    _ route: PlantsRoute, _ address: String?
  ) throws {
    if let address { #expect(route.href.text == address) }
    #expect(try PlantsRoute(parsing: Target(parsing: route.href.text)) == route)
  }

  @Test(
    arguments: [
      ("/", false), ("/animals", false), ("/plants/", false), ("/plants/editor", false),
      ("/plants/editor/add/more", false), ("/plants?search=&light=&page=1", true),
    ])
  func `Other URLs are not routes of this guide`(_ address: String, _ isOfGuide: Bool) throws {
    #expect(try (PlantsRoute(parsing: Target(parsing: address)) == .page(.init())) == isOfGuide)
  }

  @Test(
    arguments: [
      ("light=Dark", "“light” is “Dark”. Use one of: Sun, halfShade, Shade."),
      ("page=0", "“page” is “0”. Enter a number from 1 to 1000000."),
      ("dialog=open", "“dialog” is “open”. Use one of: add, edit, delete, history, import."),
      ("dialog=delete", "This dialog is about one plant, but “record” is missing."),
      ("search=a&search=b", "“search” is given more than once."),
      ("search=%E9", "“search” is not encoded as UTF-8."),
    ])
  func `A malformed query is rejected`(_ query: String, _ reason: String) {
    #expect(throws: MalformedRequest(reason)) {
      try PlantsRoute(parsing: Target(parsing: "/plants?\(query)"))
    }
  }
}
