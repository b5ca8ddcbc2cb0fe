import Dispatch
import Foundation
import ImmutableData
import ImmutableUI
import Markup
import Synchronization
import TestSupport
import Testing
import WebServer

@testable import Fieldguide
@testable import WebSite

/// A guide with a busy store does not affect other guides.
@Suite(.timeLimit(.minutes(1)))
struct SlowGuideTests {
  @Test(arguments: BusyGuide.allCases)
  func `A busy guide does not delay the others`(busy: BusyGuide) async throws {
    let stall = Stall(of: busy)
    try await withSite(stall.site, timeout: .seconds(1)) { site in
      try await site.visitGuides()
      stall.begin()
      defer { stall.end() }
      // More posts than threads wait for the busy guide.
      let waiting = (0..<64).map { number in
        Task { try await Self.post(to: busy, number, on: site) }
      }
      try await eventually("an action waits") { stall.waiting > 0 }
      for guide in BusyGuide.allCases where guide != busy {
        #expect(try await site.get("/\(guide)?q=\(busy)").status == 200)
        #expect(try await Self.post(to: guide, 1_000, on: site) == 303)
      }
      #expect(try await site.get("/").status == 200)
      // The waiting requests time out and are answered.
      for post in waiting { #expect([303, 503].contains(try await post.value)) }
    }
  }

  /// A post that times out is not reported as successful.
  @Test(arguments: [
    ("/animals/animalEditor/onTapAddAnimalButton", BusyGuide.animals),
    ("/animals/categoryList/onTapReloadSampleDataButton", .animals),
    ("/quakes/quakeList/onTapRefreshQuakesButton?date=any", .quakes),
    ("/quakes/quakeList/onTapDeleteAllQuakesButton?date=any", .quakes),
    ("/breeds/dogs/onTapTryAgainButton", .breeds),
    ("/photos/photoList/onTapRefreshPhotosButton", .photos),
    ("/photos/bannerUpdate/onTapSubmitButton", .photos),
  ])
  func `A post that times out has no success notice`(path: String, busy: BusyGuide) async throws {
    let stall = Stall(of: busy)
    let feeds = try FakeService(events: [.init(id: "us1")])
    defer { feeds.stop() }
    let photos = try FakeService(photos: 5)
    defer { photos.stop() }
    let settings = ["quakes-feeds": feeds.address, "photos": photos.address]
    try await withSite(stall.site, settings: settings, timeout: .milliseconds(500)) { site in
      try await site.visitGuides()
      _ = try await site.post(
        "/quakes/quakeList/onTapRefreshQuakesButton?date=any", ["range": "allDay"])
      stall.begin()
      defer { stall.end() }
      let form: KeyValuePairs =
        path.contains("Refresh")
        ? (busy == .quakes ? ["range": "allWeek"] : [:])
        : path.contains("Add")
          ? ["id": "a1", "name": "Olm", "diet": "Carnivore", "categoryId": "Amphibian"]
          : path.contains("Submit") ? ["title": "New"] : [:]
      let response = try await site.post(path, form)
      #expect([303, 503].contains(response.status))
      let location = response["location"] ?? ""
      // This page shows the progress of the upload instead.
      #expect(!location.contains("notice=") || location.contains("notice=bannerSubmitted"))
    }
  }

  @Test(arguments: BusyGuide.allCases)
  func `A stop does not wait for a busy guide`(busy: BusyGuide) async throws {
    let stall = Stall(of: busy)
    let site = try ListeningSite(stall.site, timeout: .seconds(1))
    _ = try await site.get("/\(busy)")
    stall.begin()
    let post = Task { try await Self.post(to: busy, 0, on: site) }
    try await eventually("an action waits") { stall.waiting > 0 }
    await site.close()
    #expect(stall.waiting == 1)
    stall.end()
    #expect([303, 503].contains(try await post.value))
    await site.stop()
  }

  /// Posts a form whose action the guide's store reduces.
  private static func post(to guide: BusyGuide, _ number: Int, on site: ListeningSite) async throws
    -> Int
  {
    let response =
      switch guide {
      case .animals: try await site.add("a\(number)", "Olm \(number)", category: "Amphibian")
      case .quakes:
        try await site.post(
          "/quakes/quakeList/onTapRefreshQuakesButton?date=any", ["range": "allDay"])
      case .breeds: try await site.post("/breeds/dogs/onTapTryAgainButton", [:])
      case .photos:
        try await site.post("/photos/bannerUpdate/onTapSubmitButton", ["title": "Banner \(number)"])
      }
    return response.status
  }
}

/// The guides whose stores a test can block.
enum BusyGuide: CaseIterable { case animals, quakes, breeds, photos }

/// Blocks the actions of one guide's store, like a slow reducer.
final class Stall: Sendable {
  private let guide: BusyGuide
  private let gate = DispatchSemaphore(value: 0)
  private let state = Mutex((isOn: false, waiting: 0))

  /// Creates a stall that is off.
  init(of guide: BusyGuide) { self.guide = guide }

  /// The number of blocked actions.
  var waiting: Int { state.withLock(\.waiting) }

  func begin() { state.withLock { $0.isOn = true } }

  func end() {
    let waiting = state.withLock { state in
      state.isOn = false
      return state.waiting
    }
    for _ in 0..<waiting { gate.signal() }
  }

  /// The site of the program, with this stall within each action of a store.
  var site: Site<FieldguideOptions> {
    Site(Fieldguide.text, options: FieldguideOptions.self) { [self] context, options in
      var busy = context
      busy.tools = [SlowObserver(observe: wait)]
      return try zip(
        Fieldguide.site.makeGuides(context, options), Fieldguide.site.makeGuides(busy, options)
      ).map { $1.name == "\(guide)" ? $1 : $0 }
    }
  }

  private func wait() {
    let waits = state.withLock { state in
      if state.isOn { state.waiting += 1 }
      return state.isOn
    }
    if waits { gate.wait() }
  }
}

/// A tool that observes the steps of stores.
private struct SlowObserver: SiteTool {
  let observe: @Sendable () -> Void

  var name: String { "slow" }

  func stepObserver<State: Sendable, Action: Sendable>(
    of guide: String
  ) -> ObservedStep<State, Action>.Observer? {
    { [observe] _ in observe() }
  }

  func response(
    at target: Target, to context: RequestContext, in site: ToolSite
  ) throws(SiteError) -> Response { throw .notFound(.page) }
}
