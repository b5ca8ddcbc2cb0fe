/// A change of the photos or of the banner.
///
/// The names of the cases and their labels are the format of the log.
public enum PhotosChange: Codable, Hashable, Sendable {
  /// Photos were fetched from a source. Instances with another source ignore
  /// them.
  case photos(FetchedPhotos, source: String)
  /// A banner was uploaded.
  case banner(Banner)
}
