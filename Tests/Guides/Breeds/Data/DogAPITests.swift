import BreedsData
import Foundation
import TestSupport
import Testing
import WebClient

/// The client, with a server whose responses a test chooses.
@Suite struct DogAPITests {
  private func withAPI(
    _ body: String, status: Int = 200,
    _ test: (DogAPI, ScriptedServer) async throws -> Void
  ) async throws {
    let response =
      "HTTP/1.1 \(status) X\r\nContent-Length: \(body.utf8.count)\r\nConnection: close\r\n\r\n\(body)"
    let server = try ScriptedServer(response: response)
    defer { server.stop() }
    let base = try #require(URL(string: "http://127.0.0.1:\(server.port)/api"))
    try await test(DogAPI(baseURL: base, client: WebClient(userAgent: "test")), server)
  }

  @Test func `Breeds are sorted by name`() async throws {
    let body = #"{"message":{"pug":[],"hound":["plott","afghan"]},"status":"success"}"#
    try await withAPI(body) { api, server in
      let dogs = try await api.dogs()
      #expect(
        dogs == [
          Dog(breed: "hound", subBreeds: ["plott", "afghan"]), Dog(breed: "pug", subBreeds: []),
        ])
      #expect(server.requests.first?.hasPrefix("GET /api/breeds/list/all HTTP/1.1\r\n") == true)
    }
  }

  @Test(arguments: [
    (BreedKey(breed: "hound"), "/api/breed/hound/images/random"),
    (BreedKey(breed: "hound", subBreed: "afghan"), "/api/breed/hound/afghan/images/random"),
  ])
  func `A picture of a breed is fetched`(key: BreedKey, path: String) async throws {
    let body = #"{"status":"success","message":"https://images.dog.ceo/breeds/a.jpg"}"#
    try await withAPI(body) { api, server in
      let url = try await api.picture(of: key)
      #expect(url.absoluteString == "https://images.dog.ceo/breeds/a.jpg")
      #expect(server.requests.first?.hasPrefix("GET \(path) HTTP/1.1\r\n") == true)
    }
  }

  @Test(arguments: [
    "../..", "a/b", "a?b", "a#b", "Hound", "", "st bernard", "日本",
    String(repeating: "a", count: 65),
  ])
  func `An invalid name of a breed is not sent to the service`(breed: String) async throws {
    try await withAPI("{}") { api, server in
      await #expect(throws: DogAPIError.unknownBreed) {
        try await api.picture(of: BreedKey(breed: breed))
      }
      await #expect(throws: DogAPIError.unknownBreed) {
        try await api.picture(of: BreedKey(breed: "hound", subBreed: breed))
      }
      #expect(server.requests.isEmpty)
    }
  }

  @Test(arguments: [
    "javascript:alert(1)", "http://images.dog.ceo/a.jpg", "https://evil.example/a.jpg",
    "https://images.dog.ceo.evil.example/a.jpg", "https://user@images.dog.ceo/a.jpg",
    "//images.dog.ceo/a.jpg", "data:image/png;base64,AA", "Breed not found", "",
    "https://images.dog.ceo:444/a.jpg",
  ])
  func `Only pictures of trusted origins are accepted`(address: String) async throws {
    let body = #"{"status":"success","message":"\#(address)"}"#
    try await withAPI(body) { api, _ in
      await #expect(throws: DogAPIError.refusedPicture) {
        try await api.picture(of: BreedKey(breed: "hound"))
      }
    }
  }

  @Test(arguments: [
    "", "{}", "[]", "null", "not json", #"{"status":"success"}"#,
    #"{"status":"error","message":"Breed not found.","code":500}"#,
    #"{"status":"success","message":[]}"#, #"{"status":"success","message":{}}"#,
    #"{"status":"success","message":{"a b":[]}}"#,
    #"{"status":"success","message":{"a":["../x"]}}"#,
    #"{"message":{"hound":[]}}"#,
  ])
  func `A malformed list is an error`(body: String) async throws {
    try await withAPI(body) { api, _ in
      await #expect(throws: DogAPIError.unexpected) { try await api.dogs() }
    }
  }

  @Test(arguments: [500, 502, 503])
  func `An error status is an error with any body`(status: Int) async throws {
    try await withAPI(
      #"{"message":{"hound":[]},"status":"success"}"#, status: status
    ) { api, _ in
      await #expect(throws: WebClientError.status(status)) { try await api.dogs() }
    }
  }

  @Test(
    .enabled(if: Fixtures.folder != nil, "needs FIELDGUIDE_FIXTURES"),
    arguments: [
      "error_404_main_breed", "error_404_no_info", "error_404_no_sub_breeds",
      "error_404_sub_breed", "error_500_upstream_502",
    ])
  func `Every recorded error is an error`(name: String) async throws {
    let body = String(decoding: try #require(Fixtures.data("dogs/\(name).json")), as: UTF8.self)
    for status in [200, 404] {
      try await withAPI(body, status: status) { api, _ in
        let expected: DogAPIError = status == 404 ? .unknownBreed : .unexpected
        await #expect(throws: expected) {
          try await api.picture(of: BreedKey(breed: "hound"))
        }
      }
    }
  }

  @Test(
    .enabled(if: Fixtures.folder != nil, "needs FIELDGUIDE_FIXTURES"),
    arguments: [
      ("2022-11", 98), ("2023-10", 99), ("2025-04", 107), ("2025-late", 108),
    ])
  func `Every recorded list is decoded`(date: String, count: Int) async throws {
    let data = try #require(Fixtures.data("dogs/breeds_list_all.\(date).json"))
    try await withAPI(String(decoding: data, as: UTF8.self)) { api, _ in
      let dogs = try await api.dogs()
      #expect(dogs.count == count)
    }
  }
}
