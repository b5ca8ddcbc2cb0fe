/// The dependencies of a selector, and what they were when last looked at.
protocol Dependencies<State>: Sendable {
  associatedtype State

  /// Selects all of them, and compares each with its last value until one
  /// differs. The new values are kept in any case.
  ///
  /// - Returns: whether the output has to be made: one differs, or this is
  ///   the first look, or there is nothing to compare.
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
