import Geography
import Testing

/// The areas of countries, states and islands.
@Suite struct RegionsTests {
  @Test func `Every country and every state has an area around its label`() {
    let world = Gazetteer.world
    for country in world.countries {
      let regions = [country.name] + country.otherNames
      for name in regions {
        let cells = Gazetteer.regions(named: name).first?.cells
        #expect(
          cells?.contains(longitude: country.label.longitude, latitude: country.label.latitude)
            == true, "\(name)")
      }
    }
    for state in world.states {
      let isInside = Gazetteer.regions(named: state.name).contains {
        $0.cells.contains(longitude: state.label.longitude, latitude: state.label.latitude)
      }
      #expect(isInside, "\(state.name)")
    }
  }

  @Test(
    arguments: [
      ("Georgia", ["Georgia", "Georgia, USA"]), ("georgia, usa", ["Georgia, USA"]),
      ("Georgia, United States", ["Georgia, USA"]), ("hawaii", ["Hawaii, USA"]),
      ("USA", ["United States of America"]), ("Crete", ["Crete"]), ("Türkiye", ["Turkey"]),
      ("CA", ["California, USA"]), ("bc", ["British Columbia, Canada"]),
      ("Kamchatka", ["Kamchatka"]), ("Thira", ["Santorini"]), ("santorini", ["Santorini"]),
      ("Northern California", ["Northern California"]),
      ("Nowhere", []), ("Hawaii, Japan", []), ("", []), (",", []),
    ] as [(String, [String])])
  func `A name has its regions, countries first`(name: String, titles: [String]) {
    #expect(Gazetteer.regions(named: name).map(\.title) == titles)
  }

  @Test func `Every title leads to its region`() {
    for region in Gazetteer.regions {
      #expect(Gazetteer.regions(named: region.title).contains(region), "\(region.title)")
    }
  }

  @Test(
    arguments: [
      // The earthquakes of 2011 off Tohoku, 2023 in Turkey, and 2010 in Chile.
      ("Japan", 142.4, 38.3), ("Turkey", 37.0, 37.2), ("Chile", -72.9, -36.1),
      ("Fiji", 180, -17), ("Fiji", -180, -17), ("Fiji", -179.9, -17), ("Fiji", 178, -18),
      ("Alaska", 179, 51.5), ("Alaska", -150, 61), ("Antarctica", 0, -90), ("Tonga", -175, -20),
      ("Iceland", -22.4, 63.9), ("Peru", -77, -12), ("Greece", 25.1, 35.3),
      ("Hawaii", -155.3, 19.4),
    ] as [(String, Double, Double)])
  func `A region has its land and the sea at its coast`(
    name: String, longitude: Double, latitude: Double
  ) {
    let cells = Gazetteer.regions(named: name).first?.cells
    #expect(cells?.contains(longitude: longitude, latitude: latitude) == true)
  }

  @Test(
    arguments: [
      ("Japan", 116.4, 39.9), ("Bolivia", -72, -19), ("Turkey", 38.7, 9.0), ("Georgia", -84, 33),
      ("Tonga", 179, 60),
    ] as [(String, Double, Double)])
  func `A region ends at its neighbours and far from its coast`(
    name: String, longitude: Double, latitude: Double
  ) {
    let cells = Gazetteer.regions(named: name).first?.cells
    #expect(cells?.contains(longitude: longitude, latitude: latitude) == false)
  }

  @Test(arguments: [("Fiji", 20.0), ("Alaska", 70), ("Japan", 35), ("Antarctica", 360)])
  func `The frame is the smallest, also across 180°`(name: String, width: Double) {
    let frame = Gazetteer.regions(named: name).first?.cells.frame
    #expect((frame?.width ?? 0) <= width)
    #expect((frame?.width ?? 0) >= 5)
  }
}
