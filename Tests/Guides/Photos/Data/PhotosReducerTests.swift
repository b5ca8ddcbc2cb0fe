import Foundation
import ImmutableData
import Testing

@testable import PhotosData

@Suite struct PhotosReducerTests {
  private func reduced(
    _ actions: [PhotosAction], from state: PhotosState = PhotosState()
  ) -> PhotosState {
    actions.reduce(state, PhotosReducer.reduce(state:action:))
  }

  private func loaded(_ count: Int = 3, fetched: Date = noon) -> PhotosState {
    reduced([
      .ui(.photoList(.onAppear(now: fetched))),
      .data(.provider(.didFetchPhotos(result: .success(photos: .hellos(count, fetched: fetched))))),
    ])
  }

  private static func failed(_ error: String) -> PhotosAction {
    .data(.provider(.didFetchPhotos(result: .failure(error: error))))
  }

  @Test func `A visit starts one fetch`() {
    let state = reduced([.ui(.photoList(.onAppear(now: noon)))])
    #expect(state.photos.status == .waiting)
    #expect(state.photos.requestedAt == noon)
    let again = reduced([.ui(.photoList(.onAppear(now: noon + 9_999)))], from: state)
    #expect(again == state, "only one request is in progress")
  }

  @Test func `Fetched photos are shown`() {
    let state = loaded()
    #expect(state.photos.status == .success)
    #expect(state.photos.data.map(\.title) == ["Hello-1", "Hello-2", "Hello-3"])
    #expect(state.photos.fetched == noon)
    #expect(state.photos.isLoaded)
  }

  @Test func `An empty list is neither loading nor an error`() {
    let state = loaded(0)
    #expect(state.photos.status == .success)
    #expect(state.photos.isLoaded)
    #expect(state.photos.data.isEmpty)
  }

  @Test func `A failed first load is an error`() {
    let state = reduced([.ui(.photoList(.onAppear(now: noon))), Self.failed("No.")])
    #expect(state.photos.status == .failure(error: "No."))
    #expect(!state.photos.isLoaded)
  }

  @Test func `A failed refresh keeps the content`() {
    let before = loaded()
    let state = reduced(
      [.ui(.photoList(.onTapRefreshPhotosButton(now: noon + 100))), Self.failed("No.")],
      from: before)
    #expect(state.photos.status == .failure(error: "No."))
    #expect(state.photos.data == before.photos.data)
    #expect(state.photos.fetched == noon)
    #expect(state.photos.isLoaded)
  }

  @Test(arguments: [
    (0.0, false), (59, false), (60, true), (3_599, true), (90_000, true), (-1, true),
  ])
  func `A refresh is possible a minute after a success`(
    seconds: Double, isAsked: Bool
  ) {
    for action in [
      PhotosAction.UI.PhotoList.onTapRefreshPhotosButton(now: noon + seconds),
      .onTapTryAgainButton(now: noon + seconds),
    ] {
      let state = reduced([.ui(.photoList(action))], from: loaded())
      #expect((state.photos.status == .waiting) == isAsked)
    }
  }

  @Test func `A failure can be retried immediately`() {
    let failed = reduced([.ui(.photoList(.onAppear(now: noon))), Self.failed("No.")])
    let state = reduced([.ui(.photoList(.onTapTryAgainButton(now: noon)))], from: failed)
    #expect(state.photos.status == .waiting)
  }

  @Test func `A retry requires an earlier fetch`() {
    let state = reduced([.ui(.photoList(.onTapTryAgainButton(now: noon)))])
    #expect(state == PhotosState())
  }

  @Test(arguments: [(3_599.0, false), (3_600, true), (86_400, true), (-5, true)])
  func `A visit after an hour refreshes`(seconds: Double, isDue: Bool) {
    let state = reduced([.ui(.photoList(.onAppear(now: noon + seconds)))], from: loaded())
    #expect((state.photos.status == .waiting) == isDue)
    #expect(state.photos.data.count == 3, "the old photos stay")
  }

  @Test(arguments: [(1.0, false), (59, false), (60, true), (-1, true)])
  func `A visit repeats a failed fetch after a minute`(seconds: Double, isDue: Bool) {
    let failed = reduced(
      [.ui(.photoList(.onAppear(now: noon + 5_000))), Self.failed("No.")], from: loaded())
    let state = reduced([.ui(.photoList(.onAppear(now: noon + 5_000 + seconds)))], from: failed)
    #expect((state.photos.status == .waiting) == isDue)
  }

  @Test(arguments: [(0.0, false), (3_599, false), (3_600, true), (-1, true)])
  func `Kept photos are shown and fetched again when expired`(
    age: Double, isExpired: Bool
  ) {
    let state = reduced([
      .data(.loaded(photos: .hellos(2, fetched: noon - age), banner: nil)),
      .ui(.photoList(.onAppear(now: noon))),
    ])
    #expect(state.photos.isLoaded)
    #expect(state.photos.data.count == 2)
    #expect((state.photos.status == .waiting) == isExpired)
  }

  @Test func `An empty log provides no photos`() {
    let requested = reduced([.ui(.photoList(.onAppear(now: noon)))])
    var read = requested
    read.photos.isRead = true
    #expect(reduced([.data(.loaded(photos: nil, banner: nil))], from: requested) == read)
  }

  @Test func `A response does not replace newer photos of another instance`() {
    let requested = reduced(
      [
        .ui(.photoList(.onTapRefreshPhotosButton(now: noon + 100))),
        .data(.log([.photos(.hellos(4, fetched: noon + 102), source: "s")])),
      ], from: loaded())
    #expect(requested.photos.status == .success && requested.photos.data.count == 4)
    let state = reduced(
      [
        .data(.provider(.didFetchPhotos(result: .success(photos: .hellos(1, fetched: noon + 101)))))
      ],
      from: requested)
    #expect(state.photos.status == .success && state.photos.data.count == 4)
  }

  @Test(arguments: [
    (PhotosAction.ui(.photoList(.onAppear(now: noon))), false),
    (.ui(.photoList(.onTapRefreshPhotosButton(now: noon))), false),
    (.ui(.bannerUpdate(.onTapDismissErrorButton)), false),
    (.data(.loaded(photos: nil, banner: nil)), true),
    (.data(.provider(.didFetchPhotos(result: .success(photos: .hellos(1))))), true),
    (.data(.provider(.didFetchPhotos(result: .failure(error: "")))), false),
    (.data(.bannerDataStore(.didUploadBanner(result: .success(Banner())))), false),
  ])
  func `The filter matches actions that change the photos`(action: PhotosAction, matches: Bool) {
    #expect(PhotosFilter.filterPhotos()(PhotosState(), action) == matches)
    if reduced([action], from: loaded()).photos.data != loaded().photos.data { #expect(matches) }
  }
}
