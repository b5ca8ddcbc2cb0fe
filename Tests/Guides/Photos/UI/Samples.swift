import Foundation
import ImmutableData
import ImmutableUI
import Look
import Markup
import PhotosData
import TestSupport

@testable import PhotosUI

let noon = Date(timeIntervalSince1970: 1_714_824_000)

extension Photo {
  /// A photo like those of the original's tests.
  static func hello(_ id: Int, title: String? = nil) -> Photo {
    Photo(
      albumId: 0, id: id, title: title ?? "Hello-\(id)", url: URL(filePath: "/600/\(id)"),
      thumbnailUrl: URL(filePath: "/150/\(id)"))
  }
}

extension PhotosState {
  /// A state with the given number of photos, fetched just now.
  static func hellos(_ count: Int, change: (inout PhotosState) -> Void = { _ in }) -> PhotosState {
    var state = PhotosState()
    state.photos.data = (0..<count).map { .hello($0 + 1) }
    state.photos.status = .success
    state.photos.isLoaded = true
    state.photos.fetched = noon
    change(&state)
    return state
  }

  /// The state during the first load.
  static var loading: PhotosState {
    var state = PhotosState()
    state.photos.status = .waiting
    return state
  }

  /// The state after the first load failed.
  static func failed(_ error: String = "The server answered 500.") -> PhotosState {
    var state = PhotosState()
    state.photos.status = .failure(error: error)
    return state
  }
}

extension PhotosLocation {
  static func location(_ change: (inout PhotosLocation) -> Void) -> PhotosLocation {
    var location = PhotosLocation()
    change(&location)
    return location
  }
}

/// The view state of the page.
func viewState(
  of state: PhotosState, at location: PhotosLocation = .init(), draft: BannerUpdate.Draft? = nil,
  now: Date = noon
) -> PhotosPage.ViewState {
  PhotosPage.Container(location: location, draft: draft, now: now)
    .viewState(SelectPhotos(state: state))
}

/// The rendered page.
func html(of viewState: PhotosPage.ViewState, at location: PhotosLocation = .init()) -> String {
  PhotosPage.Presenter(
    state: .init(MockViewStore(viewState: viewState), at: location)
  ).renderedString()
}

extension PhotosPage.ViewState {
  /// The ids of the shown photos; `nil` if no photos are shown.
  var ids: [Int]? {
    if case .content(let tiles, _) = status { tiles.map(\.id) } else { nil }
  }

  var pages: Pagination? {
    if case .content(_, let pages) = status { pages } else { nil }
  }
}
