/// The dependencies of a selector, with their latest values.
protocol Dependencies<State>: Sendable {
  associatedtype State

  /// Selects all dependencies, and compares each with its previous value until
  /// one differs. The new values replace the previous ones in any case.
  ///
  /// - Returns: True if the output must be computed, because a dependency has
  ///   changed, there are no previous values, or there are no dependencies.
  mutating func update(from state: State, counting counts: inout SelectorCounts) -> Bool
}

struct DependencyPack<State: Sendable, each Dependency: Sendable>: Dependencies {
  private let selectors: (repeat DependencySelector<State, each Dependency>)
  private var values: (repeat each Dependency)?
  private var count = 0

  init(_ selectors: repeat DependencySelector<State, each Dependency>) {
    self.selectors = (repeat each selectors)
    for _ in repeat (each Dependency).self { count += 1 }
  }

  mutating func update(from state: State, counting counts: inout SelectorCounts) -> Bool {
    guard count > 0 else { return true }
    let new = (repeat (each selectors).select(state))
    counts.dependencySelects += count
    defer { values = new }
    guard let old = values else { return true }
    for (selector, old, new) in repeat (each selectors, each old, each new) {
      counts.dependencyComparisons += 1
      if selector.didChange(old, new) { return true }
    }
    return false
  }
}
