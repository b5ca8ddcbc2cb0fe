import Foundation
import Glibc
import Synchronization
import TestSupport
import Testing

@testable import WebSite

/// Many who change and look at the same page at once. Nobody is ever shown
/// less than what somebody was told is saved.
///
/// `FIELDGUIDE_FIRE_POSTS` is the number of posts of each client; 20 where
/// absent.
@Suite struct UnderFireTests {
  private static let posts =
    ProcessInfo.processInfo.environment["FIELDGUIDE_FIRE_POSTS"].flatMap { Int($0) } ?? 20
  private static let target = "/animals?category=Fish"

  /// What the clients have seen so far.
  private final class Seen: Sendable {
    private struct Sights {
      /// The animals that were said to be saved, by the client that added
      /// them: how many of each.
      var saved = [Int](repeating: 0, count: 8)
      /// What was sent under each tag.
      var bodies: [String: [UInt8]] = [:]
      var looks = 0
    }

    private let sights = Mutex(Sights())

    var saved: [Int] { sights.withLock(\.saved) }
    var looks: Int { sights.withLock(\.looks) }

    func save(by client: Int) { sights.withLock { $0.saved[client] += 1 } }

    /// - Returns: whether the tag stands for the same bytes as ever.
    func look(at body: [UInt8], tag: String) -> Bool {
      sights.withLock { sights in
        sights.looks += 1
        return sights.bodies.updateValue(body, forKey: tag) ?? body == body
      }
    }
  }

  /// Searches for a text without Foundation, whose search would take most of
  /// the time of the test.
  private static func contains(_ text: String, in body: [UInt8]) -> Bool {
    (body + [0]).withUnsafeBytes { body in
      guard let start = body.bindMemory(to: CChar.self).baseAddress else { return false }
      return strstr(start, text) != nil
    }
  }

  /// Checks that the page has all animals that were saved before it was asked
  /// for.
  ///
  /// - Returns: the number of these, by the client that added them.
  private static func look(at site: TestSite, _ seen: Seen) async throws -> [Int] {
    let before = seen.saved
    let page = try await site.get(target)
    for (client, count) in before.enumerated() where count > 0 {
      try #require(
        contains("Fish \(client)-\(count - 1).", in: page.body),
        "a page older than an answered post")
    }
    let tag = try #require(page["etag"])
    try #require(seen.look(at: page.body, tag: tag))
    return before
  }

  @Test func `No page is older than the newest post that was answered`() async throws {
    try await withSite(TestSite()) { site in
      _ = try await site.get(Self.target)
      let seen = Seen()
      try await withThrowingTaskGroup { group in
        for client in 0..<8 {
          group.addTask {
            for number in 0..<Self.posts {
              let answer = try await site.post(
                "/animals/animalEditor/onTapAddAnimalButton",
                [
                  "id": "\(client)-\(number)", "name": "Fish \(client)-\(number).",
                  "diet": "Carnivore", "categoryId": "Fish",
                ])
              try #require(answer.status == 303)
              seen.save(by: client)
              _ = try await Self.look(at: site, seen)
            }
          }
          group.addTask {
            while try await Self.look(at: site, seen).contains(where: { $0 < Self.posts }) {}
          }
        }
        // The first error ends the others.
        for try await _ in group {}
      }
      #expect(seen.looks > 0)
      #expect(seen.saved.allSatisfy { $0 == Self.posts })

      // What is kept is what would be made now, byte by byte.
      let kept = try await site.get(Self.target)
      let again = try await site.get(Self.target)
      #expect(kept.body == again.body)
      let fresh = try #require(try site.rendered(Self.target))
      #expect(kept.text == fresh)
    }
  }
}
