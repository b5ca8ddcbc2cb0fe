import Foundation
import QuakesData
import Testing

@testable import QuakesUI

/// The search for places by words.
@Suite struct PlaceSearchTests {
  private static let names = [
    "12 km N of Mojave, CA", "10 km S of Eureka, California", "5 km W of Ocho Rios, Jamaica",
    "20 km E of Elazığ, Turkey", "3 km NW of Van, Türkiye", "Burma (Myanmar)",
    "40 km SSE of Bao, Arkansas", "2 km E of Wichita, Kansas", "8 km N of Reykjavík, Iceland",
    "6 km N of Ensenada, B.C., MX", "9 km W of Oaxaca, Mexico", "7 km N of Taos, New Mexico",
    "Off the coast of Oregon", "14 km ENE of Naalehu, Hawaii",
  ]

  @Test(
    arguments: [
      ("CA", ["12 km N of Mojave, CA", "10 km S of Eureka, California"]),
      ("california", ["12 km N of Mojave, CA", "10 km S of Eureka, California"]),
      ("eureka ca", ["10 km S of Eureka, California"]),
      ("Kansas", ["2 km E of Wichita, Kansas"]),
      ("turkey", ["20 km E of Elazığ, Turkey", "3 km NW of Van, Türkiye"]),
      ("Turkiye", ["20 km E of Elazığ, Turkey", "3 km NW of Van, Türkiye"]),
      ("myanmar", ["Burma (Myanmar)"]), ("reykjavik", ["8 km N of Reykjavík, Iceland"]),
      ("iceland reyk", ["8 km N of Reykjavík, Iceland"]),
      ("new mexico", ["7 km N of Taos, New Mexico"]), ("NM", ["7 km N of Taos, New Mexico"]),
      ("earthquakes near Hawaii", ["14 km ENE of Naalehu, Hawaii"]),
      (
        "MX",
        [
          "6 km N of Ensenada, B.C., MX", "9 km W of Oaxaca, Mexico", "7 km N of Taos, New Mexico",
        ]
      ),
      ("near", []), ("atlantis", []),
    ] as [(String, [String])])
  func `Every word occurs, in any spelling`(text: String, names: [String]) {
    var state = QuakesState()
    state.quakes.insert(
      Self.names.enumerated().map { number, name in
        Quake.example("\(number)", name: name)
      })
    let query = QuakesQuery(terms: PlaceSearch.terms(of: text))
    let found = Set(QuakesState.selectMatches(of: query)(state).quakes.map(\.name))
    #expect(found == Set(names))
  }

  @Test(
    arguments: [
      ("New Zeland", "New Zealand"), ("Tokio", "Tokyo, Japan"), ("indonesa", "Indonesia"),
      ("Filippines", "Philippines"), ("qwxz", nil), ("Xy", nil),
      (String(repeating: "Japan ", count: 30), nil),
    ] as [(String, String?)])
  func `The nearest name of a misspelled place`(text: String, name: String?) {
    let names = PlaceSearch.nearest(to: text)
    #expect(names.first == name)
    #expect(names.count <= 3)
  }
}
