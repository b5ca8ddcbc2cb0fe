public import Foundation
import TextSearch

extension PhotosState.Photos {
  /// For how long photos are as good as new ones: asking again within this
  /// time asks nobody.
  package static let fresh = 60.0
  /// After how long kept photos are fetched anew when somebody looks.
  package static let expired = 3_600.0

  /// How old they are; `nil` where there are none, or where they are from
  /// the future, as after a clock was set back.
  package func age(at now: Date) -> TimeInterval? {
    fetched.map { now.timeIntervalSince($0) }.flatMap { $0 >= 0 ? $0 : nil }
  }

  /// Whether asking anew would bring the same.
  package func isFresh(at now: Date) -> Bool {
    status == .success && age(at: now).map { $0 < Self.fresh } ?? false
  }

  /// Whether looking at them is a reason to fetch them anew.
  ///
  /// A failure is not repeated by every visitor: a minute has to pass, or
  /// somebody has to ask for it.
  package func isDue(at now: Date) -> Bool {
    guard let status, status != .waiting else { return false }
    if let age = age(at: now), age < Self.expired { return false }
    guard case .failure = status, let asked else { return true }
    return !(0..<Self.fresh).contains(now.timeIntervalSince(asked))
  }
}

extension PhotosState {
  /// How far the photos have come.
  public static func selectStatus() -> @Sendable (PhotosState) -> Status? {
    { $0.photos.status }
  }

  /// The photos whose titles hold a text, in the order of the service. O(n).
  public static func selectPhotosValues(
    filteredBy query: String
  ) -> @Sendable (PhotosState) -> [Photo] {
    { state in
      let query = SearchText(query)
      if query.isEmpty { return state.photos.data }
      return state.photos.data.filter { SearchText($0.title).contains(query) }
    }
  }

  /// Whether a page can be shown at once: neither has nobody asked yet, nor
  /// do the first photos come just now.
  public static func selectIsReady() -> @Sendable (PhotosState) -> Bool {
    { $0.photos.status.map { status in status != .waiting } ?? false || $0.photos.isLoaded }
  }

  /// Whether looking at the photos is a reason to fetch them anew.
  public static func selectIsDue(at now: Date) -> @Sendable (PhotosState) -> Bool {
    { $0.photos.status == nil || $0.photos.isDue(at: now) }
  }

  /// Whether asking for newer photos would bring the same.
  public static func selectIsFresh(at now: Date) -> @Sendable (PhotosState) -> Bool {
    { $0.photos.isFresh(at: now) }
  }

  /// How an upload of the banner is going.
  public static func selectNetworkState() -> @Sendable (PhotosState) -> NetworkState {
    { $0.banner.networkState }
  }
}
