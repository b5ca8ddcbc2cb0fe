import Durable
import Foundation
import TestSupport
import Testing

@testable import BreedsData

/// The list and the pictures, in a file and in a shared database.
@Suite(.timeLimit(.minutes(2))) struct BreedsLogTests {
  private let list = StoredDogs(
    dogs: [
      Dog(breed: "hound", subBreeds: ["plott", "afghan \"7\""]),
      Dog(breed: "akita", subBreeds: []),
    ], date: Date(timeIntervalSinceReferenceDate: 735_000_000.125))

  private func picture(_ breed: String, _ subBreed: String? = nil) -> BreedPicture {
    BreedPicture(
      key: BreedKey(breed: breed, subBreed: subBreed), url: URL(filePath: "/\(breed).jpg"))
  }

  private func open(_ place: DurablePlace) async throws -> DurableLog<KeptBreeds> {
    let log = try await place.storage().breeds()
    try await log.start()
    return log
  }

  @Test(arguments: DurablePlace.Database.allCases)
  func `A list keeps its order, and a new one removes the pictures of other breeds`(
    _ database: DurablePlace.Database
  ) async throws {
    let place = try DurablePlace(database)
    let log = try await open(place)
    #expect(log.state == KeptBreeds())
    let pictures = [picture("hound", "plott"), picture("hound"), picture("akita")]
    try await log.perform { [list] _ in .list(list) }
    for picture in pictures { try await log.perform { _ in .picture(picture) } }
    let before = log.state
    #expect(before.list == list && before.pictures.count == 3)
    try await log.close()

    let second = try await open(place)
    #expect(second.state == before)
    let next = StoredDogs(dogs: [Dog(breed: "hound", subBreeds: [])], date: .distantPast)
    try await second.perform { _ in .list(next) }
    #expect(second.state.list == next)
    #expect(Array(second.state.pictures.keys) == [BreedKey(breed: "hound")])
    let state = second.state
    try await second.close()

    let third = try await open(place)
    #expect(third.state == state)
    try await third.close()
  }

  @Test(arguments: DurablePlace.Database.allCases)
  func `Whatever changes are made, a start loads the state in memory`(
    _ database: DurablePlace.Database
  ) async throws {
    var generator = SeededGenerator(seed: 7)
    let breeds = ["akita", "boxer", "hound", "pug"]
    let changes: [BreedsChange] = (0..<60).map { number in
      let breed = breeds.randomElement(using: &generator) ?? ""
      if number > 0, Int.random(in: 0..<4, using: &generator) > 0 {
        return .picture(picture(breed, Bool.random(using: &generator) ? "\(number % 2)" : nil))
      }
      let dogs = breeds.filter { $0 != breed }.map { Dog(breed: $0, subBreeds: ["\(number % 2)"]) }
      return .list(StoredDogs(dogs: dogs, date: Date(timeIntervalSince1970: Double(number))))
    }
    #expect(try await DurablePlace(database).loadsWhatWasApplied(changes, from: KeptBreeds()))
  }

  @Test(arguments: DurablePlace.Database.allCases)
  func `What a version before the log has stored is kept`(
    _ database: DurablePlace.Database
  ) async throws {
    let place = try DurablePlace(database)
    try await place.prepare(
      "breeds", steps: ["1: dogs"],
      file: """
        CREATE TABLE dog (
          position INTEGER NOT NULL PRIMARY KEY, breed TEXT NOT NULL UNIQUE,
          subBreeds TEXT NOT NULL) STRICT;
        CREATE TABLE list (
          id INTEGER NOT NULL PRIMARY KEY CHECK (id = 1), date REAL NOT NULL) STRICT;
        INSERT INTO dog VALUES (1, 'akita', ''), (0, 'hound', 'plott,afghan "7"');
        INSERT INTO list VALUES (1, 735000000.125)
        """,
      shared: [
        """
        CREATE TABLE dog_list (
          is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only), dogs json NOT NULL,
          date float8 NOT NULL);
        CREATE TABLE breed_picture (
          breed text COLLATE "C" NOT NULL, sub_breed text COLLATE "C" NOT NULL, url text NOT NULL,
          PRIMARY KEY (breed, sub_breed));
        """
      ],
      rows: [
        """
        INSERT INTO dog_list (dogs, date) VALUES (
          '[{"breed":"hound","subBreeds":["plott","afghan \\"7\\""]},{"breed":"akita","subBreeds":[]}]',
          735000000.125)
        """,
        "INSERT INTO breed_picture VALUES ('akita', '', '\(URL(filePath: "/akita.jpg"))')",
      ])
    let log = try await open(place)
    #expect(log.state.list == list)
    let pictures = database == .postgres ? [picture("akita")] : []
    #expect(Array(log.state.pictures.values) == pictures)
    try await log.perform { _ in .picture(picture("hound")) }
    #expect(log.state.pictures[BreedKey(breed: "hound")] == picture("hound"))
    try await log.close()
  }
}
