import HTTPTypes
import Testing
import WebServer

@testable import WebSite

/// The cache of files that are displayed within pages.
@Suite struct FileCacheTests {
  private let cache = FileCache(limit: 100)

  private func file(_ size: Int) -> CachedResponse {
    CachedResponse(
      status: .ok, fields: [:], version: "1",
      body: SharedBuffer(copying: [UInt8](repeating: 0, count: size)))
  }

  @Test func `The first of two equal files is kept`() {
    let first = file(10)
    #expect(cache.store(first, at: "a") === first)
    #expect(cache.store(file(10), at: "a") === first)
    #expect(cache["a"] === first)
    #expect(cache["b"] == nil)
  }

  @Test func `The oldest files are evicted`() {
    for name in ["a", "b", "c", "d", "e"] { _ = cache.store(file(25), at: name) }
    #expect(["a", "b", "c", "d", "e"].map { cache[$0] != nil } == [false, true, true, true, true])
  }

  @Test func `A file of more than a quarter of the cache is not kept`() {
    let large = file(26)
    #expect(cache.store(large, at: "a") === large)
    #expect(cache["a"] == nil)
  }
}
