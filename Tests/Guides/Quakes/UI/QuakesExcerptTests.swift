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

  @Test func `The largest earthquake of the past day leads to its page`() throws {
    let content = try #require(
      Self.content([
        Self.quake("old", 7, hoursAgo: 25), Self.quake("large", 5, hoursAgo: 3),
        Self.quake("blast", 6, hoursAgo: 2, type: "explosion"),
        Self.quake("small", 1, hoursAgo: 1, felt: 3),
      ]))
    #expect(content.largest?.name == "Place large")
    #expect(content.largest?.href.text == "/quakes/event/large")
    #expect(content.title == "Magnitude 4.5 and above, 28 Apr to 4 May")
    #expect(
      content.counts.map { "\($0.number) \($0.label): \($0.href.text)" } == [
        "2 recorded: /quakes?past=day", "1 of magnitude 4.5 and above: /quakes?min=4.5",
        "1 with felt reports: /quakes?past=day&felt=1",
      ])
  }

  @Test(
    arguments: [
      ([], false, nil), ([Self.quake("old", 7, hoursAgo: 25)], true, nil),
      ([Self.quake("new", 2, hoursAgo: 1)], true, "2.0"),
    ] as [([Quake], Bool, String?)])
  func `Without earthquakes today, the map of the week remains`(
    quakes: [Quake], hasMap: Bool, largest: String?
  ) {
    let content = Self.content(quakes)
    #expect((content != nil) == hasMap)
    #expect(content?.largest?.magnitude == largest)
  }
}
