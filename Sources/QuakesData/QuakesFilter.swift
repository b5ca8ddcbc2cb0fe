/// Tells which actions can matter to which selectors. Each answers in O(1).
public enum QuakesFilter {
  /// Actions that can change the quakes.
  public static func filterQuakes() -> @Sendable (QuakesState, QuakesAction) -> Bool {
    { _, action in
      switch action {
      case .ui(.quakeList(.onTapDeleteSelectedQuakeButton)),
        .ui(.quakeList(.onTapDeleteAllQuakesButton)),
        .data(.persistentSession(.localStore(.didFetchQuakes(.success)))),
        .data(.persistentSession(.remoteStore(.didFetchQuakes(.success)))),
        .data(.persistentSession(.remoteStore(.didFetchFeed))):
        true
      default:
        false
      }
    }
  }
}
