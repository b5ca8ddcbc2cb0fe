import Foundation
import ImmutableData
import ImmutableUI
import Look
import PhotosData
import Testing

@testable import PhotosUI

/// What the original is weak at, each named, and what is here instead.
///
/// Of those that are not here, bindings, scoping and mocks have their tests
/// beside `ViewStore`, bad rows and the cache beside `PhotosData`. Throttling
/// and schedulers are nowhere: a form is sent when one is done typing.
@Suite struct PhotosWeaknessTests {
  private let searching = PhotosLocation.place {
    $0.query = "qui"
    $0.showsPhotoCount = true
  }

  @Test func `There are buttons to retry and to refresh`() {
    #expect(html(of: viewState(of: .hellos(1))).contains("onTapRefreshPhotosButton"))
    #expect(html(of: viewState(of: .failed())).contains("onTapTryAgainButton"))
    let failed = PhotosState.hellos(1) { $0.photos.status = .failure(error: "No.") }
    #expect(html(of: viewState(of: failed)).contains("onTapTryAgainButton"))
  }

  @Test func `The cache is refreshed by a visit after an hour`() {
    let store = Store(
      initialState: PhotosState.hellos(1), reducer: PhotosReducer.reduce(state:action:))
    let clock = [noon + 3_599, noon + 3_600]
    #expect(
      clock.map { now in PhotosRoot(store: store, now: { now }).isReady(at: .init()) } == [
        true, false,
      ])
  }

  @Test func `Content stays after a failure, with its age and the reason`() {
    let failed = PhotosState.hellos(3) { $0.photos.status = .failure(error: "No.") }
    let shown = viewState(of: failed, now: noon + 7_200)
    #expect(shown.ids == ["1", "2", "3"])
    #expect(
      shown.messages == [
        .failure(
          "The photos could not be fetched anew. No. What you see was fetched "
            + "\(Moment(noon).minute) (2 hr ago).",
          canTryAgain: true)
      ])
  }

  @Test func `Input is kept while loading`() {
    let shown = viewState(of: .loading, at: searching)
    #expect(shown.searchText == "qui")
    #expect(shown.showsPhotoCount)
    let html = html(of: shown, at: searching)
    #expect(html.contains(#"name="q" value="qui""#))
    #expect(html.contains(#"<input type="hidden" name="count" value="on">"#))
  }

  @Test func `The toggle is kept after an error`() {
    let shown = viewState(of: .failed(), at: searching)
    #expect(shown.showsPhotoCount)
    #expect(html(of: shown, at: searching).contains(#"aria-pressed="true""#))
    let failed = PhotosState.hellos(3) { $0.photos.status = .failure(error: "No.") }
    #expect(viewState(of: failed, at: .place { $0.showsPhotoCount = true }).count == "3")
  }

  @Test func `The page says what is counted`() {
    let shown = viewState(
      of: .hellos(3),
      at: .place {
        $0.query = "2"
        $0.showsPhotoCount = true
      })
    #expect(shown.count == "1")
    #expect(shown.summary.hasPrefix("1 of 3 photos, "))
  }

  @Test func `An empty result has a text and a link`() {
    let shown = viewState(of: .hellos(3), at: .place { $0.query = "zzz" })
    let html = html(of: shown, at: .place { $0.query = "zzz" })
    #expect(html.contains("No photos found"))
    #expect(html.contains("No title holds “<bdi>zzz</bdi>”."))
    #expect(html.contains(#"href="/photos">Show all"#) || html.contains("Show all"))
    #expect(viewState(of: .hellos(0)).status == .empty(.noPhotos))
  }

  @Test func `The detail of an error is shown`() {
    let html = html(of: viewState(of: .failed("The server answered 503.")))
    #expect(html.contains("The photos could not be loaded"))
    #expect(html.contains("The server answered 503."))
  }

  @Test func `Equal inputs give equal states and equal pages`() {
    #expect(viewState(of: .hellos(3), at: searching) == viewState(of: .hellos(3), at: searching))
    #expect(viewState(of: .hellos(3)) != viewState(of: .hellos(4)))
  }

  @Test func `A search is computed once for all pages`() throws {
    let store = Store(
      initialState: PhotosState.hellos(3), reducer: PhotosReducer.reduce(state:action:))
    let root = PhotosRoot(store: store, now: { noon })
    for _ in 0..<5 { _ = root.response(at: searching) }
    try store.dispatch(action: .ui(.bannerUpdate(.onTapDismissErrorButton)))
    _ = root.response(at: searching)
    let counts = root.selectors.counts(of: .photosValues(PhotosPageQuery(searching)))
    #expect(counts?.outputSelects == 1)
  }

  @Test func `Thumbnails are drawn and not fetched`() {
    let html = html(of: viewState(of: .hellos(2)))
    #expect(html.contains(##"<rect width="4" height="3" fill="#000001"></rect>"##))
    #expect(!html.contains("<img"))
    #expect(!html.contains("/150/"))
  }

  @Test func `The contrast of text depends on no photo`() {
    let html = html(of: viewState(of: .hellos(1)))
    #expect(!html.contains("style="))
    #expect(html.components(separatedBy: "#000001").count == 3, "the fill, and its name")
  }

  @Test func `An address without a colour draws none`() {
    let hello = Photo.hello(1)
    let hostile = Photo(
      albumId: 1, id: 1, title: hello.title, url: hello.url,
      thumbnailUrl: hello.url.appending(path: #""><script>"#))
    let state = PhotosState.hellos(1) { $0.photos.data = [hostile] }
    let html = html(of: viewState(of: state))
    #expect(html.contains(#"fill="none""#))
    #expect(html.contains("no colour"))
    #expect(!html.contains("<script"))
  }
}
