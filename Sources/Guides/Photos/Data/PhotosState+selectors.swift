public import Foundation
public import ImmutableData
import TextSearch

extension PhotosState.Photos {
  /// The time in seconds for which photos count as up to date: a refresh within
  /// this time does not fetch them.
  package static let minRefreshInterval = 60.0
  /// The age in seconds after which a visit refreshes the photos.
  package static let maxAge = 3_600.0

  /// Returns the age of the photos; `nil` if there are none, or if they are
  /// from the future, as after a clock was set back.
  package func age(at now: Date) -> TimeInterval? {
    fetched.map { now.timeIntervalSince($0) }.flatMap { $0 >= 0 ? $0 : nil }
  }

  /// Returns true if the photos are up to date, so that a refresh is not
  /// needed.
  package func isFresh(at now: Date) -> Bool {
    status == .success && age(at: now).map { $0 < Self.minRefreshInterval } ?? false
  }

  /// Returns true if a visit should refresh the photos.
  ///
  /// A failed fetch is not repeated by every visit, but after a minute at the
  /// earliest, unless a visitor chooses to retry it.
  package func isDue(at now: Date) -> Bool {
    guard let status, status != .waiting else { return false }
    if let age = age(at: now), age < Self.maxAge { return false }
    guard case .failure = status, let requestedAt else { return true }
    return !(0..<Self.minRefreshInterval).contains(now.timeIntervalSince(requestedAt))
  }
}

extension PhotosState {
  /// Selects the status of loading the photos.
  public static func selectStatus() -> @Sendable (PhotosState) -> Status? {
    { $0.photos.status }
  }

  /// Selects the photos whose titles contain a text, in the order of the
  /// service. O(n).
  public static func selectPhotosValues(
    filteredBy query: String
  ) -> @Sendable (PhotosState) -> [Photo] {
    { state in
      let query = SearchText(query)
      if query.isEmpty { return state.photos.data }
      return state.photos.data.filter { SearchText($0.title).contains(query) }
    }
  }

  /// Selects whether a page can be rendered immediately: the photos were
  /// requested, and the first load is not in progress.
  public static func selectIsReady() -> @Sendable (PhotosState) -> Bool {
    { $0.photos.status.map { status in status != .waiting } ?? false || $0.photos.isLoaded }
  }

  /// Selects whether a visit should refresh the photos.
  public static func selectIsDue(at now: Date) -> @Sendable (PhotosState) -> Bool {
    { $0.photos.status == nil || $0.photos.isDue(at: now) }
  }

  /// Selects whether the photos are up to date, so that a refresh is not
  /// needed.
  public static func selectIsFresh(at now: Date) -> @Sendable (PhotosState) -> Bool {
    { $0.photos.isFresh(at: now) }
  }

  /// Selects the status of uploading the banner.
  public static func selectNetworkState() -> @Sendable (PhotosState) -> NetworkState {
    { $0.banner.networkState }
  }
}
