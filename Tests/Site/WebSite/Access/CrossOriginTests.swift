import HTTPTypes
import TestSupport
import Testing

@testable import WebSite

/// The complete decision table of cross-origin posts. Tests of the running
/// program repeat single rows of it.
@Suite struct CrossOriginTests {
  struct Row: Sendable, CustomTestStringConvertible {
    /// The values of all `Sec-Fetch-Site` fields.
    var site: [String] = []
    /// The values of all `Origin` fields.
    var origin: [String] = []
    let isAllowed: Bool
    /// The host that the request was sent to.
    var host = "here.example:8080"
    /// The configured origins of the site; its `Host` counts if there are none.
    var publicOrigins: [String] = []

    var testDescription: String {
      "Sec-Fetch-Site: \(site), Origin: \(origin) at \(host) \(publicOrigins)"
    }
  }

  private static let evil = "https://evil.example"
  private static let here = "https://here.example"

  @Test(arguments: [
    // `Sec-Fetch-Site` takes precedence.
    Row(site: ["same-origin"], isAllowed: true),
    Row(site: ["same-origin"], origin: [evil], isAllowed: true),
    Row(site: ["none"], isAllowed: true),
    Row(site: ["none"], origin: [evil], isAllowed: true),
    Row(site: ["same-site"], isAllowed: false),
    Row(site: ["same-site"], origin: ["http://here.example:8080"], isAllowed: false),
    Row(site: ["cross-site"], isAllowed: false),
    Row(site: ["cross-site"], origin: ["http://here.example:8080"], isAllowed: false),
    Row(site: [""], isAllowed: false),
    Row(site: ["Same-Origin"], isAllowed: false),
    Row(site: ["same-origin, cross-site"], isAllowed: false),
    Row(site: ["same-origin same-origin"], isAllowed: false),
    Row(site: ["nonsense"], origin: ["http://here.example:8080"], isAllowed: false),
    Row(site: ["same-origin", "cross-site"], isAllowed: false),
    // Otherwise `Origin` must match the host, with either scheme.
    Row(origin: ["http://here.example:8080"], isAllowed: true),
    Row(origin: ["https://here.example:8080"], isAllowed: true),
    Row(origin: ["http://here.example"], isAllowed: false),
    Row(origin: ["http://here.example:8081"], isAllowed: false),
    Row(origin: ["http://evil.example:8080"], isAllowed: false),
    Row(origin: [evil], isAllowed: false),
    Row(origin: ["null"], isAllowed: false),
    Row(origin: [""], isAllowed: false),
    Row(origin: ["here.example:8080"], isAllowed: false),
    Row(origin: ["//here.example:8080"], isAllowed: false),
    Row(origin: ["ftp://here.example:8080"], isAllowed: false),
    Row(origin: ["http://here.example:8080/"], isAllowed: false),
    Row(origin: ["http://here.example:8080.evil.example"], isAllowed: false),
    Row(origin: ["http://evil.example#here.example:8080"], isAllowed: false),
    Row(origin: ["http://user@here.example:8080"], isAllowed: false),
    Row(origin: ["http://here.example:8080 \(evil)"], isAllowed: false),
    Row(origin: ["http://here.example:8080", evil], isAllowed: false),
    Row(origin: ["http://127.0.0.1:8080"], isAllowed: true, host: "127.0.0.1:8080"),
    Row(origin: ["http://127.0.0.1"], isAllowed: false, host: "127.0.0.1:8080"),
    Row(origin: ["http://127.0.0.2:8080"], isAllowed: false, host: "127.0.0.1:8080"),
    Row(origin: ["http://localhost:8080"], isAllowed: false, host: "127.0.0.1:8080"),
    // A client without both fields is not a browser.
    Row(isAllowed: true),
    // Configured origins take precedence over the host.
    Row(origin: [here], isAllowed: true, publicOrigins: [here]),
    Row(origin: ["http://here.example"], isAllowed: false, publicOrigins: [here]),
    Row(origin: ["http://here.example:8080"], isAllowed: false, publicOrigins: [here]),
    Row(
      origin: ["https://second.example:8443"], isAllowed: true,
      publicOrigins: [here, "https://second.example:8443"]),
    Row(site: ["cross-site"], origin: [here], isAllowed: false, publicOrigins: [here]),
  ])
  func `A post from another site is rejected`(_ row: Row) throws {
    var request = HTTPRequest(method: .post, scheme: "http", authority: row.host, path: "/")
    let site = try #require(HTTPField.Name("Sec-Fetch-Site"))
    for value in row.site { request.headerFields.append(HTTPField(name: site, value: value)) }
    for value in row.origin { request.headerFields.append(HTTPField(name: .origin, value: value)) }
    let origins = Origins(publicOrigins: row.publicOrigins.compactMap(Origins.Origin.init))
    #expect((CrossOrigin.refusal(of: request, at: origins) == nil) == row.isAllowed)
  }

  @Test(arguments: [
    ("GET", ["Sec-Fetch-Site: cross-site", "Origin: https://evil.example"]),
    ("GET", ["Origin: null"]),
    ("HEAD", ["Sec-Fetch-Site: cross-site", "Origin: https://evil.example"]),
  ])
  func `A page can be opened from another site`(method: String, fields: [String]) async throws {
    try await withSite { site in
      let response = try await site.send(method, "/animals", fields: fields)
      #expect(response.status == 200)
    }
  }

  @Test(arguments: [
    ["Sec-Fetch-Site: cross-site"],
    // Two fields of the same name form one malformed value.
    ["Sec-Fetch-Site: same-origin", "Sec-Fetch-Site: cross-site"],
    ["Origin: http://{here}", "Origin: https://evil.example"],
    // No proxy is trusted.
    ["Origin: https://evil.example", "X-Forwarded-Host: evil.example"],
    ["Origin: https://evil.example", "Forwarded: host=evil.example;proto=https"],
  ])
  func `A rejected post changes nothing`(fields: [String]) async throws {
    try await withSite { site in
      let fields = fields.map { $0.replacing("{here}", with: "127.0.0.1:\(site.port)") }
      let refusal = try await site.delete("Dog", fields: fields)
      #expect(refusal.status == 403)
      #expect(try await site.get("/animals?animal=Dog").status == 200)
    }
  }
}
