import Foundation
import Glibc
import HTTPTypes
import SiteTesting
import Synchronization
import TestSupport
import Testing
import WebServer

@testable import WebSite

/// Concurrent changes and reads of the same page. No reader may miss a change
/// that was confirmed before.
///
/// `FIELDGUIDE_FIRE_POSTS` is the number of posts of each client; the default
/// is 20.
@Suite struct ConcurrentPostsTests {
  private static let posts =
    ProcessInfo.processInfo.environment["FIELDGUIDE_FIRE_POSTS"].flatMap { Int($0) } ?? 20
  private static let target = "/animals?category=Fish&order=newest"

  /// The observations of all clients.
  private final class Observations: Sendable {
    private struct State {
      /// The numbers of confirmed animals, by the client that added them.
      var saved = [Int](repeating: 0, count: 8)
      /// The bodies by their tags.
      var bodies: [String: [UInt8]] = [:]
      var reads = 0
    }

    private let state = Mutex(State())

    var saved: [Int] { state.withLock(\.saved) }
    var reads: Int { state.withLock(\.reads) }

    func save(by client: Int) { state.withLock { $0.saved[client] += 1 } }

    /// - Returns: true if the tag always had the same bytes.
    func read(_ body: [UInt8], tag: String) -> Bool {
      state.withLock { state in
        state.reads += 1
        return state.bodies.updateValue(body, forKey: tag) ?? body == body
      }
    }
  }

  /// Searches without Foundation, whose search would dominate the time of the
  /// test.
  private static func contains(_ text: String, in body: [UInt8]) -> Bool {
    (body + [0]).withUnsafeBytes { body in
      guard let start = body.bindMemory(to: CChar.self).baseAddress else { return false }
      return strstr(start, text) != nil
    }
  }

  /// Checks that the page has all animals that were confirmed before the
  /// request.
  ///
  /// - Returns: the numbers of these animals, by the client that added them.
  private static func read(_ site: ListeningSite, _ observations: Observations) async throws
    -> [Int]
  {
    let before = observations.saved
    let page = try await site.get(target)
    for (client, count) in before.enumerated() where count > 0 {
      try #require(
        contains("Fish \(client)-\(count - 1).", in: page.body),
        "the page is older than a confirmed post")
    }
    let tag = try #require(page["etag"])
    try #require(observations.read(page.body, tag: tag))
    return before
  }

  @Test func `No page is older than the latest confirmed post`() async throws {
    try await withSite(settings: ["posts-per-minute": "0"]) { site in
      _ = try await site.get(Self.target)
      let observations = Observations()
      try await withThrowingTaskGroup { group in
        for client in 0..<8 {
          group.addTask {
            for number in 0..<Self.posts {
              let id = "\(client)-\(number)"
              try #require(try await site.add(id, "Fish \(id).", category: "Fish").status == 303)
              observations.save(by: client)
              _ = try await Self.read(site, observations)
            }
          }
          group.addTask {
            while try await Self.read(site, observations).contains(where: { $0 < Self.posts }) {}
          }
        }
        // The first error cancels the other tasks.
        for try await _ in group {}
      }
      #expect(observations.reads > 0)
      #expect(observations.saved.allSatisfy { $0 == Self.posts })

      // The cached page equals a new rendering, byte for byte.
      let kept = try await site.get(Self.target)
      let again = try await site.get(Self.target)
      #expect(kept.body == again.body)
      var limits = SiteLimits()
      limits.cache = .init(bytes: 0)
      let uncached = try Responder(
        guides: site.site.parts.guides, document: site.site.parts.document, limits: limits,
        security: RequestSecurity(log: LogThrottle(site.responder.logger) { 0 }),
        logger: site.responder.logger)
      let request = Request(
        head: HTTPRequest(method: .get, scheme: nil, authority: nil, path: Self.target))
      #expect(await SiteResponse(uncached.reply(to: request).response).text == kept.text)
    }
  }
}
