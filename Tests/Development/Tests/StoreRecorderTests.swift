import AnimalsData
import Foundation
import ImmutableData
import Testing

@testable import DevelopmentTools

/// The recorded actions of a store, with their changes, and the counted evaluations.
@Suite struct StoreRecorderTests {
  private static let fetched = AnimalsAction.data(
    .log([.everything(categories: [], animals: Animal.samples)]))
  private static let appeared = AnimalsAction.ui(.animalList(.onAppear))
  private static let add = AnimalsAction.ui(
    .animalEditor(
      .onTapAddAnimalButton(
        id: "new", name: "Red panda", diet: .omnivorous, categoryId: "Mammal")))

  private func store(_ recorder: StoreRecorder) -> ImmutableData.Store<AnimalsState, AnimalsAction>
  {
    Store(
      initialState: AnimalsState(), observer: { recorder.record($0) },
      reducer: AnimalsReducer.reduce(state:action:))
  }

  @Test func `Each action is recorded with the states before and after it`() throws {
    let recorder = StoreRecorder(name: "animals", now: { Date(timeIntervalSince1970: 60) })
    let store = store(recorder)
    try store.dispatch(action: Self.appeared)
    try store.dispatch(action: Self.fetched)
    let steps = recorder.steps
    #expect(steps.map(\.revision) == [1, 2])
    #expect(steps.map(\.name) == ["ui.animalList.onAppear", "data.log"])
    #expect(steps.map { $0.action as? AnimalsAction } == [Self.appeared, Self.fetched])
    let states = steps.map { ($0.before as? AnimalsState, $0.after as? AnimalsState) }
    #expect(states[0].0 == AnimalsState())
    #expect(states[0].1 == states[1].0)
    #expect(states[1].1 == store.snapshot.state)
    #expect(steps.map(\.date) == Array(repeating: Date(timeIntervalSince1970: 60), count: 2))
  }

  @Test func `A rejected action is not recorded`() {
    let recorder = StoreRecorder(name: "animals")
    let store = store(recorder)
    struct Rejection: Error {}
    #expect(throws: Rejection.self) {
      try store.dispatch(action: Self.appeared, given: { _ in throw Rejection() })
    }
    #expect(recorder.steps.isEmpty)
  }

  @Test func `A full recorder evicts its oldest actions`() throws {
    let recorder = StoreRecorder(name: "animals", capacity: 3)
    let store = store(recorder)
    for _ in 0..<10 { try store.dispatch(action: Self.appeared) }
    #expect(recorder.steps.map(\.revision) == [8, 9, 10])
  }

  @Test func `The changes of an action are described without the rest of the state`() throws {
    let recorder = StoreRecorder(name: "animals")
    let store = store(recorder)
    try store.dispatch(action: Self.appeared)
    try store.dispatch(action: Self.fetched)
    try store.dispatch(action: Self.add)
    try store.dispatch(action: Self.appeared)
    let differences = recorder.steps.map { ValueText.lines(from: $0.before, to: $0.after) }
    let difference = differences[2]
    #expect(difference.contains { $0.hasPrefix("+") && $0.contains("\"new\"") })
    #expect(
      !difference.contains { $0.contains("Kangaroo") },
      "the difference contains an unchanged animal")
    #expect(differences[3] == [], "the states are equal")
    let action = ValueText.lines(of: recorder.steps[2].action)
    #expect(action.contains { $0.contains("name: \"Red panda\"") })
  }

  @Test func `A large change is shortened`() throws {
    let recorder = StoreRecorder(name: "animals")
    let animals = (0..<1_000).map {
      Animal(animalId: "\($0)", name: "Animal \($0)", diet: .omnivorous, categoryId: "Mammal")
    }
    try store(recorder).dispatch(
      action: .data(.log([.everything(categories: [], animals: animals)])))
    let step = try #require(recorder.steps.first)
    #expect(ValueText.lines(of: step.action) == ["More than 200 elements are omitted."])
    let difference = ValueText.lines(from: step.before, to: step.after)
    #expect(difference.contains("  … (980 more)"))
    #expect(difference.count < 400)
  }

  @Test func `Evaluations are counted by the names of the selectors`() {
    let recorder = StoreRecorder(name: "animals")
    for label in ["SelectAnimal(animalId: Dog)", "SelectAnimal(animalId: Cat)", "counts"] {
      recorder.countEvaluation(of: label)
    }
    #expect(recorder.evaluations == ["SelectAnimal": 2, "counts": 1])
  }
}
