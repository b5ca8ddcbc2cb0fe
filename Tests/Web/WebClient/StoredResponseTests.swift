import Foundation
import Testing
import WebClient

/// Folders of responses, which stand for services.
@Suite struct StoredResponseTests {
  private let folder = FileManager.default.temporaryDirectory
    .appending(path: "responses-\(UUID().uuidString)", directoryHint: .isDirectory)

  init() throws {
    let files = FileManager.default
    try files.createDirectory(
      at: folder.appending(path: "breeds/list"), withIntermediateDirectories: true)
    try Data("[1]".utf8).write(to: folder.appending(path: "photos.json"))
    try Data("{}".utf8).write(to: folder.appending(path: "breeds/list/all"))
    try Data("feed".utf8).write(to: folder.appending(path: "all_day.geojson"))
  }

  @Test(arguments: [
    ("photos?_limit=5", "[1]"), ("breeds/list/all", "{}"), ("all_day.geojson", "feed"),
  ])
  func `A file is found by the path of its request`(request: String, content: String) async throws {
    let client = WebClient(userAgent: "Fieldguide-Tests/1", service: folder)
    let url = try #require(URL(string: request, relativeTo: folder))
    #expect(try await client.get(url.absoluteURL) == .content(Array(content.utf8), Validators()))
  }

  @Test func `A missing file is an error whose message has no path`() async throws {
    let client = WebClient(userAgent: "Fieldguide-Tests/1", service: folder)
    let url = folder.appending(path: "all_week.geojson")
    let error = await #expect(throws: WebClientError.self) { try await client.get(url) }
    #expect(error == .missingFile(url.path))
    #expect(
      error?.localizedDescription
        == "The folder of the service has no file for this. Check the settings.")
  }

  @Test func `Folders and large files are not read`() async throws {
    var limits = WebClient.Limits()
    limits.bodyBytes = 2
    let client = WebClient(userAgent: "Fieldguide-Tests/1", service: folder, limits: limits)
    let breeds = folder.appending(path: "breeds")
    await #expect(throws: WebClientError.missingFile(breeds.path)) { try await client.get(breeds) }
    await #expect(throws: WebClientError.tooLarge(limit: 2)) {
      try await client.get(folder.appending(path: "all_day.geojson"))
    }
  }

  @Test(arguments: ["/etc/passwd", "../x", "breeds/../../x"])
  func `Files outside the folder are not read`(path: String) async throws {
    let client = WebClient(userAgent: "Fieldguide-Tests/1", service: folder)
    let url = path.hasPrefix("/") ? URL(filePath: path) : folder.appending(path: path)
    await #expect(throws: WebClientError.badAddress) { try await client.get(url) }
  }
}
