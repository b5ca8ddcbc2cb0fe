import AnimalsData
import AnimalsUI
import BreedsData
import BreedsUI
import Foundation
import ImmutableData
import QuakesData
import QuakesUI
import TestSupport
import Testing

@testable import Fieldguide
@testable import WebSite

/// The front page, which depends on four stores.
@Suite(.timeLimit(.minutes(2))) struct FrontTests {
  /// Runs a test on a site whose breeds load when the test opens a gate.
  private func withGate(
    _ body: (ListeningSite, AsyncStream<Void>.Continuation) async throws -> Void
  ) async throws {
    let (gate, open) = AsyncStream<Void>.makeStream()
    let environment = AppEnvironment(
      dogs: DogsEnvironment(loadDogs: {
        for await _ in gate { break }
        return [Dog(breed: "akita", subBreeds: [])]
      }),
      breed: BreedEnvironment(loadDogImage: { _ in nil }))
    // A request that waited for the breeds would time out.
    let own = Fieldguide.site.replacing { BreedsGuide($0, environment) }
    try await withSite(own, timeout: .seconds(600)) { site in
      try await body(site, open)
      open.finish()
    }
  }

  /// Requests the front page until it contains a text.
  private static func front(of site: ListeningSite, with text: String) async throws -> String {
    var page = try await site.get("/").text
    while !page.contains(text) {
      try await Task.sleep(for: .milliseconds(5))
      page = try await site.get("/").text
    }
    return page
  }

  @Test func `The front page does not wait for a slow guide`() async throws {
    try await withGate { site, _ in
      #expect(try await site.get("/").status == 200)
      let page = try await Self.front(of: site, with: "Newt")
      #expect(!page.contains("Akita"))
    }
  }

  @Test func `The front page is updated when a slow guide has loaded`() async throws {
    try await withGate { site, open in
      #expect(try await site.get("/").status == 200)
      open.yield()
      _ = try await Self.front(of: site, with: "Akita")
    }
  }

  @Test func `A change of a guide changes the front page`() async throws {
    try await withSite { site in
      // The page waits at most 300 ms for the animals.
      _ = try await site.get("/animals")
      let first = try await site.get("/")
      _ = try await site.delete("Newt")
      let second = try await site.get("/")
      #expect(first.text.contains("Newt"))
      #expect(!second.text.contains("Newt"))
      #expect(second["etag"] != first["etag"])
    }
  }

  @Test func `A revision of any store is a revision of the front page`() async throws {
    try await withSite { site in
      let front = site.responder.handlers.front
      var revisions = front.makeRevisions().makeAsyncIterator()
      try await site.store(of: AnimalsGuide.self).dispatch(action: .ui(.categoryList(.onAppear)))
      #expect(await revisions.next() != nil)
      try await site.store(of: QuakesGuide.self).dispatch(action: .ui(.quakeList(.onAppear)))
      #expect(await revisions.next() != nil)
    }
  }
}
