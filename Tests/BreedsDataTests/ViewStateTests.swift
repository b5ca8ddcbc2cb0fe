import Foundation
import TestSupport
import Testing

@testable import BreedsData

@Suite struct ViewStateTests {
  @Test(arguments: [
    ("hound", "Hound"), ("Hound", "Hound"), ("", ""), ("st bernard", "St bernard"),
    ("éclair", "Éclair"), ("1abc", "1abc"),
  ])
  func `The first letter is a capital`(raw: String, name: String) {
    #expect(raw.capitalizedFirstLetter == name)
  }

  @Test func `The typed text is kept while loading`() {
    for dogs in [[], [Dog(breed: "hound", subBreeds: [])]] {
      #expect(DogsViewState(DogsState(filterQuery: "abc", dogs: dogs)).filterText == "abc")
    }
  }

  @Test(arguments: ["", "abc"])
  func `A missing list is loading with any filter`(query: String) {
    let state = DogsViewState(DogsState(filterQuery: query, dogs: []))
    #expect(state.loadingState == .loading)
    #expect(state.isLoading)
    #expect(state.breeds.isEmpty)
  }

  @Test func `Names begin with a capital, in the order of the list`() {
    let dogs = ["hound", "akita"].map { Dog(breed: $0, subBreeds: []) }
    #expect(DogsViewState(DogsState(filterQuery: "", dogs: dogs)).breeds == ["Hound", "Akita"])
  }

  @Test(
    arguments: [
      ("abc", ["Abc0", "Abc1"]), ("ABC", ["Abc0", "Abc1"]), ("1", ["Abc1", "Def1"]), ("x", []),
      (" ", []),
    ] as [(String, [String])])
  func `The filter runs on the name as it is shown`(query: String, names: [String]) {
    let dogs = ["abc0", "abc1", "def0", "def1"].map { Dog(breed: $0, subBreeds: ["x"]) }
    let state = DogsViewState(DogsState(filterQuery: query, dogs: dogs))
    #expect(state.loadingState == .loaded(breeds: names))
  }

  @Test func `A breed with sub-breeds has a subtitle`() {
    let url = URL(string: "https://images.dog.ceo/1.jpg")
    let state = BreedViewState(
      BreedState(dog: Dog(breed: "hound", subBreeds: ["plott", "afghan"]), imageURL: url))
    #expect(
      state
        == BreedViewState(
          title: "Hound", subtitle: "Sub-breeds", subBreeds: ["Plott", "Afghan"], imageURL: url))
  }

  @Test func `A breed without sub-breeds has no subtitle`() {
    let state = BreedViewState(BreedState(dog: Dog(breed: "pug", subBreeds: [])))
    #expect(state.subtitle == nil)
    #expect(state.subBreeds.isEmpty)
  }

  @Test(
    .enabled(if: Fixtures.folder != nil, "needs FIELDGUIDE_FIXTURES"),
    arguments: [
      ("hound", 7), ("AB", 3), ("ter", 7), ("BULL", 3), ("zzz", 0), (" ", 0), ("golden", 0),
      ("shepherd", 0), ("", 108),
    ])
  func `The recorded list has the expected counts`(query: String, count: Int) throws {
    struct List: Decodable {
      let message: [String: [String]]
    }
    let data = try #require(Fixtures.data("dogs/breeds_list_all.2025-late.json"))
    let dogs = try JSONDecoder().decode(List.self, from: data).message
      .map { Dog(breed: $0.key, subBreeds: $0.value) }.sorted { $0.breed < $1.breed }
    let breeds = DogsViewState(DogsState(filterQuery: query, dogs: dogs)).breeds
    #expect(breeds.count == count)
    if query.isEmpty {
      #expect(breeds.first == "Affenpinscher")
      #expect(breeds.last == "Wolfhound")
      #expect(dogs.filter { !$0.subBreeds.isEmpty }.count == 42)
      #expect(dogs.reduce(0) { $0 + $1.subBreeds.count } == 99)
    }
  }
}
