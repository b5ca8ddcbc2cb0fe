import Foundation
import ImmutableData
import ImmutableUI
import Markup
import PhotosData
import Testing

@testable import PhotosUI

@Suite(.timeLimit(.minutes(1)))
struct PhotosRootTests {
  private func root(
    _ state: PhotosState, timeout: Duration = .seconds(30)
  ) -> (PhotosRoot, Store<PhotosState, PhotosAction>) {
    let store = Store(initialState: state, reducer: PhotosReducer.reduce(state:action:))
    return (PhotosRoot(store: store, timeout: timeout, now: { noon }), store)
  }

  private func page(_ response: PhotosRoot.PageResponse) throws -> Page<PhotosPage.Presenter> {
    guard case .page(let page) = response else {
      throw MalformedRequest("\(response) is no page")
    }
    return page
  }

  private func href(_ response: PhotosRoot.PageResponse) -> String? {
    if case .seeOther(let href) = response { href.text } else { nil }
  }

  private func form(_ text: String) throws -> NamedValues {
    try NamedValues(parsing: Array(text.utf8))
  }

  @Test(arguments: [
    (PhotosState(), false), (.loading, false), (.failed(), true), (.hellos(0), true),
    (.hellos(3), true), (.hellos(3) { $0.photos.status = .waiting }, true),
    (.hellos(3) { $0.photos.fetched = noon - 3_600 }, false),
    (.hellos(3) { $0.photos.fetched = noon + 9 }, false),
    (.failed().requested(at: noon - 59), true), (.failed().requested(at: noon - 60), false),
  ])
  func `A page is ready unless photos are missing or expired`(state: PhotosState, isReady: Bool) {
    var state = state
    if case .failure = state.photos.status, state.photos.requestedAt == nil {
      state.photos.requestedAt = noon
    }
    #expect(root(state).0.isReady(at: .init()) == isReady)
  }

  @Test func `A visit to a page that is ready changes nothing`() {
    let (root, store) = root(.hellos(3))
    _ = root.response(at: .init())
    #expect(store.snapshot.revision == 0)
  }

  @Test func `A visit with expired photos does not wait`() async throws {
    let (root, store) = root(.hellos(3) { $0.photos.fetched = noon - 9_999 })
    try await root.prepare(at: .init())
    #expect(store.snapshot.state.photos.status == .waiting)
    let page = try page(root.response(at: .init()))
    #expect(page.isWaiting)
    #expect(page.content.state.state.ids == [1, 2, 3])
  }

  @Test(arguments: [(2, "", true), (4, "", false), (2, "3", false)])
  func `An unknown photo is not found`(id: Int, search: String, isFound: Bool) {
    let response = root(.hellos(3)).0.response(
      at: .location {
        $0.photo = id
        $0.search = search
      })
    let isMissing = if case .notFound = response { true } else { false }
    #expect(isMissing == !isFound)
  }

  @Test func `Only the files of photos in the list are sent`() async throws {
    let url = try #require(URL(string: "a%20b/dawn.png?v=1"))
    let hello = Photo.hello(2)
    let state = PhotosState.hellos(0) {
      $0.photos.data = [Photo(albumId: 1, id: 1, title: "Dawn", url: url), hello]
    }
    let store = Store(initialState: state, reducer: PhotosReducer.reduce(state:action:))
    let files = PhotoFiles { path in
      if path == "a b/dawn.png" { return [0x89, 0x50] }
      throw MissingPhotoFile()
    }
    let root = PhotosRoot(store: store, files: files, now: { noon })
    let content = try await root.content(of: PhotoPicture(id: 1, version: "1"))
    #expect(content.contentType == "image/png")
    var bytes: [UInt8] = []
    for part in try content.makeParts("").bytes { bytes += part }
    #expect(bytes == [0x89, 0x50])
    for id in [2, 3] {
      await #expect(throws: NotFound.self) {
        try await root.content(of: PhotoPicture(id: id, version: nil))
      }
    }
  }

  @Test func `A page waits for a limited time, and is updated after the load`() async throws {
    let (root, _) = root(PhotosState(), timeout: .milliseconds(5))
    try await root.prepare(at: .init())
    let page = try page(root.response(at: .init()))
    #expect(page.content.state.state.status == .loading)
    #expect(page.isWaiting)
  }

  @Test func `A page with a focused field is not reloaded`() throws {
    let (root, _) = root(.hellos(3) { $0.photos.status = .waiting })
    #expect(try page(root.response(at: .init())).isWaiting)
    let dialog = try page(root.response(at: .location { $0.dialog = .banner }))
    #expect(!dialog.isWaiting)
  }

  @Test func `The dialog closes when the banner is uploaded`() throws {
    let following = PhotosLocation.location {
      $0.search = "a"
      $0.dialog = .banner
      $0.notice = .bannerSubmitted
    }
    func response(_ networkState: NetworkState) -> PhotosRoot.PageResponse {
      root(.hellos(1) { $0.banner.networkState = networkState }).0.response(at: following)
    }
    let waiting = try page(response(.inProgress))
    #expect(waiting.isWaiting)
    #expect(waiting.hasDialog)
    #expect(href(response(.finished(.success(Banner())))) == "/photos?q=a&notice=bannerUpdated")
    #expect(href(response(.notStarted)) == "/photos?q=a")
    #expect(try page(response(.finished(.failure(.intentionalFailure)))).hasDialog)
  }

  @Test func `An invalid title is shown again with its error`() async throws {
    let (root, store) = root(.hellos(1))
    let response = try await root.response(
      to: .submitBanner, from: .init(), form: form("title=a%0Ab"))
    let page = try page(response)
    #expect(page.status == .unprocessableContent)
    #expect(page.hasDialog)
    #expect(page.content.state.state.banner.workingCopy == "a\nb")
    #expect(store.snapshot.revision == 0)
  }

  @Test func `A page follows an upload that exceeds the timeout`() async throws {
    let (root, store) = root(.hellos(1), timeout: .milliseconds(200))
    let response = try await root.response(
      to: .submitBanner, from: .location { $0.page = 2 }, form: form("title=New"))
    #expect(href(response) == "/photos?page=2&dialog=banner&notice=bannerSubmitted")
    #expect(store.snapshot.state.banner.networkState == .inProgress)
  }

  @Test func `An upload during another one waits and reports the timeout`() async throws {
    let (root, store) = root(
      .hellos(1) { $0.banner.networkState = .inProgress }, timeout: .milliseconds(5))
    let response = try await root.response(
      to: .submitBanner, from: .init(), form: form("title=Mine"))
    let page = try page(response)
    #expect(page.status == .serviceUnavailable)
    #expect(page.content.state.state.banner.workingCopy == "Mine")
    #expect(store.snapshot.state.banner.submitted == nil, "the second banner was not submitted")
  }

  @Test func `Dismissing an error keeps the entered title`() async throws {
    let (root, store) = root(
      .hellos(1) {
        $0.banner.networkState = .finished(.failure(.intentionalFailure))
        $0.banner.submitted = Banner(title: "New")
      })
    let response = try await root.response(
      to: .dismissError, from: .init(), form: form("title=New"))
    let page = try page(response)
    #expect(page.status == .ok)
    #expect(page.content.state.state.banner.workingCopy == "New")
    #expect(page.content.state.state.banner.error == nil)
    #expect(store.snapshot.state.banner.networkState == .notStarted)
  }

  @Test(arguments: [
    (PhotosEvent.submitBanner, ""), (.submitBanner, "title=a&title=b"),
    (.dismissError, "title=a&title=b"),
  ])
  func `An unknown form is malformed`(
    event: PhotosEvent, fields: String
  ) async throws {
    let (root, _) = root(.hellos(1))
    let form = try form(fields)
    await #expect(throws: MalformedRequest.self) {
      try await root.response(to: event, from: .init(), form: form)
    }
  }
}

extension PhotosState {
  fileprivate func requested(at moment: Date) -> PhotosState {
    var state = self
    state.photos.requestedAt = moment
    return state
  }
}
