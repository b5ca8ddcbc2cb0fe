/// A change in the log of a store that several instances share.
///
/// The names of the cases and their labels are the format of the log.
public enum PhotosChange: Codable, Hashable, Sendable {
  /// Photos were fetched from a source. Instances with another source ignore
  /// them.
  case photos(FetchedPhotos, source: String)
  /// A banner was uploaded.
  case banner(Banner)
  /// The photos of this instance's source and the banner were replaced.
  case everything(photos: FetchedPhotos?, banner: Banner?)
}
