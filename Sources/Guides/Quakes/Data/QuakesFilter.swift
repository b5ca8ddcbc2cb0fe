/// Filters that tell which actions can affect a selector's output. Each call is
/// O(1).
public enum QuakesFilter {
  /// Returns a filter for actions that can change the quakes.
  public static func filterQuakes() -> @Sendable (QuakesState, QuakesAction) -> Bool {
    { _, action in
      switch action {
      case .ui(.quakeList(.onTapDeleteSelectedQuakeButton)),
        .ui(.quakeList(.onTapDeleteAllQuakesButton)),
        .ui(.quakeList(.onTapRestoreQuakesButton)),
        .data(.persistentSession(.localStore(.didFetchQuakes(.success)))),
        .data(.persistentSession(.remoteStore(.didFetchQuakes(.success)))),
        .data(.persistentSession(.remoteStore(.didFetchFeed))),
        .data(.log):
        true
      default:
        false
      }
    }
  }
}
