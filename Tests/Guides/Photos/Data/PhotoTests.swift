import Foundation
import TestSupport
import Testing

@testable import PhotosData

@Suite struct PhotoTests {
  private func photo(thumbnail: String) throws -> Photo {
    let address: URL = try #require(URL(string: thumbnail))
    return Photo(
      albumId: 1, id: 1, title: "x", url: URL(filePath: "/"), thumbnailUrl: address)
  }

  @Test(arguments: [
    ("https://via.placeholder.com/150/92c952", "92c952"),
    ("https://via.placeholder.com/150/92C952", "92c952"),
    ("https://via.placeholder.com/150/61a65", "061a65"),
    ("https://via.placeholder.com/150/abc", "000abc"),
    ("https://via.placeholder.com/150/0", "000000"),
    ("https://via.placeholder.com/150/abc?x=123456#fff", "000abc"),
  ])
  func `Broken thumbnails are colours, padded to six digits`(
    address: String, colour: String
  ) throws {
    #expect(try photo(thumbnail: address).colour == colour)
  }

  @Test(arguments: [
    "https://via.placeholder.com/150/1234567", "https://via.placeholder.com/150/red",
    "https://via.placeholder.com/150/", "https://via.placeholder.com/150",
    "https://via.placeholder.com", "not%20a%20url",
    "https://x.example/150/%22%2F%3E", "https://x.example/%D9%A1%D9%A2%D9%A3",
  ])
  func `An address without a colour gives none`(address: String) throws {
    let colour = try photo(thumbnail: address).colour
    #expect(colour == nil)
  }

  @Test(arguments: [
    ("https://photos.example/150/1.jpg", true), ("https://PHOTOS.example/150/1.jpg", true),
    ("http://photos.example/150/1.jpg", false), ("https://photos.example:8443/1.jpg", false),
    ("https://user@photos.example/1.jpg", false), ("https://via.placeholder.com/150/1", false),
    ("/150/1", false), ("javascript:alert(1)", false),
  ])
  func `Pictures are loaded from known origins only`(address: String, isLoaded: Bool) throws {
    let photo = try photo(thumbnail: address)
    #expect((photo.picture(\.thumbnailUrl, from: ["https://photos.example"]) != nil) == isLoaded)
    #expect(photo.picture(\.thumbnailUrl, from: []) == nil)
  }

  @Test(.enabled(if: Fixtures.folder != nil, "needs FIELDGUIDE_FIXTURES"))
  func `Every photo of the service has a colour`() throws {
    let photos = try #require(recordedPhotos())
    #expect(photos.count == 5_000)
    #expect(photos.allSatisfy { $0.colour?.utf8.count == 6 })
    #expect(photos.first?.colour == "92c952")
  }

  @Test(.enabled(if: Fixtures.folder != nil, "needs FIELDGUIDE_FIXTURES"))
  func `A photo is encoded as by the service`() throws {
    let data = try #require(Fixtures.data("photos/photo_1.json"))
    let photo = try JSONDecoder().decode(Photo.self, from: data)
    #expect(photo.albumId == 1)
    #expect(photo.id == 1)
    #expect(photo.title == "accusamus beatae ad facilis cum similique qui sunt")
    #expect(try JSONDecoder().decode(Photo.self, from: JSONEncoder().encode(photo)) == photo)
  }
}
