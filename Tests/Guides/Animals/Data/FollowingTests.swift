import Foundation
import HashTreeCollections
import ImmutableData
import Testing

@testable import AnimalsData

/// The state of an instance that follows the log of a shared store.
@Suite struct FollowingTests {
  /// The state after the sample data was loaded, with operations in progress.
  private static let loaded: AnimalsState = {
    var state = AnimalsState(isFollowing: true)
    state.apply(AnimalsChange.samples.numbered(from: 7))
    state.animals.queue = AnimalsState.loaded.animals.queue
    state.animals.put(.eagle)
    state.animals.remove(["Eagle"])
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

  @Test(arguments: AnimalsAction.each.filter { ActionCase($0) != .log })
  func `Only the log changes categories and animals`(_ action: AnimalsAction) throws {
    func durable(_ state: AnimalsState) -> AnimalsState {
      state.with {
        $0.categories.status = nil
        $0.animals.status = nil
        $0.animals.queue = [:]
      }
    }
    for before in [Self.loaded, AnimalsState(isFollowing: true)] {
      guard let after = try? AnimalsReducer.reduce(state: before, action: action) else {
        #expect(throws: AnimalsReducer.Error.self) {
          try AnimalsReducer.reduce(
            state: before.with { $0.isFollowing = false }, action: action)
        }
        continue
      }
      #expect(durable(after) == durable(before))
    }
  }

  @Test(arguments: AnimalsAction.each.filter { ActionCase($0) != .log })
  func `Statuses change as without a log`(_ action: AnimalsAction) throws {
    let local = try AnimalsReducer.reduce(
      state: Self.loaded.with { $0.isFollowing = false }, action: action)
    let following = try AnimalsReducer.reduce(state: Self.loaded, action: action)
    #expect(following.categories.status == local.categories.status)
    #expect(following.animals.status == local.animals.status)
    #expect(following.animals.queue == local.animals.queue)
  }

  @Test func `Everything is replaced`() throws {
    let loaded = try following(
      AnimalsChange.samples.numbered(from: 1), from: AnimalsState(isFollowing: true))
    #expect(loaded.categories.status == .success)
    #expect(loaded.animals.status == .success)
    #expect(loaded.categories.data == AnimalsState.loaded.categories.data)
    #expect(loaded.animals.data == AnimalsState.loaded.animals.data)
    #expect(loaded.animals.newest(16) == Animal.samples.reversed().map(\.id))
    #expect(loaded.animals.numbers["Newt"] == 1)
    let replaced = try following(
      .everything(
        categories: [.bird], animals: [NumberedAnimal(animal: .eagle, number: 3)]))
    #expect(replaced.categories.data == ["Bird": .bird])
    #expect(replaced.animals.data == ["Eagle": .eagle])
    #expect(replaced.animals.numbers == ["Eagle": 3])
    #expect(replaced.animals.newest(16) == ["Eagle"])
    #expect(replaced.animals.recentlyDeleted == [])
    #expect(replaced.animals.queue["Cat"] == .waiting)
    #expect(replaced.animals.queue["Sparrow"] == nil, "a failure refers to the old content")
  }

  /// A load that failed would hide what the log has loaded.
  @Test func `There is nothing to load`() throws {
    for action in [AnimalsAction.UI.categoryList(.onAppear), .animalList(.onAppear)] {
      let state = AnimalsState(isFollowing: true)
      #expect(try AnimalsReducer.reduce(state: state, action: .ui(action)) == state)
    }
    var state = Self.loaded.settingCategories(.failure(error: "E")).settingAnimals(
      .failure(error: "E"))
    for action in [
      AnimalsAction.UI.categoryList(.onTapTryAgainButton), .animalList(.onTapTryAgainButton),
    ] {
      state = try AnimalsReducer.reduce(state: state, action: .ui(action))
    }
    #expect(state == Self.loaded)
  }

  @Test func `A reload in progress settles its own status`() throws {
    let before = Self.loaded.with {
      $0.categories.status = .waiting
      $0.animals.status = .waiting
    }
    let after = try following(.samples, from: before)
    #expect(after.categories.status == .waiting)
    #expect(after.animals.status == .waiting)
    let settled = try AnimalsReducer.reduce(
      state: after,
      action: .did(.didReloadSampleData(result: .success(animals: [], categories: []))))
    #expect(settled.animals.status == .success)
    #expect(settled.animals.data == AnimalsState.loaded.animals.data)
  }

  @Test func `An animal of the log is added as the newest`() throws {
    let state = try following(.put(animal: .eagle, number: 8))
    #expect(
      state
        == Self.loaded.with {
          $0.animals.deletions = []
          $0.animals.put(.eagle, number: 8)
        })
    #expect(state.animals.data["Eagle"] == .eagle)
    #expect(state.animals.newest(1).first == "Eagle")
  }

  @Test func `An updated animal keeps its number`() throws {
    let sparrow = Animal.sparrow.moved(to: "Fish")
    let state = try following(.put(animal: sparrow, number: 8))
    #expect(
      state
        == Self.loaded.with {
          $0.animals.table["Sparrow"] = sparrow
          $0.animals.queue["Sparrow"] = nil
        })
  }

  @Test func `An animal that the log removes is remembered for a notice`() throws {
    let state = try following(.removed(animalId: "Dog"), .removed(animalId: "gone"))
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
      state = try following(.put(animal: animal(number), number: 7 + number), from: state)
    }
    #expect(state.animals.newest(16) == (15...30).reversed().map(String.init))
    for number in [30, 29, 20, 3] {
      state = try following(.removed(animalId: "\(number)"), from: state)
    }
    #expect(
      state.animals.newest(16)
        == [28, 27, 26, 25, 24, 23, 22, 21, 19, 18, 17, 16, 15, 14, 13, 12].map(String.init))
    let rows = state.animals.data.values.map {
      NumberedAnimal(animal: $0, number: state.animals.numbers[$0.id] ?? 0)
    }
    let later = try following(
      .everything(categories: Category.samples, animals: rows.shuffled()),
      from: AnimalsState(isFollowing: true))
    #expect(later.animals.newest(16) == state.animals.newest(16))
    #expect(later.animals.data == state.animals.data)
    #expect(later.animals.numbers == state.animals.numbers)
  }

  @Test func `The result of a stale operation clears its status`() throws {
    let state = try AnimalsReducer.reduce(
      state: Self.loaded, action: .did(.didRejectStaleOperation(animalId: "Cat")))
    #expect(state == Self.loaded.with { $0.animals.queue["Cat"] = nil })
  }

  @Test func `A stale operation is no failure`() async throws {
    struct StaleStore: FakeStore {
      func response(to call: StoreCall) throws -> StoreResponse { throw StaleAnimalError() }
    }
    let session = PersistentSession(store: StaleStore())
    let store = AnimalsStore(Self.loaded)
    try await store.dispatch(
      thunk: session.addAnimalMutation(
        id: "Eagle", name: "N", diet: .omnivorous, categoryId: "Bird"))
    try await store.dispatch(
      thunk: session.updateAnimalMutation(
        animalId: "Dog", name: "N", diet: .omnivorous, categoryId: "Bird", replacing: .dog))
    try await store.dispatch(thunk: session.deleteAnimalMutation(animalId: "Cat", replacing: .cat))
    #expect(
      store.actions
        == ["Eagle", "Dog", "Cat"].map { .did(.didRejectStaleOperation(animalId: $0)) })
  }

  /// Few animals are stored one by one, many make the lists anew.
  @Test(arguments: [2, 600]) func `An operation of the log is one change`(_ count: Int) throws {
    let new = (1...count).map(animal)
    let newt = Animal.newt.moved(to: "Fish")
    let changes =
      new.enumerated().map { AnimalsChange.put(animal: $1, number: 8 + $0) }
      + [.put(animal: newt, number: 8 + count)]
      + [.removed(animalId: "Dog"), .removed(animalId: "Cat")]
    let before = Self.loaded.with {
      $0.animals.queue["Dog"] = .failure(error: "Error")
      $0.animals.queue["1"] = .failure(error: "Error")
    }
    let state = try following(.several(id: "op", changes: changes), from: before)
    #expect(state.animals.queue["op"] == .success)
    #expect(AnimalsState.selectDeletion(id: "op")(state)?.animals == [.dog, .cat])
    #expect(state.animals.queue["Dog"] == nil)
    #expect(state.animals.queue["1"] == nil)
    #expect(state.animals.data["Newt"] == newt)
    #expect(state.animals.numbers["Newt"] == before.animals.numbers["Newt"])
    #expect(state.animals.newest(count) == new.reversed().map(\.id))
    #expect(
      AnimalsState.selectAnimals(of: AnimalsList(categoryId: "Bird"), in: 0..<Int.max)(state)
        .map(\.id).sorted() == (new.map(\.id) + ["Sparrow"]).sorted())
  }

  @Test func `The filters match what the log changes`() {
    func matches(_ change: AnimalsChange, _ categoryId: Category.ID) -> Bool {
      AnimalsFilter.filterAnimals(categoryId: categoryId)(Self.loaded, .data(.log([change])))
    }
    let moved = AnimalsChange.put(animal: .sparrow.moved(to: "Fish"), number: 8)
    #expect(["Bird", "Fish", "Mammal"].map { matches(moved, $0) } == [true, true, false])
    let removed = AnimalsChange.removed(animalId: "Dog")
    #expect(["Bird", "Mammal"].map { matches(removed, $0) } == [false, true])
    #expect(!matches(.removed(animalId: "gone"), "Bird"))
    let several = AnimalsChange.several(id: "op", changes: [moved, removed])
    #expect(
      ["Bird", "Fish", "Mammal", "Reptile"].map { matches(several, $0) }
        == [true, true, true, false])
    #expect(matches(.samples, "Reptile"))
    let changesCategories = [moved, removed, .samples].map {
      AnimalsFilter.filterCategories()(Self.loaded, .data(.log([$0])))
    }
    #expect(changesCategories == [false, false, true])
  }

  /// The format of the log, which other versions of the program read.
  @Test(
    arguments: [
      (
        .put(animal: .eagle, number: 0),
        """
        {"put":{"animal":{"animalId":"Eagle","categoryId":"Bird","diet":"Carnivore",\
        "name":"Golden eagle"},"number":0}}
        """
      ),
      (.removed(animalId: "Dog"), #"{"removed":{"animalId":"Dog"}}"#),
      (
        .several(
          id: "op",
          changes: [
            .put(
              animal: Animal(
                animalId: "Eagle", name: "Golden eagle", diet: .carnivorous, categoryId: "Bird",
                note: "Seen at noon."), number: -1), .removed(animalId: "Dog"),
          ]),
        """
        {"several":{"changes":[{"put":{"animal":{"animalId":"Eagle","categoryId":"Bird",\
        "diet":"Carnivore","name":"Golden eagle","note":"Seen at noon."},"number":-1}},\
        {"removed":{"animalId":"Dog"}}],"id":"op"}}
        """
      ),
      (
        .everything(
          categories: [.bird], animals: [NumberedAnimal(animal: .eagle, number: -1)]),
        """
        {"everything":{"animals":[{"animal":{"animalId":"Eagle","categoryId":"Bird",\
        "diet":"Carnivore","name":"Golden eagle"},"number":-1}],\
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
