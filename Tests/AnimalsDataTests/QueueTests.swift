import AnimalsData
import HashTreeCollections
import TestSupport
import Testing

/// What is remembered of operations is bounded, and what is under way is
/// never forgotten.
@Suite struct QueueTests {
  @Test func `The queue stays short over many operations`() throws {
    // Two that never end, one begun first and one midway.
    var state = try reduce(AnimalsState(), begin("first"))
    var longest = 0
    let count = Cases.count(5 * AnimalsState.longestQueue)
    for number in 0..<count {
      if number == count / 2 { state = try reduce(state, begin("midway")) }
      let id = "\(number)"
      state = try reduce(state, begin(id))
      longest = max(longest, state.animals.queue.count)
      if state.animals.queue[id] != .waiting { Issue.record("\(id) was forgotten at once") }
      state = try reduce(state, end(id, failing: number.isMultiple(of: 2)))
      if state.animals.queue[id] == .waiting { Issue.record("\(id) did not end") }
    }
    #expect(longest == AnimalsState.longestQueue)
    #expect(state.animals.queue["first"] == .waiting)
    #expect(state.animals.queue["midway"] == .waiting)
    #expect(state.animals.queue.values.count { $0 == .waiting } == 2)
  }

  @Test func `The queue keeps all operations under way`() throws {
    let ids = (0..<AnimalsState.longestQueue + 16).map(String.init)
    var state = AnimalsState()
    for id in ids { state = try reduce(state, begin(id)) }
    #expect(state.animals.queue.count == ids.count)
    #expect(state.animals.queue.values.allSatisfy { $0 == .waiting })

    for id in ids { state = try reduce(state, end(id, failing: false)) }
    #expect(!state.animals.queue.values.contains(.waiting))
    // The next one finds that too many have piled up.
    state = try reduce(state, begin("next"))
    #expect(state.animals.queue == ["next": .waiting])
  }

  @Test func `A known operation makes the queue forget nothing`() throws {
    var state = AnimalsState()
    for number in 0..<AnimalsState.longestQueue {
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
    // The same animal each time: this is about the queue.
    .did(
      .didAddAnimal(
        id: id, result: failing ? .failure(error: "full") : .success(animal: .eagle)))
  }
}
