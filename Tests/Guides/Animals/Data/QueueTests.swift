import AnimalsData
import HashTreeCollections
import ImmutableData
import Records
import TestSupport
import Testing

/// The queue of operations is bounded, but never drops operations in progress.
@Suite struct QueueTests {
  @Test func `The queue stays short over many operations`() throws {
    // Two operations never end, one started first and one halfway.
    var state = try reduce(AnimalsState(), begin("first"))
    var longest = 0
    let count = Cases.count(5 * RecordsState<Animal>.maxQueueLength)
    for number in 0..<count {
      if number == count / 2 { state = try reduce(state, begin("midway")) }
      let id = "\(number)"
      state = try reduce(state, begin(id))
      longest = max(longest, state.animals.queue.count)
      if state.animals.queue[id] != .waiting { Issue.record("\(id) was dropped immediately") }
      state = try reduce(state, end(id, failing: number.isMultiple(of: 2)))
      if state.animals.queue[id] == .waiting { Issue.record("\(id) did not end") }
    }
    #expect(longest == RecordsState<Animal>.maxQueueLength)
    #expect(state.animals.queue["first"] == .waiting)
    #expect(state.animals.queue["midway"] == .waiting)
    #expect(state.animals.queue.values.count { $0 == .waiting } == 2)
  }

  @Test func `The queue keeps all operations in progress`() throws {
    let ids = (0..<RecordsState<Animal>.maxQueueLength + 16).map(String.init)
    var state = AnimalsState()
    for id in ids { state = try reduce(state, begin(id)) }
    #expect(state.animals.queue.count == ids.count)
    #expect(state.animals.queue.values.allSatisfy { $0 == .waiting })

    for id in ids { state = try reduce(state, end(id, failing: false)) }
    #expect(!state.animals.queue.values.contains(.waiting))
    // The next operation drops the finished ones.
    state = try reduce(state, begin("next"))
    #expect(state.animals.queue == ["next": .waiting])
  }

  @Test func `Updating a known operation drops nothing`() throws {
    var state = AnimalsState()
    for number in 0..<RecordsState<Animal>.maxQueueLength {
      state = try reduce(state, end("\(number)", failing: true))
    }
    let full = state
    state = try reduce(state, begin("7"))
    #expect(state == full.with { $0.animals.queue["7"] = .waiting })
  }

  private func reduce(_ state: AnimalsState, _ action: AnimalsAction) throws -> AnimalsState {
    try AnimalsReducer.reduce(state: state, action: action)
  }

  private func begin(_ id: Animal.ID) -> AnimalsAction {
    .ui(
      .animalEditor(
        .onTapAddAnimalButton(id: id, name: id, diet: .omnivorous, categoryId: "Bird")))
  }

  private func end(_ id: Animal.ID, failing: Bool) -> AnimalsAction {
    // The same animal each time, since only the queue matters.
    .did(
      .didAddAnimal(
        id: id, result: failing ? .failure(error: "full") : .success(animal: .eagle)))
  }
}
