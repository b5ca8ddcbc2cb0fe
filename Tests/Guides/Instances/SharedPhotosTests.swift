import Durable
import Foundation
import ImmutableData
import ImmutableUI
import TestSupport
import Testing

@testable import PhotosData
@testable import PhotosUI
@testable import WebSite

/// Photos and a banner that several instances keep in one PostgreSQL database.
@Suite(.timeLimit(.minutes(2)))
struct SharedPhotosTests {
  /// An instance of the guide, without HTTP.
  private final class Instance: Sendable {
    let storage: DurableStorage
    let guide: PhotosGuide

    init(_ storage: DurableStorage, _ service: ScriptedServer, limit: Int) throws {
      self.storage = storage
      guide = PhotosGuide(try GuideContext(storage), service: service.url, limit: limit)
    }

    var state: PhotosState { guide.root.store.snapshot.state }
    var banner: String { state.banner.banner.title }

    /// The part of the state that all instances share.
    var shared: FetchedPhotos? {
      state.photos.isLoaded
        ? FetchedPhotos(
          photos: state.photos.data, fetched: state.photos.fetched ?? .distantPast,
          skipped: state.photos.skipped) : nil
    }

    func visit() async throws {
      let location = PhotosLocation()
      if !guide.root.isReady(at: location) { try await guide.root.prepare(at: location) }
      try await eventually("nothing is loading") { self.state.photos.status != .waiting }
    }

    func submit(_ title: String) async throws -> Int {
      let response = try await guide.root.response(
        to: .submitBanner, from: PhotosLocation(),
        form: NamedValues(parsing: Array("title=\(title)".utf8)))
      return switch response {
      case .page(let page): page.status.rawValue
      case .seeOther: 303
      case .notFound: 404
      }
    }
  }

  private let server: ScriptedServer
  private let place: DurablePlace

  init() throws {
    place = try DurablePlace(.postgres)
    server = try ScriptedServer { head in
      let rows = (1...(head.contains("_limit=2") ? 2 : 3)).map { number in
        """
        {"albumId":1,"id":\(number),"title":"No. \(number)","url":"https://x.example/\(number)",
        "thumbnailUrl":"https://x.example/150/\(number)"}
        """
      }
      return [.json("[\(rows.joined(separator: ",")),7]")]
    }
  }

  private func instance(limit: Int = 4) async throws -> Instance {
    let instance = try Instance(try await place.storage(), server, limit: limit)
    try await instance.guide.start()
    return instance
  }

  @Test func `Photos that one instance fetches appear in the others`() async throws {
    let (first, second) = (try await instance(), try await instance())
    #expect(second.shared == nil)
    try await first.visit()
    #expect(first.state.photos.status == .success)
    #expect(first.shared?.photos.map(\.title) == ["No. 1", "No. 2", "No. 3"])
    #expect(first.shared?.skipped == 1)
    try await eventually("the second has the photos") { second.shared == first.shared }
    let third = try await instance()
    #expect(third.shared == first.shared, "a new instance has them at once")
    for instance in [second, third] { try await instance.visit() }
    #expect(server.requests.count == 1)
  }

  @Test func `Photos of another source are ignored`() async throws {
    let (first, second) = (try await instance(), try await instance(limit: 2))
    try await first.visit()
    try await second.visit()
    #expect(second.shared?.photos.count == 2)
    #expect(try await second.submit("New") == 303)
    try await eventually("the banner is shared") { first.banner == "New" }
    #expect(first.shared?.photos.count == 3)
    #expect(try await instance().shared == first.shared)
    #expect(try await instance(limit: 2).shared == second.shared)
    #expect(server.requests.count == 2)
  }

  @Test func `The last banner is shown by all instances`() async throws {
    let (first, second) = (try await instance(), try await instance())
    #expect([first.banner, second.banner] == ["", ""])
    #expect(try await first.submit("One") == 303)
    #expect(first.banner == "One", "an answered change is in memory")
    try await eventually("the second shows it") { second.banner == "One" }
    #expect(try await second.submit("Two") == 303)
    try await eventually("the first shows it") { first.banner == "Two" }
    #expect(try await instance().banner == "Two")
  }

  @Test func `A change that cannot be saved is reported, and the data remain`() async throws {
    let instance = try await instance()
    try await instance.visit()
    #expect(try await instance.submit("New") == 303)
    let before = instance.shared
    try await instance.storage.close()
    #expect(try await instance.submit("Other") == 503)
    #expect(instance.banner == "New")
    try await instance.guide.root.store.dispatch(
      action: .ui(.photoList(.onAppear(now: .now + 4_000))))
    try await eventually("the fetch has failed") { instance.state.photos.status != .waiting }
    #expect(
      instance.state.photos.status
        == .failure(error: "The database cannot be reached. Try again in a moment."))
    #expect(instance.shared == before)
  }

  @Test func `The guide uses the shared database`() async throws {
    let instance = try await instance()
    #expect(instance.guide.isShareable)
    try await instance.visit()
    #expect(instance.guide.feed?.lastSuccess == instance.shared?.fetched)
    try await instance.guide.stop()
  }
}
