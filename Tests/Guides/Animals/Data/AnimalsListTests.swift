import HashTreeCollections
import ImmutableData
import Records
import TestSupport
import Testing

@testable import AnimalsData

/// The lists that the state keeps in order.
@Suite struct AnimalsListTests {
  /// Animals of two categories; the names begin with a letter of the alphabet.
  private static func animals(_ count: Int) -> [Animal] {
    (0..<count).map { number in
      Animal(
        animalId: "A\(number)", name: "\(["Ära", "bee", "Cod", "dab"][number % 4]) \(number)",
        diet: .omnivorous, categoryId: number.isMultiple(of: 3) ? "Bird" : "Fish")
    }
  }

  private static func state(_ count: Int) throws -> AnimalsState {
    try AnimalsReducer.reduce(
      state: AnimalsState(),
      action: .data(.log([.everything(categories: Category.samples, animals: animals(count))])))
  }

  /// Returns the animals of a list, without the index.
  ///
  /// - Parameter changes: the places of the last changes of animals.
  private func expected(
    _ list: AnimalsList, _ all: [Animal], changes: [Animal.ID: Int] = [:]
  ) -> [Animal] {
    let found = all.filter { animal in
      (list.categoryId == nil || animal.categoryId == list.categoryId)
        && (list.search ?? "").split(separator: " ").allSatisfy {
          animal.name.lowercased().contains($0.lowercased())
        }
    }
    switch list.order {
    case .name: return found.sorted { $0.sortName < $1.sortName }
    case .newest: return found.reversed()
    case .changed:
      return found.enumerated().map { ((changes[$1.id] ?? -1, $0), $1) }.sorted { $0.0 > $1.0 }
        .map(\.1)
    }
  }

  private static let lists = [nil, "Bird", "Fish", "Mammal"].flatMap { categoryId in
    [nil, "b", "3 c", "nothing"].flatMap { search in
      AnimalsList.Order.allCases.map {
        AnimalsList(categoryId: categoryId, search: search, order: $0)
      }
    }
  }

  @Test(arguments: lists) func `A page has the animals of its positions`(
    _ list: AnimalsList
  ) throws {
    let state = try Self.state(450)
    let all = expected(list, Self.animals(450))
    let first = AnimalsState.selectAnimalsPage(of: list)(state)
    #expect(first.count == all.count)
    #expect(first.animals == Array(all.prefix(100)))
    let last = AnimalsState.selectAnimalsPage(of: list, page: 1_000)(state)
    #expect(last.page == max(1, (all.count + 99) / 100))
    #expect(last.animals == Array(all.dropFirst((last.page - 1) * 100)))
    for rank in stride(from: 0, to: all.count, by: 61) {
      let page = AnimalsState.selectAnimalsPage(of: list, animalId: all[rank].id)(state)
      #expect(page.page == rank / 100 + 1)
      #expect(page.selection?.rank == rank)
      #expect(page.selection?.previous == (rank > 0 ? all[rank - 1].id : nil))
      #expect(page.selection?.next == (rank + 1 < all.count ? all[rank + 1].id : nil))
    }
  }

  @Test func `A search counts the animals of each category`() throws {
    let state = try Self.state(12)
    #expect(AnimalsState.selectAnimalsCounts()(state) == ["Bird": 4, "Fish": 8])
    #expect(AnimalsState.selectAnimalsCounts(search: "BEE")(state) == ["Bird": 1, "Fish": 2])
    #expect(AnimalsState.selectAnimalsCounts(search: "ara 0")(state) == ["Bird": 1])
  }

  /// Every way in which animals change keeps the lists in order.
  @Test func `The lists follow each change`() throws {
    var state = try Self.state(300)
    var all = Self.animals(300)
    var changes: [Animal.ID: Int] = [:]
    var count = 0
    func apply(_ change: AnimalsChange) throws {
      let edits =
        switch change {
        case .edited(let operation, _): operation.edits
        case .everything(_, _, let operation): operation?.edits ?? []
        }
      for edit in edits {
        count += 1
        changes[edit.id] = count
      }
      state = try AnimalsReducer.reduce(state: state, action: .data(.log([change])))
      for list in Self.lists {
        #expect(
          AnimalsState.selectAnimals(of: list)(state) == expected(list, all, changes: changes))
      }
    }
    all.append(.eagle)
    try apply(.put(.eagle, firstNumber: 301))
    all[17] = all[17].moved(to: "Mammal")
    try apply(.put(all[17], firstNumber: 302))
    let gone = all.remove(at: 20)
    try apply(.removed(gone))
    for count in [3, 5_000] {
      // Few changes are made one by one, many make the lists anew.
      let new = (0..<count).map {
        Animal(
          animalId: "N\(count)-\($0)", name: "bee \($0)", diet: .omnivorous, categoryId: "Bird")
      }
      let edits =
        new.map { RecordEdit(id: $0.id, old: nil, new: $0) }
        + all.prefix(2).map { RecordEdit(id: $0.id, old: $0, new: nil) }
      all = Array(all.dropFirst(2)) + new
      try apply(
        .edited(
          RecordsOperation(id: "c\(count)", edits: edits, isForSeveral: true),
          firstNumber: state.animals.lastNumber + 1))
      #expect(state.animals.records.operation("c\(count)")?.edits == edits)
    }
    all = Animal.samples
    try apply(.samples(replacing: state, by: ChangeOrigin(cause: .reset)))
  }

  @Test(arguments: [
    ("newt", "Amphibian", "", "Newt"), ("NEWT", "Amphibian", "Newt", nil),
    ("newt", "Bird", "", nil),
    ("new", "Amphibian", "", nil), ("", "Amphibian", "", nil),
  ])
  func `Another animal of the same name is found`(
    _ name: String, _ categoryId: String, _ besides: String, _ found: String?
  ) {
    let other = AnimalsState.selectAnimal(
      likeName: name, categoryId: categoryId, besides: besides)(.loaded)
    #expect(other?.id == found)
  }

  /// Otherwise the pages of many animals would render each other anew without end.
  @Test func `A history that was read is no change for other animals`() throws {
    func numbers(_ state: AnimalsState) -> [[Int]] {
      let changes = state.animals.records.changes
      return ["Dog", "Cat"].map { [changes[$0], changes.reading(of: $0)] }
    }
    let before = numbers(.loaded)
    let after = numbers(
      try AnimalsReducer.reduce(state: .loaded, action: .data(.didReadHistory(animalId: "Dog"))))
    #expect(after[0] != before[0])
    #expect(after[0][0] == before[0][0], "the animal has not changed")
    #expect(after[1] == before[1])
  }

  // MARK: Undoing

  @Test func `An operation is remembered as one`() throws {
    let edits = [Animal.dog, Animal.cat].map { RecordEdit<Animal>(id: $0.id, old: $0, new: nil) }
    let state = try AnimalsReducer.reduce(
      state: .loaded,
      action: .data(
        .log([
          .edited(
            RecordsOperation(id: "op", edits: edits, isForSeveral: true), firstNumber: 7)
        ])))
    #expect(state.animals.records.operation("op")?.edits == edits)
    #expect(state.animals.recentlyDeleted == [.dog, .cat])
    #expect(state.animals.queue["op"] == .success)
  }

  @Test func `A reload is an operation on all animals that it changes`() throws {
    let origin = ChangeOrigin(visitor: "anna", cause: .reset)
    let reloaded = try AnimalsReducer.reduce(
      state: Self.state(20),
      action: .data(.log([.samples(replacing: Self.state(20), by: origin)])))
    let operation = reloaded.animals.records.operation(AnimalsChange.key(of: origin))
    #expect(operation?.edits.count { $0.new == nil } == 20)
    #expect(operation?.edits.compactMap(\.new) == Animal.samples)
    #expect(operation?.origin == origin)
  }

  @Test func `The part of an operation is known until it succeeds`() throws {
    let operation = RecordsOperation(
      id: "op",
      edits: Self.animals(500).map { RecordEdit(id: $0.id, old: nil, new: $0) }, isForSeveral: true)
    let half = OperationPart(done: 250, of: 500)
    func reduce(_ state: AnimalsState, _ action: AnimalsAction) throws -> AnimalsState {
      try AnimalsReducer.reduce(state: state, action: action)
    }
    func part(in state: AnimalsState) -> OperationPart? {
      state.animals.records.parts["op"]
    }
    let begun = try reduce(.loaded, .ui(.animalList(.onTapChangeAnimalsButton(operation))))
    #expect(part(in: begun) == OperationPart(done: 0, of: 500))
    let halfDone = try reduce(
      begun, .data(.log([.edited(operation.parts[0], firstNumber: 100)])))
    #expect(part(in: halfDone) == half)
    #expect(halfDone.animals.queue["op"] == .waiting)
    let done = try reduce(
      halfDone, .data(.log([.edited(operation.parts[1], firstNumber: 350)])))
    #expect(part(in: done) == nil)
    #expect(done.animals.queue["op"] == .success)
    let endings: [(AnimalsAction.Data.PersistentSession, Status)] = [
      (.didChangeAnimals(id: "op", result: .success(operation: operation)), .success),
      (.didChangeAnimals(id: "op", result: .failure(error: "no")), .failure(error: "no")),
      (.didAbandonOperation(animalId: "op", error: "no"), .failure(error: "no")),
      (
        .didRejectStaleOperation(animalId: "op"),
        .failure(error: "Someone else has changed these animals. Check them, and try again.")
      ),
    ]
    for (ending, status) in endings {
      let ended = try reduce(halfDone, .did(ending))
      #expect(ended.animals.queue["op"] == status)
      #expect(part(in: ended) == (status == .success ? nil : half))
    }
  }

  @Test func `An operation on animals that have changed is refused`() {
    let operation = RecordsOperation(id: "Dog", old: Animal.cat, new: .dog)
    #expect(throws: AnimalsReducer.Error(code: .animalChanged)) {
      try AnimalsReducer.reduce(
        state: .loaded, action: .ui(.animalList(.onTapChangeAnimalsButton(operation))))
    }
  }
}
