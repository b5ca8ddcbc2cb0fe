import Geography
import Testing

@Suite struct GazetteerTests {
  @Test func everyKindOfNameIsParsed() {
    let world = Gazetteer.world
    #expect(world.countries.count > 200)
    #expect(world.states.count > 90)
    #expect(world.seas.count { $0.isOcean } == 7)
    #expect(world.places.count > 7_000)
    #expect(world.places.first?.title == "Tokyo, Japan")
  }

  @Test(arguments: [
    ("Tokyo", "Tokyo, Japan"), ("東京都", "Tokyo, Japan"), ("tokyo, japan", "Tokyo, Japan"),
    ("reykjavik", "Reykjavík, Iceland"), ("San Jose, California", "San Jose, California"),
    ("San Jose, cr", "San José, Costa Rica"), ("Paris", "Paris, France"), ("Oslo", "Oslo, Norway"),
  ])
  func placesAreFoundByName(_ name: String, _ title: String) {
    #expect(Gazetteer.world.places(named: name).first?.title == title)
  }

  @Test(arguments: ["", "Nowhere", "Tokyo, Peru", ",", ", Japan"])
  func unknownNamesFindNothing(_ name: String) {
    #expect(Gazetteer.world.places(named: name).isEmpty)
  }

  @Test func placesOfTheSameNameAreSortedByPopulation() {
    let places = Gazetteer.world.places(named: "San Jose")
    #expect(places.count > 2)
    #expect(places.map(\.population) == places.map(\.population).sorted(by: >))
  }
}
