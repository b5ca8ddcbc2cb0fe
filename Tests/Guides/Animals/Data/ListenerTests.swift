import AnimalsData
import HashTreeCollections
import ImmutableData
import TestSupport
import Testing

/// A row of the listener's table: an action, and the call of the persistent
/// store that it causes.
struct ListenerRow: CustomTestStringConvertible, Sendable {
  var name: String
  var state: AnimalsState
  var action: AnimalsAction
  var call: StoreCall?

  var testDescription: String { "\(name): \(call.map { "\($0)" } ?? "nothing")" }

  init(_ name: String, _ state: AnimalsState, _ action: AnimalsAction, _ call: StoreCall?) {
    self.name = name
    self.state = state
    self.action = action
    self.call = call
  }
}

@Suite struct ListenerTests {
  @Test(arguments: rowsOfLists + rowsOfReload + rowsOfOperations)
  func `Each action causes its call of the persistent store`(_ row: ListenerRow) async throws {
    let fixture = ListenerFixture(row.state)
    try await fixture.store.dispatch(action: row.action)
    #expect(try await fixture.callsBeforeSentinel() == (row.call.map { [$0] } ?? []))
  }

  @Test(arguments: AnimalsAction.each.filter { if case .data = $0 { true } else { false } })
  func `Results cause no calls`(_ action: AnimalsAction) async throws {
    let fixture = ListenerFixture()
    try await fixture.store.dispatch(action: action)
    #expect(try await fixture.callsBeforeSentinel() == [])
  }

  /// The listener does not observe an action that the reducer rejects.
  @Test func `Rejected actions cause no calls`() async throws {
    let fixture = ListenerFixture()
    #expect(throws: AnimalsReducer.Error(code: .animalNotFound)) {
      try fixture.dispatch(.animalDetail(.onTapDeleteSelectedAnimalButton(animalId: "gone")))
    }
    #expect(try await fixture.callsBeforeSentinel() == [])
  }

  /// The reducer started the operation at this action, so it runs, whatever
  /// changes the state before the listener handles the action.
  @Test(
    arguments: [
      (
        .categoryList(.onAppear),
        .didFetchCategories(result: .success(categories: [])), .fetchCategories
      ),
      (.animalList(.onAppear), .didFetchAnimals(result: .success(animals: [])), .fetchAnimals),
      (
        .categoryList(.onTapReloadSampleDataButton()),
        .didFetchCategories(result: .success(categories: [])), .reloadSampleData
      ),
      (
        .categoryList(.onTapReloadSampleDataButton()),
        .didFetchAnimals(result: .success(animals: [])), .reloadSampleData
      ),
      (
        .animalDetail(.onTapDeleteSelectedAnimalButton(animalId: "Dog")),
        .didAbandonOperation(animalId: "Dog", error: ""), .delete(animalId: "Dog")
      ),
    ] as [(AnimalsAction.UI, AnimalsAction.Data.PersistentSession, StoreCall)])
  func `An operation runs if its action started it`(
    _ action: AnimalsAction.UI, _ outcome: AnimalsAction.Data.PersistentSession, _ call: StoreCall
  ) async throws {
    let fixture = ListenerFixture(
      .loaded.with {
        $0.categories.status = nil
        $0.animals.status = nil
      })
    try fixture.dispatch(.animalDetail(.onTapDeleteSelectedAnimalButton(animalId: "Newt")))
    #expect(try await fixture.nextCall() == .delete(animalId: "Newt"))
    try fixture.dispatch(action)
    try await fixture.store.dispatch(action: .did(outcome))
    try await fixture.persistentStore.end(with: .failure(TestError()))
    #expect(try await fixture.callsBeforeSentinel() == [call])
  }

  @Test func `Errors are reported`() async throws {
    let fixture = ListenerFixture()
    try fixture.dispatch(.animalDetail(.onTapDeleteSelectedAnimalButton(animalId: "Dog")))
    #expect(try await fixture.nextCall() == .delete(animalId: "Dog"))
    try await fixture.fail()
    try await eventually("the error is reported") { fixture.errors.all.count == 1 }
    #expect(fixture.errors.all.first as? TestError == TestError())
    // The listener continues after an error.
    #expect(try await fixture.callsBeforeSentinel() == [])
  }
}

// MARK: Lists

private let rowsOfLists: [ListenerRow] = everyStatus.flatMap { status in
  let categories = AnimalsState.loaded.with { $0.categories.status = status }
  let animals = AnimalsState.loaded.with { $0.animals.status = status }
  let description = status.map { "\($0)" } ?? "nil"
  let hasFailed = status == .failure(error: "no luck")
  return [
    ListenerRow(
      "categories appear, \(description)", categories, .ui(.categoryList(.onAppear)),
      status == nil ? .fetchCategories : nil),
    ListenerRow(
      "animals appear, \(description)", animals, .ui(.animalList(.onAppear)),
      status == nil ? .fetchAnimals : nil),
    ListenerRow(
      "retry of the categories, \(description)", categories,
      .ui(.categoryList(.onTapTryAgainButton)),
      hasFailed ? .fetchCategories : nil),
    ListenerRow(
      "retry of the animals, \(description)", animals, .ui(.animalList(.onTapTryAgainButton)),
      hasFailed ? .fetchAnimals : nil),
  ]
}

// MARK: Reload

private let rowsOfReload: [ListenerRow] = everyStatus.flatMap { categories in
  everyStatus.map { animals in
    ListenerRow(
      "reload, \(categories.map { "\($0)" } ?? "nil"), \(animals.map { "\($0)" } ?? "nil")",
      .loaded.with {
        $0.categories.status = categories
        $0.animals.status = animals
      },
      .ui(.categoryList(.onTapReloadSampleDataButton())),
      categories == .waiting || animals == .waiting ? nil : .reloadSampleData)
  }
}

// MARK: Operations

private let rowsOfOperations: [ListenerRow] = everyStatus.flatMap { status in
  let description = status.map { "\($0)" } ?? "nil"
  let state = AnimalsState.loaded.with {
    $0.animals.queue["Dog"] = status
    $0.animals.queue["new"] = status
  }
  let isIdle = status != .waiting
  return [
    ListenerRow(
      "delete in the list, \(description)", state,
      .ui(.animalList(.onTapDeleteSelectedAnimalButton(animalId: "Dog"))),
      isIdle ? .delete(animalId: "Dog") : nil),
    ListenerRow(
      "delete in the detail, \(description)", state,
      .ui(.animalDetail(.onTapDeleteSelectedAnimalButton(animalId: "Dog"))),
      isIdle ? .delete(animalId: "Dog") : nil),
    ListenerRow(
      "add, \(description)", state,
      .ui(
        .animalEditor(
          .onTapAddAnimalButton(id: "new", name: "N", diet: .herbivorous, categoryId: "Fish"))),
      isIdle
        ? .add(animalId: "new", name: "N", diet: .herbivorous, categoryId: "Fish") : nil),
    ListenerRow(
      "update, \(description)", state,
      .ui(
        .animalEditor(
          .onTapUpdateAnimalButton(
            animalId: "Dog", name: "N", diet: .herbivorous, categoryId: "Fish"))),
      isIdle
        ? .update(animalId: "Dog", name: "N", diet: .herbivorous, categoryId: "Fish") : nil),
  ]
}
