import AnimalsData
import HashTreeCollections
import ImmutableData
import TestSupport
import Testing

/// Concurrent operations. In the end, no status is waiting.
@Suite struct ListenerInterleavingTests {
  private let delete = AnimalsAction.UI.animalDetail(
    .onTapDeleteSelectedAnimalButton(animalId: "Dog"))
  private let updateDog = AnimalsAction.UI.animalEditor(
    .onTapUpdateAnimalButton(
      animalId: "Dog", name: "Dog, moved", diet: .carnivorous, categoryId: "Bird"))
  private let updateNewt = AnimalsAction.UI.animalEditor(
    .onTapUpdateAnimalButton(
      animalId: "Newt", name: "Newt, moved", diet: .carnivorous, categoryId: "Fish"))
  private let add = AnimalsAction.UI.animalEditor(
    .onTapAddAnimalButton(
      id: "temporary", name: "Golden eagle", diet: .carnivorous, categoryId: "Bird"))

  /// Checks that no operation is pending, and that there were no further calls.
  private func checkIdle(
    _ fixture: ListenerFixture, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let isWaiting = fixture.store.isWaiting
    #expect(!isWaiting, sourceLocation: sourceLocation)
    let calls = try await fixture.callsBeforeSentinel()
    #expect(calls == [], sourceLocation: sourceLocation)
  }

  private var idle: AnimalsState { .loaded.with { $0.animals.queue["Cat"] = nil } }

  @Test func `Both lists can appear at the same time`() async throws {
    let fixture = ListenerFixture(AnimalsState())
    try fixture.dispatch(.categoryList(.onAppear))
    try fixture.dispatch(.animalList(.onAppear))
    #expect(fixture.store.select { $0.categories.status } == .waiting)
    #expect(fixture.store.select { $0.animals.status } == .waiting)

    // The fetches run one after the other.
    #expect(try await fixture.nextCall() == .fetchCategories)
    #expect(await fixture.persistentStore.pendingCount == 1)
    try await fixture.end(with: .categories(Category.samples))
    #expect(fixture.store.select { $0.animals.status } == .waiting)
    #expect(try await fixture.nextCall() == .fetchAnimals)
    #expect(await fixture.persistentStore.pendingCount == 1)
    try await fixture.end(with: .animals(Animal.samples))
    #expect(fixture.store.select { $0.animals.data } == AnimalsState.loaded.animals.data)
    try await checkIdle(fixture)
  }

  @Test func `Operations run in order, one at a time`() async throws {
    let fixture = ListenerFixture(idle)
    let ids = Animal.samples.map(\.id)
    for id in ids {
      try fixture.dispatch(.animalList(.onTapDeleteSelectedAnimalButton(animalId: id)))
    }
    for animal in Animal.samples {
      #expect(try await fixture.nextCall() == .delete(animalId: animal.id))
      #expect(await fixture.persistentStore.pendingCount == 1)
      try await fixture.end(with: .animal(animal))
    }
    #expect(fixture.store.select { $0.animals.data } == [:])
    try await checkIdle(fixture)
  }

  @Test func `Deleting twice deletes once`() async throws {
    let fixture = ListenerFixture(idle)
    try fixture.dispatch(delete)
    try fixture.dispatch(delete)
    #expect(try await fixture.nextCall() == .delete(animalId: "Dog"))
    try await fixture.end(with: .animal(.dog))
    try await checkIdle(fixture)
    #expect(throws: AnimalsReducer.Error(code: .animalNotFound)) { try fixture.dispatch(delete) }
  }

  /// The second operation is dropped, so the pages check for an operation in
  /// progress first.
  @Test func `A deletion during an update of the animal is ignored`() async throws {
    let fixture = ListenerFixture(idle)
    try fixture.dispatch(updateDog)
    #expect(
      try await fixture.nextCall()
        == .update(
          animalId: "Dog", name: "Dog, moved", diet: .carnivorous, categoryId: "Bird"))
    try fixture.dispatch(delete)
    try await fixture.end(with: .animal(.dog.moved(to: "Bird")))
    #expect(fixture.store.select { $0.animals.queue["Dog"] } == .success)
    #expect(fixture.store.select { $0.animals.data["Dog"] } == .dog.moved(to: "Bird"))
    try await checkIdle(fixture)
  }

  /// The pages request the second operation after the first has ended.
  @Test func `A deletion follows an update`() async throws {
    let fixture = ListenerFixture(idle)
    try fixture.dispatch(updateDog)
    _ = try await fixture.nextCall()
    try await fixture.end(with: .animal(.dog.moved(to: "Bird")))
    try fixture.dispatch(delete)
    #expect(try await fixture.nextCall() == .delete(animalId: "Dog"))
    try await fixture.end(with: .animal(.dog.moved(to: "Bird")))
    #expect(fixture.store.select { $0.animals.data["Dog"] } == nil)
    try await checkIdle(fixture)
  }

  @Test func `An update of an animal that a reload removed is abandoned`() async throws {
    let fixture = ListenerFixture(idle)
    try fixture.dispatch(.categoryList(.onTapReloadSampleDataButton()))
    #expect(try await fixture.nextCall() == .reloadSampleData)
    try fixture.dispatch(updateNewt)
    try await fixture.end(
      with: .samples(animals: [.dog], categories: Category.samples))
    #expect(fixture.store.select { $0.animals.queue["Newt"] } == .waiting)

    #expect(
      try await fixture.nextCall()
        == .update(
          animalId: "Newt", name: "Newt, moved", diet: .carnivorous, categoryId: "Fish"))
    try await fixture.fail(LocalStoreError.animalNotFound)
    #expect(
      fixture.store.select { $0.animals.queue["Newt"] }
        == .failure(error: "This animal no longer exists."))
    #expect(fixture.store.select { $0.animals.data } == ["Dog": .dog])
    #expect(fixture.errors.all.isEmpty)
    try await checkIdle(fixture)
  }

  @Test func `A failed addition can be retried`() async throws {
    let fixture = ListenerFixture(idle)
    let call = StoreCall.add(
      animalId: "temporary", name: "Golden eagle", diet: .carnivorous, categoryId: "Bird")
    try fixture.dispatch(add)
    #expect(try await fixture.nextCall() == call)
    try await fixture.fail()
    #expect(
      fixture.store.select { $0.animals.queue["temporary"] }
        == .failure(error: TestError.message))
    #expect(fixture.store.select { $0.animals.data.count } == Animal.samples.count)

    try fixture.dispatch(add)
    #expect(try await fixture.nextCall() == call)
    try await fixture.end(with: .animal(.eagle))
    #expect(fixture.store.select { $0.animals.queue["temporary"] } == .success)
    #expect(fixture.store.select { $0.animals.queue["Eagle"] } == nil)
    #expect(fixture.store.select { $0.animals.data["Eagle"] } == .eagle)
    try await checkIdle(fixture)
  }

  @Test func `A failed fetch is retried on request only`() async throws {
    let fixture = ListenerFixture(AnimalsState())
    try fixture.dispatch(.animalList(.onAppear))
    #expect(try await fixture.nextCall() == .fetchAnimals)
    try await fixture.fail()
    let failed = Status.failure(error: TestError.message)
    #expect(fixture.store.select { $0.animals.status } == failed)

    // Appearing does not retry.
    try fixture.dispatch(.animalList(.onAppear))
    #expect(fixture.store.select { $0.animals.status } == failed)

    try fixture.dispatch(.animalList(.onTapTryAgainButton))
    #expect(fixture.store.select { $0.animals.status } == .waiting)
    // A second request has no effect.
    try fixture.dispatch(.animalList(.onTapTryAgainButton))
    #expect(try await fixture.nextCall() == .fetchAnimals)
    try await fixture.end(with: .animals([.eagle]))
    #expect(fixture.store.select { $0.animals.status } == .success)
    try await checkIdle(fixture)
  }

  @Test func `A failed fetch of the categories is retried on request`() async throws {
    let fixture = ListenerFixture(AnimalsState())
    try fixture.dispatch(.categoryList(.onAppear))
    #expect(try await fixture.nextCall() == .fetchCategories)
    try await fixture.fail()
    try fixture.dispatch(.categoryList(.onAppear))
    try fixture.dispatch(.categoryList(.onTapTryAgainButton))
    try fixture.dispatch(.categoryList(.onTapTryAgainButton))
    #expect(try await fixture.nextCall() == .fetchCategories)
    try await fixture.end(with: .categories([.bird]))
    #expect(fixture.store.select { $0.categories.status } == .success)
    try await checkIdle(fixture)
  }

  @Test func `A reload recovers from a failed fetch`() async throws {
    let fixture = ListenerFixture(AnimalsState())
    try fixture.dispatch(.animalList(.onAppear))
    _ = try await fixture.nextCall()
    try await fixture.fail()
    try fixture.dispatch(.categoryList(.onTapReloadSampleDataButton()))
    #expect(try await fixture.nextCall() == .reloadSampleData)
    try await fixture.end(
      with: .samples(animals: Animal.samples, categories: Category.samples))
    #expect(fixture.store.select { $0.animals.data } == AnimalsState.loaded.animals.data)
    try await checkIdle(fixture)
  }

  @Test func `A reload during a fetch is ignored`() async throws {
    let fixture = ListenerFixture(AnimalsState())
    try fixture.dispatch(.animalList(.onAppear))
    #expect(try await fixture.nextCall() == .fetchAnimals)
    try fixture.dispatch(.categoryList(.onTapReloadSampleDataButton()))
    #expect(fixture.store.select { $0.categories.status } == nil)
    try await fixture.end(with: .animals([]))
    try await checkIdle(fixture)
  }

  /// “Try again” without a failure does nothing, so it must not take the status
  /// that the reload has set for its own.
  @Test(
    arguments: [
      .categoryList(.onTapTryAgainButton), .animalList(.onTapTryAgainButton),
      .categoryList(.onAppear), .animalList(.onAppear),
    ] as [AnimalsAction.UI])
  func `An action that does nothing does not disturb a reload`(
    _ action: AnimalsAction.UI
  ) async throws {
    let fixture = ListenerFixture(idle)
    // The listener is busy until both actions have been reduced.
    try fixture.dispatch(delete)
    #expect(try await fixture.nextCall() == .delete(animalId: "Dog"))
    try fixture.dispatch(action)
    try fixture.dispatch(.categoryList(.onTapReloadSampleDataButton()))
    try await fixture.end(with: .animal(.dog))

    #expect(try await fixture.nextCall() == .reloadSampleData)
    try await fixture.end(
      with: .samples(animals: Animal.samples, categories: Category.samples))
    try await checkIdle(fixture)
  }

  @Test func `A reload that fails keeps the data`() async throws {
    let fixture = ListenerFixture(idle)
    try fixture.dispatch(.categoryList(.onTapReloadSampleDataButton()))
    #expect(try await fixture.nextCall() == .reloadSampleData)
    try await fixture.fail()
    let failed = Status.failure(error: TestError.message)
    #expect(
      fixture.store.snapshot.state
        == idle.with {
          $0.categories.status = failed
          $0.animals.status = failed
        })
    try await checkIdle(fixture)
  }
}
