package import Foundation
package import ImmutableData

/// The state of the guide to photos: the photos, and the banner above them.
public struct PhotosState: Hashable, Sendable {
  package var photos = Photos()
  package var banner = BannerState()

  /// The state before anything was requested.
  public init() {}
}

extension PhotosState {
  /// The photos, and the status of loading them.
  ///
  /// A failure never removes photos that were loaded before.
  package struct Photos: Hashable, Sendable {
    package var data: [Photo] = []
    package var status: Status?
    /// True if `data` is a response of the service, which may be empty.
    package var isLoaded = false
    /// The time of the response.
    package var fetched: Date?
    /// The number of rows in the response that could not be decoded.
    package var skipped = 0
    /// The time of the last request.
    package var requestedAt: Date?
    /// True if the kept photos were read, even if there were none.
    package var isRead = false
  }

  /// The banner, and the status of its last upload.
  package struct BannerState: Hashable, Sendable {
    package var banner = Banner()
    package var networkState = NetworkState.notStarted
    /// The banner that is being uploaded, or that failed to upload.
    package var submitted: Banner?
  }
}
