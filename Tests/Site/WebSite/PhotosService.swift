import Foundation

extension FakeService {
  /// A photos service with the first photos, up to a number.
  convenience init(photos count: Int) throws {
    try self.init()
    serve(photos: count)
  }

  func serve(photos count: Int) {
    serve(body: "[\((0..<count).map { Self.photo($0 + 1) }.joined(separator: ","))]")
  }

  static func photo(_ id: Int, title: String? = nil) -> String {
    """
    {"albumId":1,"id":\(id),"title":"\(title ?? "Hello-\(id)")",\
    "url":"https://via.placeholder.com/600/\(id)","thumbnailUrl":"https://x.example/150/\(id)"}
    """
  }
}

/// Runs a test on a site with a photos service, and stops both afterwards.
func withPhotos(
  _ count: Int = 5, timeout: Duration = .seconds(20), clock: TestClock = TestClock(),
  _ body: (ListeningSite, FakeService) async throws -> Void
) async throws {
  let service = try FakeService(photos: count)
  defer { service.stop() }
  let settings = ["photos": service.address, "photos-limit": "\(count)"]
  try await withSite(settings: settings, now: { clock.now }, timeout: timeout) { site in
    try await body(site, service)
  }
}
