/// The number of operations that a selector has performed, which proves that it
/// computes no more than necessary.
///
/// ```swift
/// let before = SelectorCounts(filters: 1, outputSelects: 1)
/// let after = SelectorCounts(filters: 5, outputSelects: 1)
/// print((after - before).filters)  // 4
/// ```
public struct SelectorCounts: Hashable, Sendable {
  /// The number of calls of the filter.
  public var filters = 0
  /// The number of selected dependencies.
  public var dependencySelects = 0
  /// The number of compared dependencies.
  public var dependencyComparisons = 0
  /// The number of computed outputs.
  public var outputSelects = 0
  /// The number of compared outputs.
  public var outputComparisons = 0
  /// The number of outputs that differed from the previous one, including the
  /// first.
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

  /// Returns the operations between two readings.
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

  /// Returns the operations of two selectors together.
  public static func + (left: SelectorCounts, right: SelectorCounts) -> SelectorCounts {
    left - (SelectorCounts() - right)
  }
}
