/// Filters that tell which actions can affect a selector's output. Each call is
/// O(1).
public enum QuakesFilter {
  /// Returns a filter for actions that can change the quakes.
  public static func filterQuakes() -> @Sendable (QuakesState, QuakesAction) -> Bool {
    { _, action in
      switch action {
      case .data(.loaded), .data(.log): true
      default: false
      }
    }
  }
}
