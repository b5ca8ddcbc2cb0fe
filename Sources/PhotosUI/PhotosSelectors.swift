import Foundation
import ImmutableUI
import PhotosData

/// A reader of the photos' store.
typealias SelectPhotos = Select<PhotosState, PhotosAction>

/// The query of a page of the list.
struct PhotosPageQuery: Hashable, Sendable {
  /// How many photos a page has.
  static let pageLength = 100

  let query: String
  let page: Int

  init(_ location: PhotosLocation) {
    query = location.query
    page = location.page
  }

  func result(_ state: PhotosState) -> PhotosPageResult {
    let matches = PhotosState.selectPhotosValues(filteredBy: query)(state)
    let page = matches.dropFirst((page - 1) * Self.pageLength).prefix(Self.pageLength)
    return PhotosPageResult(count: matches.count, photos: Array(page))
  }
}

/// What a page of the list shows of the matches of a query.
struct PhotosPageResult: Hashable, Sendable {
  /// How many photos there are on all pages.
  var count: Int
  /// Those of the page.
  var photos: [Photo]
}

/// How far asking for photos has come: all of it but the photos.
struct PhotosProgress: Hashable, Sendable {
  var status: Status?
  var isLoaded = false
  var total = 0
  var fetched: Date?
  var skipped = 0
  var saveError: String?
}

extension ViewSelector
where State == PhotosState, Action == PhotosAction, Output == PhotosPageResult {
  /// The photos of a page. Searching is done once for all who search so.
  static func photosValues(_ query: PhotosPageQuery) -> Self {
    ViewSelector(
      id: query, label: "SelectPhotosValues(\(query))",
      filter: PhotosFilter.filterPhotos(),
      outputSelector: OutputSelector(select: query.result))
  }
}

extension ViewSelector
where State == PhotosState, Action == PhotosAction, Output == PhotosProgress {
  static var progress: Self {
    ViewSelector(
      label: "SelectPhotosProgress",
      outputSelector: OutputSelector { state in
        PhotosProgress(
          status: state.photos.status, isLoaded: state.photos.isLoaded,
          total: state.photos.data.count, fetched: state.photos.fetched,
          skipped: state.photos.skipped, saveError: state.photos.saveError)
      })
  }
}

extension ViewSelector
where State == PhotosState, Action == PhotosAction, Output == PhotosState.BannerState {
  static var banner: Self {
    ViewSelector(label: "SelectBanner", outputSelector: OutputSelector { $0.banner })
  }
}
