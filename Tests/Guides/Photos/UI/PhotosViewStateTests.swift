import Foundation
import ImmutableUI
import Look
import PhotosData
import TestSupport
import Testing

@testable import PhotosUI

/// The states of the list, as in the original, and as changed deliberately.
@Suite struct PhotosViewStateTests {
  // The tests of the original.

  @Test func `Searching for 2 finds the photo whose title contains 2`() {
    let state = viewState(of: .hellos(3), at: .location { $0.search = "2" })
    guard case .content(let tiles, nil) = state.status else {
      Issue.record("\(state.status)")
      return
    }
    #expect(tiles.map(\.title.text) == ["Hello-2"])
  }

  @Test func `The search text is shown immediately`() {
    #expect(viewState(of: .hellos(3), at: .location { $0.search = "2" }).searchText == "2")
  }

  // The states of the original.

  @Test func `The page is loading before the first result`() {
    for state in [PhotosState(), .loading] {
      let shown = viewState(of: state)
      #expect(shown.status == .loading)
      #expect(shown.isWaiting)
      #expect(shown.navigationTitle == "Photos")
      #expect(shown.count == nil)
    }
  }

  @Test(
    arguments: [
      (0, "", nil), (1, "", "1 in 1 album"), (3, "", "3 in 3 albums"), (3, "2", "1 of 3"),
      (3, "zzz", "0 of 3"), (5_000, "", "5,000 in 5 albums"),
    ] as [(Int, String, String?)])
  func `The head counts photos and albums, or the photos that match`(
    total: Int, query: String, count: String?
  ) {
    let state = PhotosState.hellos(total) { state in
      state.photos.data = state.photos.data.map { photo in
        Photo(albumId: 1 + photo.id % 5, id: photo.id, title: photo.title, url: photo.url)
      }
    }
    let shown = viewState(of: state, at: .location { $0.search = query })
    #expect(shown.count == count)
    #expect(shown.windowTitle == (query.isEmpty ? "Photos" : "“\(query)” - Photos"))
  }

  @Test func `A failure shows the error and no count`() {
    let shown = viewState(of: .failed("The server answered 500."))
    #expect(shown.status == .error("The server answered 500."))
    #expect(shown.windowTitle == "Photos")
    #expect(!shown.isWaiting)
  }

  @Test(
    .enabled(if: Fixtures.folder != nil, "needs FIELDGUIDE_FIXTURES"),
    arguments: [
      ("qui", [1, 3]), ("QUI", [1, 3]), ("omnis", [4, 5]), ("accusamus beatae", [1]),
      ("e", [1, 2, 3, 4, 5]), ("zzz", nil),
    ] as [(String, [Int]?)])
  func `The recorded list has the expected counts`(query: String, ids: [Int]?) throws {
    var state = PhotosState.hellos(0)
    state.photos.data = try JSONDecoder().decode(
      [Photo].self, from: try #require(Fixtures.data("photos/photos_limit_5.json")))
    let shown = viewState(of: state, at: .location { $0.search = query })
    #expect(shown.ids == ids)
    if ids == nil { #expect(shown.status == .empty(.noMatch("zzz"))) }
  }

  // One photo.

  @Test(
    arguments: [
      (1, "", "1 of 120", 1, nil, 2), (101, "", "101 of 120", 2, 100, 102),
      (120, "", "120 of 120", 2, 119, nil), (12, "12", "1 of 2", 1, nil, 112 as Int?),
    ] as [(Int, String, String, Int, Int?, Int?)])
  func `A photo has the next one and the previous one of the search`(
    id: Int, query: String, position: String, page: Int, previous: Int?, next: Int?
  ) throws {
    let location = PhotosLocation.location {
      $0.search = query
      $0.photo = id
    }
    let state = PhotosState.hellos(120) { state in
      if !query.isEmpty { state.photos.data.removeAll { $0.id == 120 } }
    }
    let shown = viewState(of: state, at: location)
    guard case .photo(let photo) = shown.status else { throw MalformedRequest("no photo") }
    #expect(photo.position == position)
    #expect(photo.page == page)
    #expect(photo.previous == previous)
    #expect(photo.next == next)
    #expect(shown.windowTitle == "Hello-\(id) - Photos")
  }

  // Pages.

  @Test(arguments: [
    (100, 1, nil), (101, 1, Pagination(range: "1 to 100", previous: nil, next: 2)),
    (101, 2, .init(range: "101 to 101", previous: 1, next: nil)),
    (5_000, 50, .init(range: "4,901 to 5,000", previous: 49, next: nil)),
    (5_000, 7, .init(range: "601 to 700", previous: 6, next: 8)),
  ])
  func `A page shows a hundred photos`(total: Int, page: Int, expected: Pagination?) {
    let shown = viewState(of: .hellos(total), at: .location { $0.page = page })
    #expect(shown.pages == expected)
    #expect(shown.ids?.first == (page - 1) * 100 + 1)
  }

  @Test func `All pages together are the whole list`() {
    let ids = (1...50).flatMap { (page: Int) -> [Int] in
      viewState(of: .hellos(5_000), at: .location { $0.page = page }).ids ?? []
    }
    #expect(ids == Array(1...5_000))
  }

  @Test(arguments: [2, 1_000_000])
  func `A page beyond the last shows a message`(page: Int) {
    let shown = viewState(of: .hellos(100), at: .location { $0.page = page })
    #expect(shown.status == .empty(.noSuchPage))
  }

  // Messages.

  @Test(arguments: [
    (PhotosLocation.Notice.refreshed, "The photos are up to date."),
    (.current, "The photos are up to date. They were updated less than a minute ago."),
    (.bannerUpdated, "The banner was updated."),
  ])
  func `Each notice is shown`(notice: PhotosLocation.Notice, message: String) {
    let shown = viewState(of: .hellos(1), at: .location { $0.notice = notice })
    #expect(shown.messages == [.notice(message)])
  }
}
