import AnimalsData
import HashTreeCollections
import ImmutableData
import Testing

/// A row of the transition table, with the complete state before and after, so
/// that unintended changes are found too.
struct Transition: CustomTestStringConvertible, Sendable {
  var name: String
  var before: AnimalsState
  var action: AnimalsAction
  var after: Result<AnimalsState, AnimalsReducer.Error>

  var testDescription: String { name }

  /// A row whose state changes.
  init(
    _ name: String, from before: AnimalsState = .loaded, on action: AnimalsAction,
    to change: (inout AnimalsState) -> Void
  ) {
    self.name = name
    self.before = before
    self.action = action
    self.after = .success(before.with(change))
  }

  /// A row that throws.
  init(
    _ name: String, from before: AnimalsState = .loaded, on action: AnimalsAction,
    throws code: AnimalsReducer.Error.Code
  ) {
    self.name = name
    self.before = before
    self.action = action
    self.after = .failure(AnimalsReducer.Error(code: code))
  }

  func check() {
    let after = Result { try AnimalsReducer.reduce(state: before, action: action) }
    switch (after, self.after) {
    case (.success(let state), .success(let expected)):
      #expect(state == expected)
    case (.failure(let error), .failure(let expected)):
      #expect(error as? AnimalsReducer.Error == expected)
    default:
      Issue.record("\(after) is not \(self.after)")
    }
  }
}

@Suite struct AnimalsReducerTests {
  @Test(arguments: rowsOfLists)
  func `A list starts loading when it appears`(_ row: Transition) { row.check() }

  @Test(arguments: everyStatus, everyStatus)
  func `A reload starts if neither list is loading`(categories: Status?, animals: Status?) {
    let before = AnimalsState.loaded.with {
      $0.categories.status = categories
      $0.animals.status = animals
    }
    let isBusy = categories == .waiting || animals == .waiting
    Transition(
      isBusy ? "R2'" : "R2", from: before,
      on: .ui(.categoryList(.onTapReloadSampleDataButton()))
    ) { state in
      if isBusy { return }
      state.categories.status = .waiting
      state.animals.status = .waiting
    }.check()
  }

  @Test(arguments: rowsOfOperations)
  func `A requested operation is queued as waiting`(_ row: Transition) { row.check() }

  @Test(arguments: rowsOfFetches)
  func `The result of a fetch settles its status`(_ row: Transition) { row.check() }

  @Test(arguments: rowsOfOutcomes)
  func `The result of an operation settles its status`(_ row: Transition) { row.check() }

  @Test func `The initial state is empty`() {
    let state = AnimalsState()
    #expect(
      state
        == AnimalsState(
          categories: .init(data: [:], status: nil),
          animals: .init(data: [:], status: nil, queue: [:])))
  }

  @Test(arguments: AnimalsAction.each)
  func `No action sets a status to empty`(_ action: AnimalsAction) throws {
    let before = AnimalsState.loaded
    let after = try AnimalsReducer.reduce(state: before, action: action)
    #expect(after.categories.status != .empty)
    #expect(after.animals.status != .empty)
    #expect(!after.animals.queue.values.contains(.empty))
  }
}

// MARK: Lists

private let rowsOfLists: [Transition] = everyStatus.flatMap { status in
  let categories = AnimalsState.loaded.with { $0.categories.status = status }
  let animals = AnimalsState.loaded.with { $0.animals.status = status }
  let description = status.map { "\($0)" } ?? "nil"
  let hasFailed = status == .failure(error: "no luck")
  return [
    Transition(
      status == nil ? "R1" : "R1' \(description)", from: categories,
      on: .ui(.categoryList(.onAppear))
    ) { if status == nil { $0.categories.status = .waiting } },
    Transition(
      status == nil ? "R3" : "R3' \(description)", from: animals,
      on: .ui(.animalList(.onAppear))
    ) { if status == nil { $0.animals.status = .waiting } },
    Transition(
      "retry of the categories \(description)", from: categories,
      on: .ui(.categoryList(.onTapTryAgainButton))
    ) { if hasFailed { $0.categories.status = .waiting } },
    Transition(
      "retry of the animals \(description)", from: animals,
      on: .ui(.animalList(.onTapTryAgainButton))
    ) { if hasFailed { $0.animals.status = .waiting } },
  ]
}

// MARK: Operations

/// Any earlier status of the operation is overwritten.
private let rowsOfOperations: [Transition] =
  everyStatus.flatMap { status in
    let description = status.map { "\($0)" } ?? "nil"
    let before = AnimalsState.loaded.with {
      $0.animals.queue["Dog"] = status
      $0.animals.queue["new"] = status
    }
    return [
      Transition(
        "R4 list \(description)", from: before,
        on: .ui(.animalList(.onTapDeleteSelectedAnimalButton(animalId: "Dog")))
      ) { $0.animals.queue["Dog"] = .waiting },
      Transition(
        "R4 detail \(description)", from: before,
        on: .ui(.animalDetail(.onTapDeleteSelectedAnimalButton(animalId: "Dog")))
      ) { $0.animals.queue["Dog"] = .waiting },
      Transition("R5 \(description)", from: before, on: add("new")) {
        $0.animals.queue["new"] = .waiting
      },
      Transition("R6 \(description)", from: before, on: update("Dog")) {
        $0.animals.queue["Dog"] = .waiting
      },
    ]
  } + [
    Transition(
      "R4e list", on: .ui(.animalList(.onTapDeleteSelectedAnimalButton(animalId: "gone"))),
      throws: .animalNotFound),
    Transition(
      "R4e detail", on: .ui(.animalDetail(.onTapDeleteSelectedAnimalButton(animalId: "gone"))),
      throws: .animalNotFound),
    Transition("R5 the id of an existing animal", on: add("Dog")) {
      $0.animals.queue["Dog"] = .waiting
    },
    Transition("R5 without validation", on: add("", name: "", categoryId: "Fungus")) {
      $0.animals.queue[""] = .waiting
    },
    Transition("R6e", on: update("gone"), throws: .animalNotFound),
    Transition("R6e an id that is being added", on: update("new"), throws: .animalNotFound),
  ]

private func add(
  _ id: Animal.ID, name: String = "N", categoryId: Category.ID = "Bird"
) -> AnimalsAction {
  .ui(
    .animalEditor(
      .onTapAddAnimalButton(id: id, name: name, diet: .omnivorous, categoryId: categoryId)))
}

private func update(_ animalId: Animal.ID) -> AnimalsAction {
  .ui(
    .animalEditor(
      .onTapUpdateAnimalButton(
        animalId: animalId, name: "N", diet: .omnivorous, categoryId: "Bird")))
}

// MARK: Fetches

private let moss = Category(categoryId: "Moss", name: "Moss animals")
private let birds = Category(categoryId: "Bird", name: "Birds")

/// Results settle statuses: the log brings what has changed.
private let rowsOfFetches: [Transition] = [
  Transition(
    "R7", from: .loaded.with { $0.categories.status = .waiting },
    on: .did(.didFetchCategories(result: .success(categories: [moss, birds])))
  ) { $0.categories.status = .success },
  Transition("R7f", on: .did(.didFetchCategories(result: .failure(error: "lost")))) {
    $0.categories.status = .failure(error: "lost")
  },
  Transition(
    "R8", from: .loaded.with { $0.animals.status = .waiting },
    on: .did(.didFetchAnimals(result: .success(animals: [.eagle, .dog.moved(to: "Bird")])))
  ) { $0.animals.status = .success },
  Transition("R8f", on: .did(.didFetchAnimals(result: .failure(error: "lost")))) {
    $0.animals.status = .failure(error: "lost")
  },
  Transition(
    "R9",
    from: .loaded.with {
      $0.categories.status = .waiting
      $0.animals.status = .waiting
    },
    on: .did(.didReloadSampleData(result: .success(animals: [.eagle], categories: [moss])))
  ) {
    $0.categories.status = .success
    $0.animals.status = .success
  },
  Transition("R9f", on: .did(.didReloadSampleData(result: .failure(error: "lost")))) {
    $0.categories.status = .failure(error: "lost")
    $0.animals.status = .failure(error: "lost")
  },
]

// MARK: Outcomes

private let rowsOfOutcomes: [Transition] = [
  Transition("R10", on: .did(.didAddAnimal(id: "Eagle", result: .success(animal: .eagle)))) {
    $0.animals.queue["Eagle"] = .success
  },
  Transition(
    "R10 under an id of the store",
    from: .loaded.with { $0.animals.queue["new"] = .waiting },
    on: .did(.didAddAnimal(id: "new", result: .success(animal: .eagle)))
  ) { $0.animals.queue["new"] = .success },
  Transition("R10f", on: .did(.didAddAnimal(id: "new", result: .failure(error: "full")))) {
    $0.animals.queue["new"] = .failure(error: "full")
  },
  Transition(
    "R11",
    on: .did(.didUpdateAnimal(animalId: "Dog", result: .success(animal: .dog.moved(to: "Bird"))))
  ) { $0.animals.queue["Dog"] = .success },
  Transition(
    "R11f", on: .did(.didUpdateAnimal(animalId: "Dog", result: .failure(error: "full")))
  ) { $0.animals.queue["Dog"] = .failure(error: "full") },
  Transition("R12", on: .did(.didDeleteAnimal(animalId: "Dog", result: .success(animal: .dog)))) {
    $0.animals.queue["Dog"] = .success
  },
  Transition(
    "R12f", on: .did(.didDeleteAnimal(animalId: "Dog", result: .failure(error: "full")))
  ) { $0.animals.queue["Dog"] = .failure(error: "full") },
  Transition(
    "abandoned, of an existing animal",
    on: .did(.didAbandonOperation(animalId: "Cat", error: "odd"))
  ) { $0.animals.queue["Cat"] = .failure(error: "odd") },
  Transition(
    "abandoned, of a deleted animal",
    on: .did(.didAbandonOperation(animalId: "gone", error: "odd"))
  ) { $0.animals.queue["gone"] = .failure(error: "odd") },
  Transition("stale", on: .did(.didRejectStaleOperation(animalId: "Cat"))) {
    $0.animals.queue["Cat"] = nil
  },
]
