import Foundation
import ImmutableUI
import Markup
import Testing

@testable import QuakesData
@testable import QuakesUI

/// The part of the front page about earthquakes.
@Suite struct QuakesExcerptTests {
  private static let now = Date(timeIntervalSince1970: 1_714_806_408)  // 4 May 2024, 07:06:48

  private static func quake(
    _ id: String, _ magnitude: Double, hoursAgo: Double, felt: Int? = nil,
    type: String = "earthquake"
  ) -> Quake {
    .example(
      id, magnitude, at: now - hoursAgo * 3_600, name: "Place \(id)", type: type, felt: felt)
  }

  private static func content(_ quakes: [Quake]) -> QuakesExcerpt.ViewState.Content? {
    var state = QuakesState()
    state.quakes.insert(quakes)
    return QuakesExcerpt.Container(now: now).viewState(SelectQuakes(state: state)).content
  }

  @Test func `The strongest earthquakes of the past day lead to their pages`() throws {
    let content = try #require(
      Self.content([
        Self.quake("old", 7, hoursAgo: 25), Self.quake("large", 5, hoursAgo: 3),
        Self.quake("blast", 6, hoursAgo: 2, type: "explosion"),
        Self.quake("medium", 3, hoursAgo: 1), Self.quake("small", 1, hoursAgo: 1, felt: 3),
      ]))
    #expect(content.rows.map(\.name) == ["Place large", "Place medium"])
    #expect(content.rows.first?.href.text == "/quakes/event/large")
    #expect(content.count == "2 · past 24 hours, magnitude 2.5 and above")
  }

  @Test func `Rows are few`() throws {
    let quakes = (1...20).map { Self.quake("\($0)", 5, hoursAgo: Double($0)) }
    #expect(try #require(Self.content(quakes)).rows.count == QuakesExcerpt.count)
  }

  @Test(
    arguments: [
      ([], false), ([Self.quake("old", 7, hoursAgo: 25)], true),
    ] as [([Quake], Bool)])
  func `Without earthquakes today, the map remains`(quakes: [Quake], hasMap: Bool) {
    let content = Self.content(quakes)
    #expect((content != nil) == hasMap)
    #expect(content?.rows.isEmpty != false)
  }
}
