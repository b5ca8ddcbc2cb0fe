import BreedsData
import Composable
import Foundation
import ImmutableData
import ImmutableUI
import Look
import Markup
import TestSupport
import Testing

@testable import BreedsUI

@Suite struct BreedsRouteTests {
  @Test(arguments: [
    (BreedsLocation(), "/breeds"),
    (.init(filterQuery: "bull & co"), "/breeds?q=bull%20%26%20co"),
    (.init(breed: BreedKey(breed: "hound")), "/breeds?breed=hound"),
    (
      .init(filterQuery: "h", breed: BreedKey(breed: "hound", subBreed: "afghan")),
      "/breeds?q=h&breed=hound&sub=afghan"
    ),
  ])
  func `Addresses are a public interface`(location: BreedsLocation, address: String) throws {
    #expect(location.href.text == address)
    #expect(try BreedsRoute(parsing: Target(parsing: address)) == .page(location))
  }

  @Test(arguments: BreedsEvent.allCases)
  func `A post's address parses to its event`(event: BreedsEvent) throws {
    let route = BreedsRoute.post(event, from: .init(breed: BreedKey(breed: "hound")))
    #expect(try BreedsRoute(parsing: Target(parsing: route.href.text)) == route)
    #expect(route.href.text == "/breeds/\(event.rawValue)?breed=hound")
  }

  @Test(arguments: [
    ("/breeds?sub=afghan", "“sub” needs a breed, but “breed” is missing."),
    ("/breeds?q=%E9", "“q” is not encoded as UTF-8."),
    ("/breeds?breed=\(String(repeating: "a", count: 201))", QueryText.tooLongMessage(for: "breed")),
    ("/breeds?breed=a&breed=b", "“breed” is given more than once."),
  ])
  func `Invalid values are reported`(address: String, reason: String) throws {
    #expect(throws: MalformedRequest(reason)) {
      try BreedsRoute(parsing: Target(parsing: address))
    }
  }

  @Test func `A filter that is too long is kept for its field`() throws {
    let typed = String(repeating: "a", count: 201)
    guard case .page(let location) = try BreedsRoute(parsing: Target(parsing: "/breeds?q=\(typed)"))
    else { throw MalformedRequest("not a page") }
    #expect(location.rejectedFilter == typed)
    #expect(location.href.text == "/breeds")
  }

  @Test func `Whitespace around the filter is ignored`() throws {
    let route = try BreedsRoute(parsing: Target(parsing: "/breeds?q=%20%09hound%20dog%20"))
    #expect(route == .page(.init(filterQuery: "hound dog")))
  }
}

@Suite struct BreedNamesTests {
  @Test(arguments: [
    (BreedKey(breed: "akita"), "Akita"), (BreedKey(breed: "stbernard"), "St. Bernard"),
    (BreedKey(breed: "cotondetulear"), "Coton de Tulear"),
    (BreedKey(breed: "germanshepherd"), "German Shepherd"),
    (BreedKey(breed: "hound", subBreed: "afghan"), "Afghan Hound"),
    (BreedKey(breed: "hound", subBreed: "blood"), "Bloodhound"),
    (BreedKey(breed: "german", subBreed: "shepherd"), "German Shepherd"),
    (BreedKey(breed: "dane", subBreed: "great"), "Great Dane"),
    (BreedKey(breed: "frise", subBreed: "bichon"), "Bichon Frise"),
    (BreedKey(breed: "sheepdog", subBreed: "english"), "Old English Sheepdog"),
    (BreedKey(breed: "corgi", subBreed: "cardigan"), "Cardigan Welsh Corgi"),
    (BreedKey(breed: "leonberg"), "Leonberger"), (BreedKey(breed: "brabancon"), "Brabançon"),
    (BreedKey(breed: "mountain", subBreed: "bernese"), "Bernese Mountain Dog"),
    (BreedKey(breed: "terrier", subBreed: "westhighland"), "West Highland Terrier"),
    (BreedKey(breed: "x"), "X"), (BreedKey(breed: ""), ""), (BreedKey(breed: "éclair"), "Éclair"),
    (BreedKey(breed: "1abc"), "1abc"), (BreedKey(breed: "Hound"), "Hound"),
  ])
  func `Names are displayed in their usual spelling`(key: BreedKey, name: String) {
    #expect(BreedNames.full(key) == name)
  }
}

@Suite struct BreedsExcerptTests {
  @Test(
    arguments: [
      (0, "African wild dog"), (1, "Afghan Hound"), (2, "Akita"), (3, "African wild dog"),
      (-1, "Akita"),
    ])
  func `The breed of the day has its full name`(day: Int, name: String) throws {
    let state = AppState(
      dogs: [
        Dog(breed: "african", subBreeds: ["wild"]),
        Dog(breed: "hound", subBreeds: ["afghan", "blood"]),
        Dog(breed: "akita", subBreeds: []),
      ], status: .success)
    let now = Date(timeIntervalSince1970: TimeInterval(day) * 86_400 + 100)
    let breed = try #require(
      BreedsExcerpt.Container(now: now).viewState(SelectBreeds(state: state)).breed)
    #expect(breed.renderedString().contains(">\(name)</a>"))
  }
}

@Suite struct NearMatchesTests {
  private let dogs = [
    Dog(breed: "akita", subBreeds: []),
    Dog(breed: "bulldog", subBreeds: ["boston", "english", "french"]),
    Dog(breed: "greyhound", subBreeds: ["italian"]),
    Dog(breed: "hound", subBreeds: ["afghan", "english"]),
  ]

  @Test(
    arguments: [
      ("huond", ["hound"]), ("HOUND", ["hound", "greyhound"]), ("bulldogs", ["bulldog"]),
      ("afgan", ["hound afghan"]), ("zzzzzz", []), ("", []), ("a", []),
      ("english", ["bulldog english", "hound english"]),
    ] as [(String, [String])])
  func `Similar names are suggested`(mistyped: String, near: [String]) {
    let keys = NearMatches(to: BreedKey(breed: mistyped), in: dogs).keys
    #expect(keys.map { [$0.breed, $0.subBreed].compactMap { $0 }.joined(separator: " ") } == near)
  }

  @Test func `A very long name is compared by its beginning`() {
    let key = BreedKey(breed: String(repeating: "hound", count: 10_000))
    #expect(NearMatches(to: key, in: dogs).keys.count <= 5)
  }
}

@Suite struct BreedDetailTests {
  private func detail(
    _ key: BreedKey, picture: String? = nil
  ) throws -> BreedDetail.ViewState {
    var state = AppState(
      dogs: [
        Dog(breed: "dane", subBreeds: ["great"]), Dog(breed: "hound", subBreeds: ["afghan"]),
      ], status: .success)
    let dog = try #require(state.dogs.first { $0.breed == key.breed })
    state.breeds[key] = BreedState(
      dog: dog, subBreed: key.subBreed, imageURL: picture.flatMap { URL(string: $0) },
      status: .success)
    return try #require(
      BreedDetail.Container(location: .init(breed: key)).viewState(SelectBreeds(state: state)))
  }

  @Test(arguments: [
    (
      "https://images.dog.ceo/breeds/hound-afghan/n02088094_1003.jpg",
      "Picture: Dog CEO, from the Stanford Dogs Dataset"
    ),
    (
      "https://images.dog.ceo/breeds/akita/Japaneseakita.jpg",
      "Picture: Dog CEO, contributed by its users"
    ),
    ("https://dogs.example/n02088094_1003.jpg", "Picture: dogs.example"),
  ])
  func `The source of a picture is named`(picture: String, credit: String) throws {
    let state = try detail(BreedKey(breed: "hound"), picture: picture)
    #expect(state.credit == credit)
    #expect(BreedDetail.Presenter(state: state).renderedString().contains(credit))
    #expect(try detail(BreedKey(breed: "hound")).credit == nil)
  }

  @Test(
    arguments: [
      (BreedKey(breed: "hound"), "/breeds", ["Afghan Hound"]),
      (BreedKey(breed: "hound", subBreed: "afghan"), "/breeds?breed=hound", ["Afghan Hound"]),
      (BreedKey(breed: "dane", subBreed: "great"), "/breeds", []),
    ] as [(BreedKey, String, [String])])
  func `A variety leads back to its breed, unless it stands alone`(
    key: BreedKey, back: String, varieties: [String]
  ) throws {
    let state = try detail(key)
    #expect(state.back.href.text == back)
    #expect(state.varieties.map(\.name) == varieties)
  }
}

@Suite struct BreedListTests {
  private let now = Date(timeIntervalSince1970: 1_000_000)

  private func list(
    _ filter: String = "", _ change: (inout AppState) -> Void = { _ in }
  ) -> BreedList.ViewState {
    var state = AppState(
      dogs: [
        Dog(breed: "african", subBreeds: ["wild"]),
        Dog(breed: "german", subBreeds: ["shepherd"]),
        Dog(breed: "hound", subBreeds: ["afghan", "blood"]),
        Dog(breed: "stbernard", subBreeds: []),
        Dog(breed: "wolfhound", subBreeds: ["irish"]),
      ], status: .success, loadedAt: now)
    change(&state)
    return BreedList.Container(location: .init(filterQuery: filter), now: now)
      .viewState(SelectBreeds(state: state))
  }

  @Test(
    arguments: [
      ("", []), ("hound", ["Hound", "Afghan Hound", "Bloodhound", "Irish Wolfhound", "Wolfhound"]),
      ("SHEP", ["German Shepherd"]), ("afghan h", ["Afghan Hound"]),
      ("bloodhound", ["Bloodhound"]), ("bernard", ["St. Bernard"]), ("stb", ["St. Bernard"]),
      ("Ïrish", ["Irish Wolfhound"]), ("cat", []), ("---", []), ("\u{0}", []),
    ] as [(String, [String])])
  func `Breeds and sub-breeds are searched`(filter: String, names: [String]) {
    let list = list(filter)
    #expect(list.hits.map(\.name.text) == names)
    #expect(
      list.summary == (filter.isEmpty ? "5 breeds, 5 varieties" : "\(names.count) found"))
    #expect(list.sections.isEmpty == !filter.isEmpty)
    #expect(!list.isEmpty)
  }

  @Test func `What was found is marked, and named by its other name`() throws {
    let hit = try #require(list("alsatian").hits.first)
    #expect(hit.note == "Also called Alsatian")
    #expect(list("bloodhound").hits.first?.note == "Hound")
    #expect(hit.href.text == "/breeds?q=alsatian&breed=german&sub=shepherd")
    #expect(list("wolfhund irish").hits.first?.name.found == ["Irish", "Wolfhound"])
    #expect(
      list("german hound").related.map(\.name.text)
        == ["Afghan Hound", "German Shepherd"])
  }

  /// The first hit for what people type, in the latest recorded list.
  @Test(.enabled(if: Fixtures.folder != nil, "needs FIELDGUIDE_FIXTURES"))
  func `The search finds what people mean`() throws {
    let dogs = try Self.recorded()
    #expect(breedQueries.count >= 100)
    let wrong = breedQueries.compactMap { typed, meant -> String? in
      let hit = BreedSearch(typed, in: dogs).hits.first?.key
      let found = hit.map { [$0.breed, $0.subBreed].compactMap { $0 }.joined(separator: " ") }
      return found == meant ? nil : "\(typed): \(found ?? "nothing")"
    }
    // Three letters are wrong.
    #expect(wrong == ["daschund: nothing"])
  }

  private static func recorded() throws -> [Dog] {
    struct List: Decodable {
      let message: [String: [String]]
    }
    let data = try #require(Fixtures.data("dogs/breeds_list_all.2025-late.json"))
    return try JSONDecoder().decode(List.self, from: data).message
      .map { Dog(breed: $0.key, subBreeds: $0.value) }.sorted { $0.breed < $1.breed }
  }

  @Test(
    .enabled(if: Fixtures.folder != nil, "needs FIELDGUIDE_FIXTURES"),
    arguments: [
      ("", 108), ("zzz", 0), ("golden", 1), ("australian", 5),
    ])
  func `The recorded list has the expected counts`(filter: String, count: Int) throws {
    let dogs = try Self.recorded()
    let list = list(filter) { $0.dogs = dogs }
    let names = list.sections.flatMap(\.rows).map(\.name.text)
    #expect(names.count + list.hits.count == count)
    if filter.isEmpty {
      #expect(names.first == "Affenpinscher")
      #expect(names.last == "Wolfhound")
      #expect(list.sections.flatMap(\.rows).filter { !$0.note.isEmpty }.count == 35)
      #expect(list.summary == "108 breeds, 99 varieties")
    }
  }

  /// Nobody calls a Great Dane a Dane.
  @Test(
    arguments: [
      (["great"], "Great Dane", "/breeds?breed=dane&sub=great", nil),
      (["great", "small"], "Dane", "/breeds?breed=dane", 2),
      ([], "Dane", "/breeds?breed=dane", nil),
    ] as [([String], String, String, Int?)])
  func `A breed of one variety has the name of the variety`(
    subBreeds: [String], name: String, address: String, count: Int?
  ) throws {
    let list = list { $0.dogs = [Dog(breed: "dane", subBreeds: subBreeds)] }
    let row = try #require(list.sections.flatMap(\.rows).first)
    #expect(row.name.text == name)
    #expect(row.href.text == address)
    #expect(row.note == (count.map { "\($0) varieties" } ?? ""))
  }

  @Test func `Pictures that are known are shown small, drawings of the others`() throws {
    let picture = try #require(URL(string: "https://images.dog.ceo/breeds/hound/1.jpg"))
    let list = list {
      let dog = $0.dogs[2]
      $0.breeds[BreedKey(breed: "hound")] = BreedState(dog: dog, imageURL: picture)
    }
    let pictures = list.sections.flatMap(\.rows).map(\.thumbnail.picture?.text)
    #expect(pictures == [nil, nil, picture.absoluteString, nil, nil])
    let html = BreedList.Presenter(state: list).renderedString()
    #expect(html.components(separatedBy: "<use ").count - 1 == 5)
    #expect(html.components(separatedBy: "dog-fur").count - 1 == 2, "one of each look")
    #expect(html.contains(#"alt="" loading="lazy""#))
  }

  @Test(arguments: [true, false])
  func `The filter stays while the list is loading`(isEmpty: Bool) {
    let list = list("abc") {
      $0.status = .waiting
      if isEmpty { $0.dogs = [] }
    }
    #expect(list.filterText == "abc")
  }

  @Test(
    arguments: [
      (nil, true, .settled),
      (.waiting, true, .waiting), (.waiting, false, .waiting), (.success, false, .settled),
      (.failure(error: "Oh."), true, .failed("The breeds could not be loaded. Oh. ")),
      (
        .failure(error: "Oh."), false,
        .failed("The breeds could not be loaded. Oh. The list below is less than a minute old.")
      ),
    ] as [(Status?, Bool, ProgressState)])
  func `Loading, empty and failed lists differ`(
    status: Status?, isEmpty: Bool, progress: ProgressState
  ) {
    let list = list {
      $0.status = status
      if isEmpty { $0.dogs = [] }
    }
    #expect(list.progress == progress)
    #expect(list.isEmpty == isEmpty)
  }

  @Test func `A list that is loading or failed shows its age`() {
    func list(_ status: Status?) -> BreedList.ViewState {
      self.list {
        $0.status = status
        $0.loadedAt = now.addingTimeInterval(-48 * 3_600)
      }
    }
    #expect(list(.waiting).waiting == "Refreshing the list. The list below is 2 days old.")
    #expect(
      list(.failure(error: "Oh.")).progress
        == .failed("The breeds could not be loaded. Oh. The list below is 2 days old."))
  }
}
