import TestSupport
import Testing

@testable import PhotosData

@Suite struct PhotosSearchTests {
  @Test(
    .enabled(if: Fixtures.folder != nil, "needs FIELDGUIDE_FIXTURES"),
    arguments: [
      ("qui", [1, 3]), ("QUI", [1, 3]), ("omnis", [4, 5]), ("accusamus beatae", [1]),
      ("e", [1, 2, 3, 4, 5]), ("zzz", []), ("", [1, 2, 3, 4, 5]),
    ] as [(String, [Int])])
  func `The first five photos match as expected`(query: String, ids: [Int]) throws {
    var state = PhotosState()
    state.photos.data = try #require(recordedPhotos("photos/photos_limit_5.json"))
    #expect(PhotosState.selectPhotosValues(filteredBy: query)(state).map(\.id) == ids)
  }

  @Test(.enabled(if: Fixtures.folder != nil, "needs FIELDGUIDE_FIXTURES"))
  func `Five thousand photos are found in order`() throws {
    var state = PhotosState()
    state.photos.data = try #require(recordedPhotos())
    let found = PhotosState.selectPhotosValues(filteredBy: "qui")(state)
    #expect(found == state.photos.data.filter { $0.title.contains("qui") })
  }
}
