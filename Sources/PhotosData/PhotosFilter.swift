/// Filters for selectors, which match the actions that can change a selector's
/// value. Each runs in O(1).
public enum PhotosFilter {
  /// Returns a filter that matches actions that can change the photos.
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
