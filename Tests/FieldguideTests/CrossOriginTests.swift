import HTTPTypes
import TestSupport
import Testing

@testable import FieldguideSite

/// The decision table of cross-origin posts, row by row.
@Suite struct CrossOriginTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let method: HTTPRequest.Method
    let site: String?
    let origin: String?
    let isAllowed: Bool

    var testDescription: String {
      "\(method) Sec-Fetch-Site: \(site ?? "absent"), Origin: \(origin ?? "absent")"
    }
  }

  @Test(arguments: [
    Row(method: .get, site: "cross-site", origin: "https://evil.example", isAllowed: true),
    Row(method: .head, site: "cross-site", origin: "https://evil.example", isAllowed: true),
    Row(method: .post, site: "same-origin", origin: nil, isAllowed: true),
    Row(method: .post, site: "same-origin", origin: "https://evil.example", isAllowed: true),
    Row(method: .post, site: "none", origin: nil, isAllowed: true),
    Row(method: .post, site: "same-site", origin: "http://here.example:8080", isAllowed: false),
    Row(method: .post, site: "cross-site", origin: "http://here.example:8080", isAllowed: false),
    Row(method: .post, site: "", origin: nil, isAllowed: false),
    Row(method: .post, site: "Same-Origin", origin: nil, isAllowed: false),
    Row(method: .post, site: nil, origin: "http://here.example:8080", isAllowed: true),
    Row(method: .post, site: nil, origin: "https://here.example:8080", isAllowed: true),
    Row(method: .post, site: nil, origin: "http://here.example", isAllowed: false),
    Row(method: .post, site: nil, origin: "http://here.example:8081", isAllowed: false),
    Row(method: .post, site: nil, origin: "http://evil.example:8080", isAllowed: false),
    Row(method: .post, site: nil, origin: "null", isAllowed: false),
    Row(method: .post, site: nil, origin: "here.example:8080", isAllowed: false),
    Row(method: .post, site: nil, origin: "", isAllowed: false),
    Row(method: .post, site: nil, origin: nil, isAllowed: true),
  ])
  func row(_ row: Row) throws {
    var request = HTTPRequest(
      method: row.method, scheme: "http", authority: "here.example:8080", path: "/")
    let site = try #require(HTTPField.Name("Sec-Fetch-Site"))
    request.headerFields[site] = row.site
    request.headerFields[.origin] = row.origin
    #expect(CrossOrigin.isAllowed(request) == row.isAllowed)
  }

  @Test func `a refused post changes nothing`() async throws {
    try await withSite(TestSite()) { site in
      let response = try await site.post(
        "/animals/animalDetail/onTapDeleteSelectedAnimalButton", ["animalId": "Dog"],
        fields: ["Sec-Fetch-Site: cross-site"])
      #expect(response.status == 403)
      #expect(try await site.get("/animals?animal=Dog").status == 200)
    }
  }
}
