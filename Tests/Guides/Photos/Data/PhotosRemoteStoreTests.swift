import Foundation
import TestSupport
import Testing
import WebClient

@testable import PhotosData

@Suite struct PhotosRemoteStoreTests {
  private let log = RecordedLog()

  private func store(on server: ScriptedServer, limit: Int = 5) throws -> PhotosRemoteStore {
    PhotosRemoteStore(
      baseURL: try #require(URL(string: "http://127.0.0.1:\(server.port)/api")), limit: limit,
      client: WebClient(userAgent: "test", limits: PhotosRemoteStore.clientLimits),
      now: { noon }, logger: log.logger)
  }

  private func server(_ status: String = "200 OK", body: String) throws -> ScriptedServer {
    try ScriptedServer(
      response: "HTTP/1.1 \(status)\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)")
  }

  private static func row(_ id: Int) -> String {
    #"{"albumId":1,"id":\#(id),"title":"t","url":"/u","thumbnailUrl":"/t"}"#
  }

  @Test(arguments: [
    (5, "/api/photos?_limit=5"), (5_000, "/api/photos?_limit=5000"),
    (0, "/api/photos?_limit=1"), (1_000_000, "/api/photos?_limit=10000"),
  ])
  func `A fetch requests the given number of photos`(limit: Int, target: String) async throws {
    let server = try server(body: "[]")
    defer { server.stop() }
    let photos = try await store(on: server, limit: limit).fetchPhotos()
    #expect(photos == FetchedPhotos(photos: [], fetched: noon))
    #expect(server.requests.first?.hasPrefix("GET \(target) HTTP/1.1\r\n") == true)
  }

  @Test func `The default service is JSONPlaceholder`() {
    let store = PhotosRemoteStore(client: WebClient(userAgent: "test"), logger: log.logger)
    #expect(store.source == "https://jsonplaceholder.typicode.com/photos?_limit=5")
  }

  @Test func `Invalid rows are counted and logged`() async throws {
    let server = try server(body: "[{},\(Self.row(1)),null]")
    defer { server.stop() }
    let photos = try await store(on: server).fetchPhotos()
    #expect(photos.photos.map(\.id) == [1])
    #expect(photos.skipped == 2)
    #expect(
      log.lines == [
        "notice A photo could not be read index=0 reason=id: missing",
        "notice A photo could not be read index=2 reason=row: null",
      ])
  }

  @Test func `The number of logged rows is limited`() async throws {
    let rows = [String](repeating: "{}", count: 90).joined(separator: ",")
    let server = try server(body: "[\(Self.row(1)),\(rows)]")
    defer { server.stop() }
    #expect(try await store(on: server, limit: 100).fetchPhotos().skipped == 90)
    #expect(log.lines.count == 21)
    #expect(log.lines.last == "notice More photos could not be read count=70")
  }

  @Test(arguments: [
    ("404 Not Found", PhotosRemoteStoreError.fetching(.status(404))),
    ("500 No", .fetching(.status(500))), ("204 No Content", .fetching(.status(204))),
  ])
  func `Any other status is an error that contains it`(
    status: String, expected: PhotosRemoteStoreError
  ) async throws {
    let server = try server(status, body: "")
    defer { server.stop() }
    let store = try store(on: server)
    let error = await #expect(throws: PhotosRemoteStoreError.self) { try await store.fetchPhotos() }
    #expect(error == expected)
    #expect(error?.localizedDescription.contains(status.prefix(3)) == true)
  }

  @Test func `An endless body is cut off`() async throws {
    let server = try ScriptedServer { _ in
      [
        .send(Array("HTTP/1.1 200 OK\r\n\r\n[".utf8)),
        .sendForever(Array(String(repeating: "{},", count: 10_000).utf8)),
      ]
    }
    defer { server.stop() }
    let store = try store(on: server)
    await #expect(throws: PhotosRemoteStoreError.fetching(.tooLarge(limit: 8 * 1024 * 1024))) {
      try await store.fetchPhotos()
    }
  }

  @Test(arguments: [
    (PhotosRemoteStoreError.malformed, "The photo service sent a list that cannot be read."),
    (.noList, "The photo service did not send a list of photos."),
    (.noneReadable(rows: 3), "None of the photos from the photo service can be read."),
    (.fetching(.timedOut), "The service took too long. Try again in a few minutes."),
  ])
  func `Each error has a message`(error: PhotosRemoteStoreError, message: String) {
    #expect(error.localizedDescription == message)
  }
}
