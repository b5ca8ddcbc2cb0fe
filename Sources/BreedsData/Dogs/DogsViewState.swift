import Foundation

/// The list of breeds as it is displayed.
public struct DogsViewState: Hashable, Sendable {
  /// Whether there is something to list.
  public enum LoadingState: Hashable, Sendable {
    case loading
    case loaded(breeds: [String])
  }

  /// What stands in the field of the filter.
  public var filterText: String
  public var loadingState: LoadingState

  public init(filterText: String, loadingState: LoadingState) {
    self.filterText = filterText
    self.loadingState = loadingState
  }

  /// The names of the breeds; none while loading.
  public var breeds: [String] {
    if case .loaded(let breeds) = loadingState { breeds } else { [] }
  }

  /// Whether nothing was loaded yet.
  public var isLoading: Bool { loadingState == .loading }
}

extension DogsViewState {
  /// The names that hold what was typed, in the order of the list.
  public init(_ state: DogsState) {
    self.init(
      filterText: state.filterQuery,
      loadingState: state.dogs.isEmpty
        ? .loading
        : .loaded(
          breeds: state.dogs.filter { $0.isNamed(like: state.filterQuery) }
            .map { $0.breed.capitalizedFirstLetter }))
  }
}

extension Dog {
  /// Whether the breed's name holds a text, without regard to case. Every
  /// name holds the empty text.
  func isNamed(like text: String) -> Bool {
    // An empty text is held by nothing, for Foundation.
    text.isEmpty || breed.capitalizedFirstLetter.lowercased().contains(text.lowercased())
  }
}

extension String {
  /// The first character in the form that words begin with, the others as
  /// they are.
  package var capitalizedFirstLetter: String {
    prefix(1).capitalized + dropFirst()
  }
}
