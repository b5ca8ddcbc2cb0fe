import Foundation
import ImmutableData
import Testing

@testable import PhotosData

/// Loads and changes that the log brings into the state.
@Suite struct PhotosLogReducerTests {
  private static let old = Banner(title: "Old")
  private static let new = Banner(title: "New")

  /// The state with photos and a banner.
  private static let loaded = reduced(
    [.data(.loaded(photos: .hellos(3, skipped: 1), banner: old))], from: PhotosState())

  private static func following(
    _ changes: [PhotosChange], from state: PhotosState = PhotosState()
  ) -> PhotosState {
    reduced([.data(.log(changes))], from: state)
  }

  private static func reduced(_ actions: [PhotosAction], from state: PhotosState) -> PhotosState {
    actions.reduce(state, PhotosReducer.reduce(state:action:))
  }

  @Test func `Everything is replaced`() {
    let photos = Self.loaded.photos
    #expect(photos.data == FetchedPhotos.hellos(3).photos)
    #expect(photos.isLoaded)
    #expect(photos.fetched == noon)
    #expect(photos.skipped == 1)
    #expect(photos.status == .success)
    #expect(Self.loaded.banner.banner == Self.old)
    var empty = PhotosState()
    empty.photos.isRead = true
    #expect(
      Self.reduced([.data(.loaded(photos: nil, banner: nil))], from: Self.loaded) == empty)
  }

  @Test func `Photos of the log are not fetched before they expire`() {
    for (seconds, isDue) in [(0.0, false), (3_599, false), (3_600, true)] {
      #expect(PhotosState.selectIsDue(at: noon + seconds)(Self.loaded) == isDue)
    }
    #expect(PhotosState.selectIsReady()(Self.loaded))
  }

  @Test func `New photos of the log replace the last ones`() {
    let state = Self.following(
      [.photos(.hellos(2, fetched: noon + 60), source: "s")], from: Self.loaded)
    #expect(state.photos.data.count == 2)
    #expect(state.photos.fetched == noon + 60)
    #expect(state.photos.skipped == 0)
    #expect(state.banner == Self.loaded.banner)
  }

  @Test func `A new banner of the log replaces the last one`() {
    let state = Self.following([.banner(Self.new)], from: Self.loaded)
    #expect(state.banner.banner == Self.new)
    #expect(state.photos == Self.loaded.photos)
  }

  @Test func `A change clears an earlier failure of the same thing`() {
    let failed = Self.reduced(
      [
        .data(.provider(.didFetchPhotos(result: .failure(error: "No.")))),
        .ui(.bannerUpdate(.onTapSubmitButton(banner: Self.new))),
        .data(.bannerDataStore(.didUploadBanner(result: .failure(.intentionalFailure)))),
      ], from: Self.loaded)
    let withPhotos = Self.following([.photos(.hellos(2), source: "s")], from: failed)
    #expect(withPhotos.photos.status == .success)
    #expect(withPhotos.banner == failed.banner)
    let withBanner = Self.following([.banner(Self.old)], from: failed)
    #expect(withBanner.photos == failed.photos)
    #expect(withBanner.banner == Self.loaded.banner)
  }

  @Test func `Photos that are waited for have come, and an upload settles its own status`() {
    let waiting = Self.reduced(
      [
        .ui(.photoList(.onTapRefreshPhotosButton(now: noon + 100))),
        .ui(.bannerUpdate(.onTapSubmitButton(banner: Self.new))),
      ], from: Self.loaded)
    let after = Self.following(
      [.photos(.hellos(2), source: "s"), .banner(Banner(title: "Other"))], from: waiting)
    #expect(after.photos.status == .success)
    #expect(after.photos.data.count == 2)
    #expect(after.banner.networkState == .inProgress)
    #expect(after.banner.submitted == Self.new)
    #expect(after.banner.banner.title == "Other")
  }

  @Test func `The filter matches what the log changes`() {
    func matches(_ change: PhotosChange) -> Bool {
      PhotosFilter.filterPhotos()(Self.loaded, .data(.log([change])))
    }
    #expect(matches(.photos(.hellos(1), source: "s")))
    #expect(!matches(.banner(Self.new)))
  }

  /// The format of the log, which other versions of the program read.
  @Test(
    arguments: [
      (
        .photos(
          FetchedPhotos(
            photos: [.hello(1)], fetched: Date(timeIntervalSinceReferenceDate: 1.5), skipped: 2),
          source: "s"),
        """
        {"photos":{"_0":{"fetched":1.5,"photos":[{"albumId":0,"id":1,\
        "thumbnailUrl":"file:///150/1","title":"Hello-1","url":"file:///600/1"}],\
        "skipped":2},"source":"s"}}
        """
      ),
      (.banner(new), #"{"banner":{"_0":{"title":"New"}}}"#),
    ] as [(PhotosChange, String)])
  func `The format of a change is fixed`(_ change: PhotosChange, _ json: String) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    #expect(String(decoding: try encoder.encode(change), as: UTF8.self) == json)
    #expect(try JSONDecoder().decode(PhotosChange.self, from: Data(json.utf8)) == change)
  }
}
