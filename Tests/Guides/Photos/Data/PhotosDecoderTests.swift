import Foundation
import TestSupport
import Testing

@testable import PhotosData

@Suite struct PhotosDecoderTests {
  private static let good = row()

  private static func row(
    id: String = "1", albumId: String = "1", title: String = #""x""#, url: String = #""/u""#,
    thumbnail: String = #""/t""#
  ) -> String {
    #"{"albumId":\#(albumId),"id":\#(id),"title":\#(title),"url":\#(url),"#
      + #""thumbnailUrl":\#(thumbnail)}"#
  }

  private func decode(_ text: String, limit: Int = 5_000) throws -> PhotosDecoder.List {
    try PhotosDecoder.decode(Data(text.utf8), limit: limit)
  }

  @Test(
    .enabled(if: Fixtures.folder != nil, "needs FIELDGUIDE_FIXTURES"),
    arguments: [
      ("photos/photos.json", 5_000), ("photos/photos_limit_5.json", 5),
      ("photos/photos_album_1.json", 50),
    ])
  func `Recorded lists are decoded`(file: String, count: Int) throws {
    let list = try PhotosDecoder.decode(try #require(Fixtures.data(file)), limit: 5_000)
    #expect(list.photos.count == count)
    #expect(list.photos == recordedPhotos(file))
    #expect(list.skipped == [])
  }

  @Test(arguments: [
    ("{}", "id: missing"),
    ("null", "row: null"),
    ("1", "row: wrong type"),
    ("[1,2]", "row: wrong type"),
    (row(id: "null"), "id: null"),
    (row(id: #""7""#), "id: wrong type"),
    (row(id: "1.5"), "unreadable"),
    (row(id: "99999999999999999999"), "unreadable"),
    (row(albumId: "true"), "albumId: wrong type"),
    (row(title: "null"), "title: null"),
    (row(title: "3"), "title: wrong type"),
    (row(url: "null"), "url: null"),
    (row(url: #""""#), "url: invalid value"),
    (row(thumbnail: #""""#), "thumbnailUrl: invalid value"),
    (row(title: "\"\(String(repeating: "x", count: 4_001))\""), "title: too long"),
    (row(url: "\"/\(String(repeating: "x", count: 2_000))\""), "url: too long"),
    (row(id: "2"), "id: duplicate"),
  ])
  func `An invalid row is skipped`(bad: String, reason: String) throws {
    let list = try decode("[\(Self.row(id: "2")),\(bad),\(Self.row(id: "3"))]")
    #expect(list.photos.map(\.id) == [2, 3])
    #expect(list.skipped == [.init(index: 1, reason: reason)])
  }

  @Test func `Control characters in titles become spaces`() throws {
    let list = try decode("[\(Self.row(title: #""a\u0000\tb\u0085c""#))]")
    #expect(list.photos.map(\.title) == ["a  b c"])
  }

  @Test func `A service of one's own gives sizes and albums, and one address`() throws {
    let list = try decode(
      #"[{"id":7,"title":"Dawn","url":"/dawn.jpg","album":"Sky","width":1600,"height":900}]"#)
    #expect(
      list.photos == [
        Photo(
          albumId: 0, id: 7, title: "Dawn", url: try #require(URL(string: "/dawn.jpg")),
          album: "Sky", size: Photo.Size(width: 1_600, height: 900))
      ])
    #expect(list.photos.first?.thumbnailUrl.relativeString == "/dawn.jpg")
  }

  @Test(arguments: [(0, 9), (9, 0), (-1, 9), (65_536, 9)])
  func `A size out of range is unknown`(width: Int, height: Int) throws {
    let row = #"{"id":1,"title":"x","url":"/u","width":\#(width),"height":\#(height)}"#
    #expect(try decode("[\(row)]").photos.map(\.size) == [nil])
  }

  @Test func `A lenient address is accepted`() throws {
    let list = try decode("[\(Self.row(url: #""not a url""#))]")
    #expect(list.photos.count == 1)
  }

  @Test func `Unknown fields are ignored`() throws {
    let list = try decode(#"[{"z":[{"y":{}}],\#(Self.good.dropFirst())]"#)
    #expect(list.photos.count == 1)
  }

  @Test func `No more photos are decoded than requested`() throws {
    let rows = (1...10).map { Self.row(id: "\($0)") }.joined(separator: ",")
    #expect(try decode("[\(rows)]", limit: 3).photos.map(\.id) == [1, 2, 3])
  }

  @Test(arguments: [
    ("", PhotosRemoteStoreError.malformed), ("[", .malformed), ("[1,]x", .malformed),
    ("\u{0}", .malformed), ("{}", .noList), (#"{"photos":[]}"#, .noList), ("\"x\"", .noList),
    ("7", .noList), ("[{},{},3]", .noneReadable(rows: 3)),
  ])
  func `A document without a list is an error`(text: String, expected: PhotosRemoteStoreError) {
    #expect(throws: expected) { try decode(text) }
  }

  @Test func `Deep nesting does not crash`() {
    #expect(throws: PhotosRemoteStoreError.self) {
      try decode(String(repeating: "[", count: 200_000))
    }
    #expect(throws: PhotosRemoteStoreError.self) {
      try decode("[" + String(repeating: #"{"a":"#, count: 100_000))
    }
  }

  @Test func `Bytes that are not text are an error`() {
    #expect(throws: PhotosRemoteStoreError.self) {
      try PhotosDecoder.decode(Data([0x5B, 0x22, 0xFF, 0x22, 0x5D]), limit: 5)
    }
  }

  @Test func `An empty list is valid`() throws {
    #expect(try decode("[]") == PhotosDecoder.List())
  }
}
