/// What a selector has done so far: the evidence that it does no more than
/// it has to.
public struct SelectorCounts: Hashable, Sendable {
  /// Calls of the filter.
  public var filters = 0
  /// Dependencies selected.
  public var dependencySelects = 0
  /// Dependencies compared.
  public var dependencyComparisons = 0
  /// Outputs made.
  public var outputSelects = 0
  /// Outputs compared.
  public var outputComparisons = 0
  /// Outputs that differed from the one before, the first included.
  public var publishes = 0

  public init(
    filters: Int = 0, dependencySelects: Int = 0, dependencyComparisons: Int = 0,
    outputSelects: Int = 0, outputComparisons: Int = 0, publishes: Int = 0
  ) {
    self.filters = filters
    self.dependencySelects = dependencySelects
    self.dependencyComparisons = dependencyComparisons
    self.outputSelects = outputSelects
    self.outputComparisons = outputComparisons
    self.publishes = publishes
  }

  /// What was done between two readings.
  public static func - (later: SelectorCounts, earlier: SelectorCounts) -> SelectorCounts {
    SelectorCounts(
      filters: later.filters - earlier.filters,
      dependencySelects: later.dependencySelects - earlier.dependencySelects,
      dependencyComparisons: later.dependencyComparisons - earlier.dependencyComparisons,
      outputSelects: later.outputSelects - earlier.outputSelects,
      outputComparisons: later.outputComparisons - earlier.outputComparisons,
      publishes: later.publishes - earlier.publishes
    )
  }

  /// What was done by two selectors together.
  public static func + (left: SelectorCounts, right: SelectorCounts) -> SelectorCounts {
    left - (SelectorCounts() - right)
  }
}
