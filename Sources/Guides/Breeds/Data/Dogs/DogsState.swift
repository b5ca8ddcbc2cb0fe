public import Foundation
public import ImmutableData

/// The state of the list of breeds: the shared list, and the filter of the
/// window.
public struct DogsState: Hashable, Sendable {
  /// The filter, exactly as entered.
  public var filterQuery: String
  /// All breeds in the order of the API.
  public var dogs: [Dog]
  /// The status of loading the breeds.
  public var status: Status?
  /// The time of the last load; `nil` before the first.
  public var loadedAt: Date?

  public init(
    filterQuery: String, dogs: [Dog], status: Status? = nil, loadedAt: Date? = nil
  ) {
    self.filterQuery = filterQuery
    self.dogs = dogs
    self.status = status
    self.loadedAt = loadedAt
  }

  /// The state before anything was loaded or entered.
  public static let initial = DogsState(filterQuery: "", dogs: [])
}

/// The part of `DogsState` that windows do not share.
public struct DogsInternalState: Hashable, Sendable {
  public var filterQuery: String

  public init(filterQuery: String = "") {
    self.filterQuery = filterQuery
  }

  /// The unshared part of a state.
  public init(_ state: DogsState) {
    self.init(filterQuery: state.filterQuery)
  }
}
