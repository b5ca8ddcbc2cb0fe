import Foundation
import ImmutableData
import TestSupport

@testable import PhotosData

let noon = Date(timeIntervalSince1970: 1_714_824_000)

extension Photo {
  /// A photo like those of the original's tests.
  static func hello(_ id: Int, title: String? = nil) -> Photo {
    Photo(
      albumId: 0, id: id, title: title ?? "Hello-\(id)", url: URL(filePath: "/600/\(id)"),
      thumbnailUrl: URL(filePath: "/150/\(id)"))
  }
}

extension FetchedPhotos {
  static func hellos(_ count: Int, fetched: Date = noon, skipped: Int = 0) -> FetchedPhotos {
    FetchedPhotos(
      photos: (0..<count).map { .hello($0 + 1) }, fetched: fetched, skipped: skipped)
  }
}

typealias PhotosStore = Store<PhotosState, PhotosAction>

extension Store where State == PhotosState, Action == PhotosAction {
  convenience init(_ state: PhotosState = PhotosState()) {
    self.init(
      initialState: state, historyCapacity: 1000,
      reducer: PhotosReducer.reduce(state:action:))
  }

  /// The dispatched actions, in order. Comparing them finds unexpected ones.
  var actions: [PhotosAction] {
    changes(after: 0, through: snapshot.revision)?.map(\.action) ?? []
  }
}

/// The photos of the service; `nil` without fixtures.
func recordedPhotos(_ file: String = "photos/photos.json") -> [Photo]? {
  Fixtures.data(file).flatMap { try? JSONDecoder().decode([Photo].self, from: $0) }
}
