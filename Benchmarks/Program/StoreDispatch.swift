import AnimalsData
import AnimalsUI
import ArgumentParser
import Foundation
import HashTreeCollections
import ImmutableData
import ImmutableUI
import Records
import Synchronization

/// `store`: measures a dispatch, compared with the bare update of a dictionary.
struct StoreDispatch: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "store",
    abstract: "Change animals in a store of 65,536, and in a bare dictionary, alternately.")

  @Option(help: "The number of rounds.")
  var rounds = 9

  @Option(help: "The number of changes per round.")
  var changes = 20_000

  private static let count = 65_536

  /// The number of selector evaluations that reached each stage.
  private final class Evaluations: Sendable {
    private let counts = Mutex<[SelectorEvaluation.Stage: Int]>([:])

    func record(_ observation: Observation) {
      guard case .evaluated(let evaluation) = observation else { return }
      counts.withLock { counts in
        for stage in evaluation.stages { counts[stage, default: 0] += 1 }
      }
    }
    /// Returns the counts since the last reset, and resets them.
    func reset() -> [SelectorEvaluation.Stage: Int] {
      counts.withLock { counts in
        defer { counts = [:] }
        return counts
      }
    }
  }

  func run() throws {
    let animals = (0..<Self.count).map { number in
      Animal(
        animalId: "animal-\(number)", name: "Animal \(number)", diet: .omnivorous,
        categoryId: ["Mammal", "Fish", "Bird"][number % 3])
    }
    let all = TreeDictionary(uniqueKeysWithValues: animals.map { ($0.animalId, $0) })
    let renamed = animals.map {
      Animal(
        animalId: $0.animalId, name: $0.name + "!", diet: $0.diet, categoryId: $0.categoryId)
    }
    let evaluations = Evaluations()
    let store = Store(
      initialState: AnimalsState(), reducer: AnimalsReducer.reduce(state:action:))
    try store.dispatch(
      action: .data(
        .persistentSession(
          .didFetchCategories(
            result: .success(
              categories: ["Mammal", "Fish", "Bird"].map {
                Category(categoryId: $0, name: $0)
              })))))
    try store.dispatch(action: loaded(animals))
    let root = AnimalsRoot(store: store, makeID: { "" }, observer: evaluations.record)
    let location = AnimalsRoute.Location(categoryId: "Mammal")

    var bare: [Double] = []
    var whole: [Double] = []
    for round in 0..<rounds {
      let start = round * 7_919
      bare.append(time(bareUpdates(of: all, with: renamed, from: start)))
      whole.append(
        try time {
          for number in 0..<changes {
            try store.dispatch(action: updated(renamed[(start + number * 31) % Self.count]))
          }
        })
    }
    // The evaluations for a page that is requested after each change.
    _ = root.response(at: location)
    _ = evaluations.reset()
    let requests = 60
    for number in 0..<requests {
      try store.dispatch(action: updated(animals[number]))
      _ = root.response(at: location)
    }
    let stages = evaluations.reset()
    func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }
    let ratio = median(zip(whole, bare).map(/))
    print(
      """
      {"animals": \(Self.count), "rounds": \(rounds), "changes": \(changes), \
      "dictionary_us": \(String(format: "%.2f", median(bare))), \
      "dispatch_us": \(String(format: "%.2f", median(whole))), \
      "ratio": \(String(format: "%.2f", ratio)), \
      "updates_a_dispatch": \(evaluated(.update, stages, requests)), \
      "dependencies_a_dispatch": \(evaluated(.updateDependency, stages, requests)), \
      "outputs_a_dispatch": \(evaluated(.updateOutput, stages, requests))}
      """)
  }

  private func evaluated(
    _ stage: SelectorEvaluation.Stage, _ stages: [SelectorEvaluation.Stage: Int], _ requests: Int
  ) -> String {
    String(format: "%.1f", Double(stages[stage] ?? 0) / Double(requests))
  }

  /// Returns a closure that updates a bare dictionary. It retains the last 64
  /// values, as concurrent readers of a store do.
  private func bareUpdates(
    of all: TreeDictionary<Animal.ID, Animal>, with renamed: [Animal], from start: Int
  ) -> () -> Void {
    {
      var current = all
      var retained = [TreeDictionary<Animal.ID, Animal>](repeating: all, count: 64)
      for number in 0..<changes {
        let animal = renamed[(start + number * 31) % Self.count]
        retained[number % 64] = current
        current[animal.animalId] = animal
      }
    }
  }

  private func loaded(_ animals: [Animal]) -> AnimalsAction {
    .data(.log([.everything(categories: [], animals: animals)]))
  }

  private func updated(_ animal: Animal) -> AnimalsAction {
    .data(
      .log([
        .edited(
          RecordsOperation(
            id: animal.id, edits: [RecordEdit(id: animal.id, old: nil, new: animal)]),
          firstNumber: Self.count + 1)
      ]))
  }

  /// Returns the microseconds per change.
  private func time(_ work: () throws -> Void) rethrows -> Double {
    let duration = try ContinuousClock().measure(work)
    return duration / .microseconds(1) / Double(changes)
  }
}
