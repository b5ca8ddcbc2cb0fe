import Foundation
import ImmutableData
import ImmutableUI
import PhotosData

/// Reads the store of the photos.
typealias SelectPhotos = Select<PhotosState, PhotosAction>

/// The query of a page of the list.
struct PhotosPageQuery: Hashable, Sendable {
  /// The number of photos per page.
  static let pageLength = 100

  let query: String
  let page: Int

  init(_ location: PhotosLocation) {
    query = location.search
    page = location.page
  }

  func result(_ state: PhotosState) -> PhotosPageResult {
    let matches = PhotosState.selectPhotosValues(filteredBy: query)(state)
    let page = matches.dropFirst((page - 1) * Self.pageLength).prefix(Self.pageLength)
    return PhotosPageResult(count: matches.count, photos: Array(page))
  }
}

/// A page of the matches of a query.
struct PhotosPageResult: Hashable, Sendable {
  /// The number of photos on all pages.
  var count: Int
  /// The photos of the page.
  var photos: [Photo]
}

/// A photo, and its position among those that match a search.
struct PhotoPosition: Hashable, Sendable {
  let photo: Photo
  let index: Int
  let count: Int
  let previous: Photo.ID?
  let next: Photo.ID?

  /// - Returns: `nil` if no photo that matches has this id.
  init?(_ id: Photo.ID, in photos: [Photo]) {
    guard let index = photos.firstIndex(where: { $0.id == id }) else { return nil }
    (photo, self.index, count) = (photos[index], index, photos.count)
    previous = index > 0 ? photos[index - 1].id : nil
    next = index + 1 < photos.count ? photos[index + 1].id : nil
  }
}

/// The progress of loading the photos: their state without the photos
/// themselves.
struct PhotosProgress: Hashable, Sendable {
  var status: Status?
  var isLoaded = false
  var total = 0
  /// The number of albums.
  var albums = 0
  var fetched: Date?
  var skipped = 0
}

extension ViewSelector where State == PhotosState, Action == PhotosAction {
  typealias Selects<Value: Sendable> = ViewSelector<PhotosState, PhotosAction, Value>

  /// The photos of a page. The result is cached per query, so that equal
  /// searches share it.
  static func photosValues(_ query: PhotosPageQuery) -> Selects<PhotosPageResult> {
    .init(id: query, filter: PhotosFilter.filterPhotos(), select: query.result)
  }

  /// A photo among those that match a search; `nil` if there is none.
  static func photo(_ id: Photo.ID, filteredBy query: String) -> Selects<PhotoPosition?> {
    .init(id: [query, "\(id)"], filter: PhotosFilter.filterPhotos()) {
      PhotoPosition(id, in: PhotosState.selectPhotosValues(filteredBy: query)($0))
    }
  }

  static var progress: Selects<PhotosProgress> {
    .init { state in
      PhotosProgress(
        status: state.photos.status, isLoaded: state.photos.isLoaded,
        total: state.photos.data.count,
        albums: Set(state.photos.data.map(\.albumName)).subtracting([""]).count,
        fetched: state.photos.fetched,
        skipped: state.photos.skipped)
    }
  }

  static var banner: Selects<PhotosState.BannerState> { .init { $0.banner } }
}
