public import Foundation

/// What the list of breeds works with: the shared list, and its own filter.
public struct DogsState: Hashable, Sendable {
  /// What was typed to filter by.
  public var filterQuery: String
  /// All breeds, in the order of the network.
  public var dogs: [Dog]
  /// How far loading them has come.
  public var loading: Loading
  /// When they were loaded; `nil` where they never were.
  public var loadedAt: Date?

  public init(
    filterQuery: String, dogs: [Dog], loading: Loading = .idle, loadedAt: Date? = nil
  ) {
    self.filterQuery = filterQuery
    self.dogs = dogs
    self.loading = loading
    self.loadedAt = loadedAt
  }

  /// Nothing loaded, nothing typed.
  public static let initial = DogsState(filterQuery: "", dogs: [])
}

/// The part of `DogsState` that nobody shares.
public struct DogsInternalState: Hashable, Sendable {
  public var filterQuery: String

  public init(filterQuery: String = "") {
    self.filterQuery = filterQuery
  }

  /// Keeps only the unshared part.
  public init(_ state: DogsState) {
    self.init(filterQuery: state.filterQuery)
  }
}
