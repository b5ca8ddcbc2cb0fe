import Foundation
import HashTreeCollections
import ImmutableData
import Records
import TestSupport
import Testing

@testable import AnimalsData

/// The state after what the log brings.
@Suite struct AnimalsLogTests {
  /// The state after the sample data was loaded, with operations in progress.
  private static let loaded: AnimalsState = {
    var state = AnimalsState()
    state.apply(AnimalsChange.samples, at: 1)
    state.animals.queue = AnimalsState.loaded.animals.queue
    state.animals.put(.eagle)
    state.animals.remove("Eagle")
    return state
  }()

  private func following(
    _ changes: AnimalsChange..., from state: AnimalsState = loaded
  ) throws -> AnimalsState {
    try AnimalsReducer.reduce(state: state, action: .data(.log(changes)))
  }

  /// An animal that is not one of the samples.
  private func animal(_ number: Int) -> Animal {
    Animal(animalId: "\(number)", name: "No. \(number)", diet: .omnivorous, categoryId: "Bird")
  }

  @Test(arguments: AnimalsAction.each.filter { ![.log, .loaded].contains(ActionCase($0)) })
  func `Only the log changes categories and animals`(_ action: AnimalsAction) throws {
    let after = try AnimalsReducer.reduce(state: Self.loaded, action: action)
    #expect(after.categories.data == Self.loaded.categories.data)
    #expect(after.animals.data == Self.loaded.animals.data)
    #expect(after.animals.records.operations == Self.loaded.animals.records.operations)
  }

  @Test func `Everything is loaded, and replaced`() throws {
    let loaded = try AnimalsReducer.reduce(
      state: AnimalsState(),
      action: .data(
        .loaded(
          categories: Category.samples,
          animals: [
            NumberedAnimal(animal: .newt, number: 9), NumberedAnimal(animal: .dog, number: 4),
          ])))
    #expect(loaded.categories.status == .success && loaded.animals.status == .success)
    #expect(loaded.animals.data == ["Newt": .newt, "Dog": .dog])
    #expect(loaded.animals.newest(16) == ["Newt", "Dog"])
    #expect(loaded.animals.lastNumber == 9)
    let replaced = try following(.everything(categories: [.bird], animals: [.eagle]))
    #expect(replaced.categories.data == ["Bird": .bird])
    #expect(replaced.animals.data == ["Eagle": .eagle])
    #expect(replaced.animals.newest(16) == ["Eagle"])
    #expect(replaced.animals.queue["Cat"] == .waiting)
    #expect(replaced.animals.queue["Sparrow"] == nil, "a failure refers to the old content")
  }

  @Test func `A reload ends with what the log brings`() throws {
    let before = Self.loaded.with {
      $0.categories.status = .waiting
      $0.animals.status = .waiting
    }
    let change = AnimalsChange.samples(replacing: before, by: ChangeOrigin(cause: .reset))
    let after = try following(change, from: before)
    #expect(after.categories.status == .success)
    #expect(after.animals.status == .success)
  }

  @Test func `An animal of the log is added as the newest`() throws {
    let state = try following(.put(.eagle, firstNumber: 8))
    #expect(state.animals.data == Self.loaded.animals.data.merging(["Eagle": .eagle]) { $1 })
    #expect(state.animals.records.deletedRecord("Eagle") == nil)
    #expect(state.animals.newest(1).first == "Eagle")
    #expect(state.animals.numbers["Eagle"] == 8)
  }

  @Test func `An updated animal keeps its number`() throws {
    let sparrow = Animal.sparrow.moved(to: "Fish")
    let state = try following(.put(sparrow, firstNumber: 8))
    #expect(
      state
        == Self.loaded.with {
          $0.animals.data["Sparrow"] = sparrow
          $0.animals.queue["Sparrow"] = nil
        })
    #expect(state.animals.numbers == Self.loaded.animals.numbers)
  }

  @Test func `An animal that the log removes is remembered for a notice`() throws {
    let gone = Animal.dog.identified(as: "gone")
    let state = try following(.removed(.dog), .removed(gone))
    #expect(state.animals.data["Dog"] == nil)
    #expect(state.animals.numbers["Dog"] == nil)
    #expect(!state.animals.newest(16).contains("Dog"))
    #expect(state.animals.recentlyDeleted == [.dog, .eagle])
    #expect(state.animals.queue == Self.loaded.animals.queue)
  }

  /// An instance that starts later reads the tables, and has the same list.
  @Test func `The newest animals do not depend on the history`() throws {
    var state = Self.loaded
    for number in 1...30 {
      state = try following(
        .put(animal(number), firstNumber: state.animals.lastNumber + 1), from: state)
    }
    #expect(state.animals.newest(16) == (15...30).reversed().map(String.init))
    for number in [30, 29, 20, 3] { state = try following(.removed(animal(number)), from: state) }
    #expect(
      state.animals.newest(16)
        == [28, 27, 26, 25, 24, 23, 22, 21, 19, 18, 17, 16, 15, 14, 13, 12].map(String.init))
    let rows = state.animals.data.values.map {
      NumberedAnimal(animal: $0, number: state.animals.numbers[$0.id] ?? 0)
    }
    let later = try AnimalsReducer.reduce(
      state: AnimalsState(),
      action: .data(.loaded(categories: Category.samples, animals: rows.shuffled())))
    #expect(later.animals.newest(16) == state.animals.newest(16))
    #expect(later.animals.data == state.animals.data)
    #expect(later.animals.numbers == state.animals.numbers)
  }

  /// Few changes are made in the lists, many make them anew.
  @Test(arguments: [2, 600, 5_000]) func `An operation of the log is one change`(
    _ count: Int
  ) throws {
    let new = (1...count).map(animal)
    let newt = Animal.newt.moved(to: "Fish")
    let operation = RecordsOperation<Animal>.of(
      new.map { ($0.id, nil, $0) }
        + [("Newt", .newt, newt), ("Dog", .dog, nil), ("Cat", .cat, nil)], as: "op")
    let before = Self.loaded.with {
      $0.animals.queue["Dog"] = .failure(error: "Error")
      $0.animals.queue["1"] = .failure(error: "Error")
    }
    #expect(before.animals.newest(1) == ["Newt"])
    let state = try following(.edited(operation, firstNumber: 8), from: before)
    #expect(state.animals.queue["op"] == .success)
    #expect(state.animals.records.operation("op") == operation)
    #expect(state.animals.queue["Dog"] == nil)
    #expect(state.animals.queue["1"] == nil)
    #expect(state.animals.data["Newt"] == newt)
    #expect(state.animals.numbers["Newt"] == before.animals.numbers["Newt"])
    #expect(state.animals.newest(count) == new.reversed().map(\.id))
    #expect(
      AnimalsState.selectAnimals(of: AnimalsList(categoryId: "Bird"))(state)
        .map(\.id).sorted() == (new.map(\.id) + ["Sparrow"]).sorted())
  }

  @Test(arguments: DurablePlace.Database.allCases)
  func `Whatever is changed, the same is loaded`(_ database: DurablePlace.Database) async throws {
    var generator = SeededGenerator(seed: 11)
    var state = AnimalsState()
    var changes: [AnimalsChange] = [.samples]
    state.apply(.samples, at: 1)
    for number in 2...80 {
      let edits = (0..<Int.random(in: 1...3, using: &generator)).map { offset in
        let id = "\(Int.random(in: 0..<12, using: &generator) * 3 + offset)"
        let isDeletion = Bool.random(using: &generator)
        let new = Animal(
          animalId: id, name: "No. \(number) '\"🌱", diet: .omnivorous, categoryId: "Bird",
          note: number % 2 == 0 ? "a\nb" : "")
        return (id, state.animals.data[id], isDeletion ? nil : new)
      }
      let change =
        number % 37 == 0
        ? AnimalsChange.samples
        : .edited(
          .of(edits, as: edits.count > 1 ? "op \(number)" : nil),
          firstNumber: state.animals.lastNumber + 1)
      changes.append(change)
      state.apply(change, at: number)
    }
    let place = try DurablePlace(database)
    #expect(
      try await place.loadsWhatWasApplied(changes, from: AnimalsState()) { state in
        var kept = AnimalsState()
        kept.load(Array(state.categories.data.values), state.animals.numbered)
        return kept
      })
  }

  /// The format of the log, which other versions of the program read.
  @Test(
    arguments: [
      (
        .put(.eagle, firstNumber: 8),
        """
        {"edited":{"_0":{"edits":[{"id":"Eagle","new":{"animalId":"Eagle","categoryId":"Bird",\
        "diet":"Carnivore","name":"Golden eagle"}}],"id":"Eagle","isForSeveral":false,\
        "origin":{"cause":"form","date":-978307200}},"firstNumber":8}}
        """
      ),
      (
        .everything(categories: [.bird], animals: [.eagle]),
        """
        {"everything":{"animals":[{"animalId":"Eagle","categoryId":"Bird",\
        "diet":"Carnivore","name":"Golden eagle"}],\
        "categories":[{"categoryId":"Bird","name":"Bird"}]}}
        """
      ),
    ] as [(AnimalsChange, String)])
  func `The format of a change is fixed`(_ change: AnimalsChange, _ json: String) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    #expect(String(decoding: try encoder.encode(change), as: UTF8.self) == json)
    #expect(try JSONDecoder().decode(AnimalsChange.self, from: Data(json.utf8)) == change)
  }
}
