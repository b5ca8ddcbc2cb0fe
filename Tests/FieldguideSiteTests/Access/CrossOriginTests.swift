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
    /// Where people find the site; where it is asked for if absent.
    var publicOrigins: [String] = []

    var testDescription: String {
      "\(method) Sec-Fetch-Site: \(site ?? "absent"), Origin: \(origin ?? "absent")"
        + (publicOrigins.isEmpty ? "" : " at \(publicOrigins)")
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
    // What is configured counts, not the name that was asked for.
    Row(
      method: .post, site: nil, origin: "https://here.example", isAllowed: true,
      publicOrigins: ["https://here.example"]),
    Row(
      method: .post, site: nil, origin: "http://here.example", isAllowed: false,
      publicOrigins: ["https://here.example"]),
    Row(
      method: .post, site: nil, origin: "http://here.example:8080", isAllowed: false,
      publicOrigins: ["https://here.example"]),
    Row(
      method: .post, site: nil, origin: "https://second.example:8443", isAllowed: true,
      publicOrigins: ["https://here.example", "https://second.example:8443"]),
    Row(
      method: .post, site: "cross-site", origin: "https://here.example", isAllowed: false,
      publicOrigins: ["https://here.example"]),
  ])
  func `A post from another site is refused`(_ row: Row) throws {
    var request = HTTPRequest(
      method: row.method, scheme: "http", authority: "here.example:8080", path: "/")
    let site = try #require(HTTPField.Name("Sec-Fetch-Site"))
    request.headerFields[site] = row.site
    request.headerFields[.origin] = row.origin
    let origins = Origins(publicOrigins: row.publicOrigins.compactMap(Origins.Origin.init))
    #expect((CrossOrigin.refusal(of: request, at: origins) == nil) == row.isAllowed)
  }

  @Test func `A refused post changes nothing`() async throws {
    try await withSite(TestSite()) { site in
      let response = try await site.post(
        "/animals/animalDetail/onTapDeleteSelectedAnimalButton", site.deletion(of: "Dog"),
        fields: ["Sec-Fetch-Site: cross-site"])
      #expect(response.status == 403)
      #expect(try await site.get("/animals?animal=Dog").status == 200)
    }
  }
}
