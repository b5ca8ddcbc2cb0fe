import Foundation
import ImmutableUI
import Markup
import Testing

@testable import QuakesData
@testable import QuakesUI

@Suite struct QuakeHistoryTests {
  private static let now = Date(timeIntervalSince1970: 1_714_806_408)  // 4 May 2024, 07:06:48

  private static func quake(
    _ id: String, _ magnitude: Double, daysAgo: Double, latitude: Double = 0
  ) -> Quake {
    .example(id, magnitude, at: now - daysAgo * 86_400, latitude: latitude)
  }

  /// Within 100 km are those up to 0.9° away.
  private static let quakes = [
    quake("strong", 6.4, daysAgo: 2), quake("same", 6, daysAgo: 20, latitude: 0.8),
    quake("weak", 5.9, daysAgo: 1, latitude: 0.1), quake("far", 7, daysAgo: 3, latitude: 2),
    quake("tiny", 0.2, daysAgo: 1), quake("great", 7.8, daysAgo: 9, latitude: -0.5),
  ]

  @Test(
    arguments: [
      ("strong", "2 others of magnitude 6 and above", 2),
      ("weak", "3 others of magnitude 5 and above", 3),
      ("great", "1 other of magnitude 6 and above", 1),
      ("tiny", "4 others of magnitude 1 and above", 4),
      ("far", "No other of magnitude 6 and above", 0), ("nothing", nil, 0),
    ] as [(String, String?, Int)])
  func `Other quakes as large are counted from the first stored one`(
    id: String, label: String?, count: Int
  ) throws {
    var state = QuakesState()
    state.quakes.insert(Self.quakes)
    let select = SelectQuakes(state: state)
    let history = QuakeHistory.Container(location: QuakesLocation().event(id), now: Self.now)
      .viewState(select)
    #expect(history?.list.label == label.map { "\($0) within 100 km" })
    guard let history else { return }
    #expect(history.title == "Around it since 14 Apr 2024")
    #expect(!history.isComplete)
    let bars = history.chart?.bars ?? []
    #expect(bars.reduce(0) { $0 + $1.columns[0].count } == count)
    #expect(bars.count == (count == 0 ? 0 : 21))
    #expect(history.chart?.name == (count == 0 ? nil : "Each day, UTC"))
    #expect(bars.first?.name == (count == 0 ? nil : "14 Apr"))
    let list = try QuakesLocation(address: history.list.href.text)
    // The list has the event itself, too, unless it is smaller.
    #expect(select(.matchCount(list.query(now: Self.now))) == count + (id == "tiny" ? 0 : 1))
  }

  @Test func `Only what is not loaded is said to be missing`() {
    var state = QuakesState()
    state.quakes.insert(Self.quakes)
    state.ledger.known = KnownTime([Self.now - 30 * 86_400..<Self.now])
    let history = QuakeHistory.Container(location: QuakesLocation().event("strong"), now: Self.now)
      .viewState(SelectQuakes(state: state))
    #expect(history?.isComplete == true)
  }
}
