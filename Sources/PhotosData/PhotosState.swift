package import Foundation

/// All that is known of the photos, and of the banner above them.
public struct PhotosState: Hashable, Sendable {
  package var photos: Photos
  package var banner: BannerState

  /// Nothing is known, and nobody asked.
  public init() {
    self.init(photos: Photos())
  }

  package init(photos: Photos = Photos(), banner: BannerState = BannerState()) {
    self.photos = photos
    self.banner = banner
  }
}

extension PhotosState {
  /// The photos, and how far asking for newer ones has come.
  ///
  /// What came once stays until something newer comes: no failure takes it
  /// away.
  package struct Photos: Hashable, Sendable {
    package var data: [Photo] = []
    package var status: Status?
    /// Whether `data` is what the service said once, though it be nothing.
    package var isLoaded = false
    /// When the service said so.
    package var fetched: Date?
    /// How many of its rows made no sense.
    package var skipped = 0
    /// When somebody asked for newer ones the last time.
    package var asked: Date?
    /// Whether what was kept on the disk was read, though it be nothing.
    package var isRead = false
    /// Why they could not be read from the disk, or kept there.
    package var saveError: String?

    package init() {}
  }

  /// The banner, and what became of the last change of it.
  package struct BannerState: Hashable, Sendable {
    package var banner = Banner()
    package var networkState = NetworkState.notStarted
    /// What is being uploaded, or could not be.
    package var submitted: Banner?

    package init() {}
  }
}
