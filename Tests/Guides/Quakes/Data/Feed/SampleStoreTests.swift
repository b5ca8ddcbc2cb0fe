import Foundation
import Testing

@testable import QuakesData

/// The recorded month that is part of the program.
@Suite struct SampleStoreTests {
  private static let now = Date(timeIntervalSince1970: 1_714_806_408)

  private func feed() async throws -> QuakesFeed {
    let store = SampleStore(now: { Self.now })
    return try #require(try await store.fetchRemoteFeedQuery(range: .allHour))
  }

  @Test func `Every range is the whole month, without invalid events`() async throws {
    let feed = try await feed()
    #expect(feed.range == .allMonth)
    #expect(feed.quakes.count == 1_958)
    #expect(feed.skipped == 0)
    #expect(feed.quakes.allSatisfy { $0.magnitude >= 2.5 && $0.depth != nil && !$0.name.isEmpty })
  }

  @Test func `Its events are moved so that it ends now`() async throws {
    let feed = try await feed()
    #expect(feed.generated == Self.now)
    #expect(feed.quakes.allSatisfy { feed.window.contains($0.time) })
    let first = try #require(feed.quakes.first)
    // The feed was generated at 02:49:48 UTC, the event was at 23:47:38.
    #expect(Self.now.timeIntervalSince(first.time).rounded() == 10_930)
    #expect(first.updated > first.time)
    #expect(first.name == "13 km W of San Rafael del Yuma, Dominican Republic")
  }
}
