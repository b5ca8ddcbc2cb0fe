import AnimalsData
import AnimalsUI
import Foundation
import ImmutableData
import Records
import Synchronization
import TestSupport
import Testing

@testable import Fieldguide
@testable import WebSite

/// Pages of animals when the disk is full or slow.
@Suite struct AnimalsFailureTests {
  /// Runs a test on a site whose animals are on a disk of the test.
  private func withDisk(
    _ disk: FailingStore, timeout: Duration = .seconds(20),
    _ body: (ListeningSite) async throws -> Void
  ) async throws {
    let store = Store(initialState: AnimalsState(), reducer: AnimalsReducer.reduce(state:action:))
    let listener = Listener(store: disk)
    listener.listen(to: store)
    defer { withExtendedLifetime(listener) {} }
    let own = Fieldguide.site.replacing { context in
      AnimalsGuide(
        root: AnimalsRoot(store: store, timeout: context.timeout, makeID: { UUID().uuidString }))
    }
    try await withSite(own, timeout: timeout, body)
  }

  @Test func `A failed first load can be retried`() async throws {
    let disk = FailingStore()
    disk.isFull = true
    try await withDisk(disk) { site in
      let failed = try await site.get("/animals")
      #expect(failed.status == 200)
      #expect(failed.text.contains("The categories could not be loaded. The disk is full."))
      let again = try await site.post("/animals/categoryList/onTapTryAgainButton", [:])
      #expect(again.status == 503)
      disk.isFull = false
      #expect(try await site.post("/animals/categoryList/onTapTryAgainButton", [:]).status == 303)
      #expect(try await site.post("/animals/animalList/onTapTryAgainButton", [:]).status == 303)
      #expect(try await site.get("/animals?category=Mammal").text.contains("Red kangaroo"))
    }
  }

  @Test(
    arguments: [
      (
        "animalEditor/onTapAddAnimalButton",
        ["id": "A-1", "name": "Eagle", "diet": "Carnivore", "categoryId": "Bird"],
        [#"value="Eagle""#, #"value="A-1""#, #"value="Bird" selected"#]
      ),
      (
        "animalEditor/onTapUpdateAnimalButton",
        [
          "animalId": "Dog", "version": "0", "name": "Dingo", "diet": "Carnivore",
          "categoryId": "Mammal",
        ],
        [#"value="Dingo""#, #"value="Dog""#, #"value="Mammal" selected"#]
      ),
      ("animalDetail/onTapDeleteSelectedAnimalButton", ["animalId": "Dog"], []),
      ("categoryList/onTapReloadSampleDataButton", [:], []),
    ] as [(String, KeyValuePairs<String, String>, [String])])
  func `A form keeps its input after a failed load`(
    event: String, form: KeyValuePairs<String, String>, typed: [String]
  ) async throws {
    let disk = FailingStore()
    disk.isFull = true
    try await withDisk(disk) { site in
      let refused = try await site.post("/animals/\(event)", form)
      #expect(refused.status == 503)
      for text in ["The disk is full.", "Try again"] + typed {
        #expect(refused.text.contains(text))
      }
      disk.isFull = false
      // One retry loads both.
      #expect(try await site.post("/animals/animalList/onTapTryAgainButton", [:]).status == 303)
      #expect(try await site.get("/animals?animal=Dog").text.contains("Dog"))
      let page = try await site.get("/animals?category=Mammal").text
      #expect(!page.contains("could not be loaded"))
      #expect(!page.contains("Eagle"))
    }
  }

  @Test func `A failed addition keeps the input`() async throws {
    let disk = FailingStore()
    try await withDisk(disk) { site in
      _ = try await site.get("/animals")
      disk.isFull = true
      let failed = try await site.add("A-1", "Eagle")
      #expect(failed.status == 503)
      #expect(failed.text.contains("The disk is full. What you typed is kept."))
      #expect(failed.text.contains(#"value="Eagle""#))
      #expect(failed.text.contains(#"value="A-1""#))
      disk.isFull = false
      #expect(try await site.add("A-1", "Eagle").status == 303)
    }
  }

  @Test func `A failed deletion keeps the animal and shows the error`() async throws {
    let disk = FailingStore()
    try await withDisk(disk) { site in
      _ = try await site.get("/animals")
      disk.isFull = true
      let failed = try await site.delete("Dog", at: "?category=Mammal")
      #expect(failed.status == 503)
      #expect(failed.text.contains("Saving the last change failed. The disk is full."))
      #expect(try await site.get("/animals?animal=Dog").status == 200)
    }
  }

  @Test func `A failed reload keeps the previous data`() async throws {
    let disk = FailingStore()
    try await withDisk(disk) { site in
      _ = try await site.get("/animals")
      disk.isFull = true
      let failed = try await site.post("/animals/categoryList/onTapReloadSampleDataButton", [:])
      #expect(failed.status == 503)
      let page = try await site.get("/animals?category=Mammal")
      #expect(page.text.contains("Red kangaroo"))
      #expect(page.text.contains("Try again"))
    }
  }

  @Test(.timeLimit(.minutes(1)))
  func `A slow save is shown in progress and then as done`() async throws {
    let disk = FailingStore()
    try await withDisk(disk, timeout: .milliseconds(50)) { site in
      while try await !site.get("/animals?category=Mammal").text.contains("Red kangaroo") {}
      let opened = try await site.get("/animals?category=Mammal&animal=Dog&dialog=edit")
      let version = try hidden("version", in: opened.text)
      disk.isHeld = true
      let slow = try await site.update(version: version, name: "Hound")
      #expect(slow.status == 303)
      #expect(slow["location"] == "/animals?category=Mammal&animal=Dog")
      let waiting = try await site.get("/animals?category=Mammal&animal=Dog")
      #expect(waiting.text.contains("Saving"))
      #expect(waiting.text.contains("<button class=\"button\" disabled>Edit</button>"))
      #expect(waiting.text.contains(asksAgain))

      #expect(try await site.delete("Dog", at: "?category=Mammal").status == 503)

      disk.isHeld = false
      while try await site.get("/animals?animal=Dog").text.contains("Saving") {}
      #expect(try await site.get("/animals?animal=Dog").text.contains("Hound"))
    }
  }
}

/// An in-memory store that simulates a full or slow disk.
private final class FailingStore: PersistentSessionPersistentStore, Sendable {
  struct DiskFull: LocalizedError {
    var errorDescription: String? { "The disk is full." }
  }

  private let store: LocalStore<UUID>
  private let full = Atomic<Bool>(false)
  private let held = Atomic<Bool>(false)

  init() {
    store = LocalStore(isStoredInMemoryOnly: true)
  }

  var isFull: Bool {
    get { full.load(ordering: .sequentiallyConsistent) }
    set { full.store(newValue, ordering: .sequentiallyConsistent) }
  }

  var isHeld: Bool {
    get { held.load(ordering: .sequentiallyConsistent) }
    set { held.store(newValue, ordering: .sequentiallyConsistent) }
  }

  private func check() async throws {
    while isHeld { try await Task.sleep(for: .milliseconds(2)) }
    if isFull { throw DiskFull() }
  }

  func connect(to store: Store<AnimalsState, AnimalsAction>) async throws {
    try await self.store.connect(to: store)
  }

  func fetchAnimalsQuery() async throws -> [Animal] {
    try await check()
    return try await store.fetchAnimalsQuery()
  }

  func addAnimalMutation(
    name: String, diet: Animal.Diet, categoryId: AnimalsData.Category.ID
  ) async throws -> Animal {
    try await check()
    return try await store.addAnimalMutation(name: name, diet: diet, categoryId: categoryId)
  }

  func addAnimalMutation(_ animal: Animal, by origin: ChangeOrigin) async throws -> Animal {
    try await check()
    return try await store.addAnimalMutation(animal, by: origin)
  }

  func updateAnimalMutation(
    animalId: Animal.ID, name: String, diet: Animal.Diet, categoryId: AnimalsData.Category.ID
  ) async throws -> Animal {
    try await check()
    return try await store.updateAnimalMutation(
      animalId: animalId, name: name, diet: diet, categoryId: categoryId)
  }

  func changeAnimalsMutation(_ operation: RecordsOperation<Animal>) async throws {
    try await check()
    try await store.changeAnimalsMutation(operation)
  }

  func deleteAnimalMutation(animalId: Animal.ID) async throws -> Animal {
    try await check()
    return try await store.deleteAnimalMutation(animalId: animalId)
  }

  func fetchCategoriesQuery() async throws -> [AnimalsData.Category] {
    try await check()
    return try await store.fetchCategoriesQuery()
  }

  func reloadSampleDataMutation() async throws -> (
    animals: [Animal], categories: [AnimalsData.Category]
  ) {
    try await check()
    return try await store.reloadSampleDataMutation()
  }
}
