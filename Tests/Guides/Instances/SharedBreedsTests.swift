import BreedsData
import Durable
import Foundation
import ImmutableData
import ImmutableUI
import Synchronization
import TestSupport
import Testing

@testable import BreedsUI
@testable import WebSite

/// Breeds that several instances keep in one PostgreSQL database.
@Suite(.timeLimit(.minutes(2)))
struct SharedBreedsTests {
  /// A dog API, each of whose pictures is another one.
  private final class Service: Sendable {
    private final class Content: Sendable {
      let breeds = Mutex<String?>(#"{"hound":["afghan"],"pug":[]}"#)
      let pictures = Atomic(0)

      func response(to head: String) -> [ScriptedServer.Step] {
        guard let breeds = breeds.withLock({ $0 }) else { return [.failure] }
        let number = pictures.add(1, ordering: .relaxed).newValue
        let message =
          head.contains("/list/all") ? breeds : "\"https://images.dog.ceo/\(number).jpg\""
        return [.json(#"{"status":"success","message":\#(message)}"#)]
      }
    }

    private let content = Content()
    private let server: ScriptedServer

    init() throws { server = try ScriptedServer { [content] in content.response(to: $0) } }

    deinit { server.stop() }

    var url: URL { server.url }
    /// The number of requests for the list, and for pictures.
    var lists: Int { server.count("/list/all ") }
    var pictures: Int { server.count("/images/random ") }

    /// Replaces the list; the service fails without one.
    func replaceList(by json: String?) { content.breeds.withLock { $0 = json } }
  }

  /// An instance of the guide, without HTTP.
  private final class Instance: Sendable {
    let storage: DurableStorage
    let guide: BreedsGuide

    init(_ storage: DurableStorage, _ service: Service) throws {
      self.storage = storage
      guide = BreedsGuide(try GuideContext(storage), dogs: service.url)
    }

    var state: AppState { guide.root.store.snapshot.state }

    func picture(_ key: BreedKey) -> URL? { state.breeds[key]?.imageURL }

    func visit(_ key: BreedKey? = nil) async throws {
      let location = BreedsLocation(breed: key)
      if !guide.root.isReady(at: location) { try await guide.root.prepare(at: location) }
      try await settle(key)
    }

    func post(_ event: BreedsEvent, _ key: BreedKey? = nil) async throws {
      _ = try await guide.root.response(
        to: event, from: BreedsLocation(breed: key), form: NamedValues(parsing: []))
      try await settle(key)
    }

    private func settle(_ key: BreedKey?) async throws {
      try await eventually("nothing is loading") {
        let picture = key.flatMap { self.state.breeds[$0] }
        return self.state.status != .waiting && picture?.status != .waiting
      }
    }
  }

  private static let afghan = BreedKey(breed: "hound", subBreed: "afghan")
  private static let pug = BreedKey(breed: "pug")

  private let service: Service
  private let place: DurablePlace

  init() throws {
    service = try Service()
    place = try DurablePlace(.postgres)
  }

  private func instance() async throws -> Instance {
    let instance = try Instance(try await place.storage(), service)
    try await instance.guide.start()
    return instance
  }

  @Test func `A list that one instance loads appears in the others`() async throws {
    let (first, second) = (try await instance(), try await instance())
    #expect(second.state == AppState())
    try await first.visit()
    #expect(first.state.status == .success)
    #expect(first.state.dogs.map(\.breed) == ["hound", "pug"])
    try await eventually("the second has the list") { second.state == first.state }
    let third = try await instance()
    #expect(third.state == first.state, "a new instance has it at once")
    for instance in [second, third] { try await instance.visit() }
    #expect(service.lists == 1)
  }

  @Test func `A picture that one instance loads appears in the others`() async throws {
    let (first, second) = (try await instance(), try await instance())
    try await first.visit(Self.afghan)
    let picture = try #require(first.picture(Self.afghan))
    try await eventually("the second has the picture") { second.picture(Self.afghan) == picture }
    try await second.visit(Self.afghan)
    #expect(service.pictures == 1, "a known picture is not loaded")
    try await second.post(.anotherPicture, Self.afghan)
    #expect(service.pictures == 2)
    #expect(second.picture(Self.afghan) != picture)
    try await eventually("the first has the other picture") {
      first.picture(Self.afghan) == second.picture(Self.afghan)
    }
    #expect(try await instance().state == second.state)
    #expect(first.state == second.state)
  }

  @Test func `Instances that load at the same time end with the same state`() async throws {
    let instances = [try await instance(), try await instance(), try await instance()]
    try await withThrowingTaskGroup { group in
      for instance in instances { group.addTask { try await instance.visit(Self.pug) } }
      try await group.waitForAll()
    }
    try await eventually("all have the same") {
      instances.allSatisfy { $0.state == instances[0].state && $0.picture(Self.pug) != nil }
    }
  }

  @Test func `A new list removes the pictures of other breeds`() async throws {
    let (first, second) = (try await instance(), try await instance())
    try await first.visit(Self.afghan)
    try await first.visit(Self.pug)
    try await eventually("the second has both") { second.state == first.state }
    service.replaceList(by: #"{"pug":["black"],"hound":[]}"#)
    try await second.post(.loadDogs)
    #expect(second.state.breeds.keys.map(\.self) == [Self.pug])
    #expect(second.state.breeds[Self.pug]?.dog.subBreeds == ["black"])
    try await eventually("the first has the same") { first.state == second.state }
    #expect(try await instance().state == second.state)
  }

  @Test func `A failure of the service is a failure of one instance`() async throws {
    let (first, second) = (try await instance(), try await instance())
    try await first.visit()
    try await eventually("the second has the list") { second.state == first.state }
    service.replaceList(by: nil)
    try await first.post(.loadDogs)
    guard case .failure = first.state.status else {
      Issue.record("the load has failed")
      return
    }
    #expect(first.state.dogs == second.state.dogs)
    #expect(second.state.status == .success)
    service.replaceList(by: #"{"pug":[]}"#)
    try await second.post(.loadDogs)
    try await eventually("the list of the second clears the failure") {
      first.state == second.state
    }
  }

  @Test func `A change that cannot be saved is reported, and the data remain`() async throws {
    let instance = try await instance()
    try await instance.visit(Self.pug)
    let before = instance.state
    try await instance.storage.close()
    try await instance.post(.loadDogs)
    try await instance.post(.anotherPicture, Self.pug)
    #expect(
      instance.state.status
        == .failure(error: "The database cannot be reached. Try again in a moment."))
    #expect(instance.state.dogs == before.dogs)
    #expect(instance.picture(Self.pug) == before.breeds[Self.pug]?.imageURL)
  }

  @Test func `The guide uses the shared database`() async throws {
    let instance = try await instance()
    #expect(instance.guide.isShareable)
    #expect(instance.guide.isLoaded())
    try await instance.visit()
    #expect(try await instance.guide.sitemapPages().count == 3)
    #expect(instance.guide.feed?.lastSuccess == instance.state.loadedAt)
    try await instance.guide.stop()
  }
}
