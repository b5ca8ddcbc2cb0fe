import Foundation
import ImmutableData
import ImmutableUI
import Look
import PhotosData
import Testing

@testable import PhotosUI

/// The weaknesses of the original, and how they are fixed.
///
/// Bindings, scoping and mocks are tested with `ViewStore`, invalid rows and
/// the cache with `PhotosData`. Throttling and schedulers do not apply: a form
/// is submitted after typing.
@Suite struct PhotosWeaknessTests {
  private let searching = PhotosLocation.location { $0.search = "qui" }

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
    #expect(shown.ids == [1, 2, 3])
    #expect(
      shown.messages == [
        .failure(
          "The photos could not be refreshed. No. They were last updated "
            + "\(Moment(noon).minute) (2 hr ago).",
          canTryAgain: true)
      ])
  }

  @Test func `The search text stays while loading`() {
    let shown = viewState(of: .loading, at: searching)
    #expect(shown.searchText == "qui")
    let html = html(of: shown, at: searching)
    #expect(html.contains(#"name="q" value="qui""#))
  }

  @Test func `The menu says when the photos were updated, and what is missing`() {
    let state = PhotosState.hellos(3) { $0.photos.skipped = 2 }
    let html = html(of: viewState(of: state))
    let time = Moment(noon)
    #expect(
      html.contains(
        #"Updated <time datetime="\#(time.iso8601)">\#(time.minute)</time>"#
          + ". 2 photos could not be read."))
  }

  @Test func `An empty result has a message and a link`() {
    let shown = viewState(of: .hellos(3), at: .location { $0.search = "zzz" })
    let html = html(of: shown, at: .location { $0.search = "zzz" })
    #expect(html.contains("No photos found"))
    #expect(html.contains("No title contains “<bdi>zzz</bdi>”."))
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

  @Test func `A colour stands for a picture that no host has`() {
    let html = html(of: viewState(of: .hellos(2)))
    #expect(html.contains(##"<rect width="4" height="3" fill="#000001"></rect>"##))
    #expect(html.components(separatedBy: "#000001").count == 2, "it is not text")
    for word in ["<img", "/150/", "style="] { #expect(!html.contains(word)) }
  }

  @Test func `An address cannot add markup`() {
    let hello = Photo.hello(1)
    let hostile = Photo(
      albumId: 1, id: 1, title: hello.title, url: hello.url,
      thumbnailUrl: hello.url.appending(path: #""><script>"#))
    let html = html(of: viewState(of: .hellos(1) { $0.photos.data = [hostile] }))
    #expect(!html.contains("<rect"))
    #expect(!html.contains("<script"))
  }

  @Test(arguments: [("la" as String?, #" lang="la""#), (nil, "")])
  func `A title in another language says so`(language: String?, attribute: String) throws {
    let photo = Photo(
      albumId: 1, id: 1, title: "omnis", url: try #require(URL(string: "dawn.jpg?v=1")),
      language: language, size: Photo.Size(width: 4, height: 3))
    let state = PhotosState.hellos(0) { $0.photos.data = [photo] }
    let list = html(of: viewState(of: state))
    #expect(list.contains("<span class=\"row-name\" dir=\"auto\"\(attribute)>omnis</span>"))
    #expect(list.contains(#"<img src="/photos/pictures/1?v=1" alt="" loading="lazy">"#))
    let location = PhotosLocation.location { $0.photo = 1 }
    let page = html(of: viewState(of: state, at: location), at: location)
    #expect(page.contains("<h1 dir=\"auto\"\(attribute)>omnis</h1>"))
    #expect(
      page.contains(
        #"<img src="/photos/pictures/1?v=1" alt="omnis" width="4" height="3">"#))
  }
}
