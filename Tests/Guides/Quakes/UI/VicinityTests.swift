import Foundation
import Geography
import QuakesData
import Testing

@testable import QuakesUI

/// The meanings of names of places.
@Suite struct VicinityTests {
  @Test func `Every country and every state of the USA is a region`() {
    for country in Gazetteer.world.countries {
      let near = Vicinity(country.name)
      #expect(near?.isRegion == true, "\(country.name)")
      #expect(
        near?.region?.contains(
          longitude: country.label.longitude, latitude: country.label.latitude) == true,
        "\(country.name)")
    }
    for state in Gazetteer.world.states where state.countryCode == "US" {
      let near = Vicinity("\(state.name), USA")
      #expect(
        near?.region?.contains(longitude: state.label.longitude, latitude: state.label.latitude)
          == true, "\(state.name)")
    }
  }

  @Test(arguments: [
    ("Fiji", "in or near Fiji"), ("turkiye", "in or near Turkey"),
    ("hawaii", "in or near Hawaii, USA"), ("Honshu", "in or near Honshu"),
    ("New York", "in or near New York, USA"), ("Singapore", "in or near Singapore"),
    ("Kamchatka", "in or near Kamchatka"), ("Santorini", "in or near Santorini"),
    ("Northern California", "in or near Northern California"), ("NV", "in or near Nevada, USA"),
    ("Los Angeles, CA", "within 300 km of Los Angeles, California"),
    ("Anchorage, AK, USA", "within 300 km of Anchorage, Alaska"),
    ("London, UK", "within 300 km of London, United Kingdom"),
    ("banda sea", "within 300 km of Banda Sea"),
    ("Tokyo", "within 300 km of Tokyo, Japan"), ("me,35.7,139.7", "within 300 km of you"),
    ("35.7,139.7", "within 300 km of 35.7°\u{A0}N, 139.7°\u{A0}E"),
  ])
  func `Regions come before cities`(text: String, condition: String) {
    #expect(Vicinity(text)?.condition(in: .kilometres) == condition)
  }

  @Test func `A name of several meanings offers the others`() throws {
    let georgia = try #require(Vicinity("Georgia"))
    #expect(georgia.title == "Georgia")
    #expect(georgia.alternatives.map { Vicinity($0).title } == ["Georgia, USA"])
    let japan = try #require(Vicinity("Japan"))
    #expect(japan.alternatives.isEmpty, "a station in Antarctica is also called Japan")
    #expect(
      try #require(Vicinity("New York")).alternatives.contains {
        Vicinity($0).title.hasPrefix("New York City")
      })
  }

  @Test func `An offered meaning has an address of its own`() throws {
    for region in Gazetteer.regions {
      for meaning in try #require(Vicinity(region.name)).alternatives {
        let near = Vicinity(meaning)
        #expect(Vicinity(near.text)?.centre == meaning, "\(near.text)")
      }
    }
  }

  @Test(arguments: Gazetteer.regions)
  func `The camera shows the whole region`(region: Gazetteer.Region) {
    let camera = Camera.showing(Vicinity(.region(region)))
    let frame = region.cells.frame
    #expect(camera.width >= min(frame.width, 360))
  }
}
