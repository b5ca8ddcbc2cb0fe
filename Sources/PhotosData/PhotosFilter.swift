/// Tells which actions can matter to which selectors. Each answers in O(1).
public enum PhotosFilter {
  /// Actions that can change which photos there are.
  public static func filterPhotos() -> @Sendable (PhotosState, PhotosAction) -> Bool {
    { _, action in
      switch action {
      case .data(.provider(.didLoadPhotos(.success))),
        .data(.provider(.didFetchPhotos(.success))):
        true
      default:
        false
      }
    }
  }
}
