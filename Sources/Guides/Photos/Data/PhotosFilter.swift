/// Filters for selectors, which match the actions that can change a selector's
/// value.
public enum PhotosFilter {
  /// Returns a filter that matches actions that can change the photos.
  public static func filterPhotos() -> @Sendable (PhotosState, PhotosAction) -> Bool {
    { _, action in
      switch action {
      case .data(.loaded), .data(.provider(.didFetchPhotos(.success))):
        true
      case .data(.log(let changes)):
        changes.contains { if case .banner = $0 { false } else { true } }
      default:
        false
      }
    }
  }
}
