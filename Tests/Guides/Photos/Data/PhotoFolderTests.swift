import Foundation
import TestSupport
import Testing
import WebClient

@testable import PhotosData

/// Pictures of a folder in place of a service.
@Suite struct PhotoFolderTests {
  private static let png: [UInt8] =
    [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]
    + [0, 0, 2, 0, 0, 0, 1, 0x80]

  private static let jpeg: [UInt8] = [0xFF, 0xD8] + frame

  /// The head of a frame of 640 by 480 pixels.
  private static let frame: [UInt8] = [0xFF, 0xC2, 0, 8, 8, 1, 0xE0, 2, 0x80, 3]

  /// Exif data with an orientation, in the byte order of Intel or of Motorola.
  private static func exif(_ orientation: UInt8, isLittle: Bool) -> [UInt8] {
    let tiff: [UInt8] =
      isLittle
      ? [0x49, 0x49, 42, 0, 8, 0, 0, 0, 1, 0, 0x12, 1, 3, 0, 1, 0, 0, 0, orientation, 0, 0, 0]
      : [0x4D, 0x4D, 0, 42, 0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0]
    return [0xFF, 0xE1, 0, UInt8(8 + tiff.count), 0x45, 0x78, 0x69, 0x66, 0, 0] + tiff
  }

  @Test(
    arguments: [
      (png, 512, 384), (jpeg, 640, 480),
      ([0xFF, 0xD8] + exif(1, isLittle: true) + frame, 640, 480),
      ([0xFF, 0xD8] + exif(6, isLittle: true) + frame, 480, 640),
      ([0xFF, 0xD8] + exif(8, isLittle: false) + frame, 480, 640),
      ([0xFF, 0xD8, 0xFF, 0xC4, 0, 2] + frame, 640, 480),
      ([], nil, nil), ([0xFF, 0xD8], nil, nil), (Array(png.prefix(20)), nil, nil),
      ([0xFF, 0xD8, 0xFF, 0xE0, 0, 0] + frame, nil, nil),
      ([0xFF, 0xD8, 0xFF, 0xC0, 0, 8, 8, 0, 0, 2, 0x80, 3], nil, nil),
      (Array("<svg width='6' height='9'/>".utf8), nil, nil),
    ] as [([UInt8], Int?, Int?)])
  func `The size is read from the head of a file`(bytes: [UInt8], width: Int?, height: Int?) {
    let size = PictureSize(bytes)?.size
    #expect(size?.width == width)
    #expect(size?.height == height)
  }

  @Test func `A head that ends anywhere is harmless`() {
    let whole = [0xFF, 0xD8] + Self.exif(6, isLittle: true) + Self.frame
    for count in 0..<(whole.count - 1) { #expect(PictureSize(Array(whole.prefix(count))) == nil) }
    #expect(PictureSize(whole) != nil)
  }

  private func withFolder(_ body: (URL) async throws -> Void) async throws {
    let parent = FileManager.default.temporaryDirectory.appending(path: "photos-\(UUID())")
    let folder = parent.appending(path: "pictures")
    defer { try? FileManager.default.removeItem(at: parent) }
    for path in ["harbour", ".hidden"] {
      try FileManager.default.createDirectory(
        at: folder.appending(path: path), withIntermediateDirectories: true)
    }
    let files: [(String, [UInt8])] = [
      ("first-light_on the ridge.jpg", Self.jpeg), ("harbour/a: boat.PNG", Self.png),
      ("harbour/notes.txt", Self.png), ("broken.jpg", [1, 2, 3]), (".hidden/x.jpg", Self.jpeg),
      ("../outside.jpg", Self.jpeg),
    ]
    for (path, bytes) in files { try Data(bytes).write(to: folder.appending(path: path)) }
    try FileManager.default.createSymbolicLink(
      at: folder.appending(path: "link.jpg"),
      withDestinationURL: parent.appending(path: "outside.jpg"))
    try await body(folder)
  }

  private func fetch(_ folder: URL) async throws -> FetchedPhotos {
    try await PhotosRemoteStore(
      baseURL: folder, client: WebClient(userAgent: "test", service: folder), now: { noon },
      logger: RecordedLog().logger
    ).fetchPhotos()
  }

  @Test func `Pictures are listed with titles, albums and sizes, and nothing else`() async throws {
    try await withFolder { folder in
      let fetched = try await fetch(folder)
      #expect(fetched.photos.map(\.title) == ["First light on the ridge", "A: boat"])
      #expect(fetched.photos.map(\.album) == [nil, "Harbour"])
      #expect(fetched.photos.map(\.size?.width) == [640, 512])
      #expect(fetched.skipped == 2, "the broken one, and a link out of the folder")
      #expect(try await fetch(folder).photos == fetched.photos, "the numbers stay")
      let files = PhotoFiles.live(service: folder)
      let contents = try fetched.photos.map { try files.read($0.file?.path ?? "") }
      #expect(contents == [Self.jpeg, Self.png])
    }
  }

  @Test(arguments: [
    "../outside.jpg", "harbour/../../outside.jpg", "/etc/passwd", "link.jpg", "harbour",
    "harbour/notes.txt", "missing.jpg", "",
  ])
  func `No other file is read`(path: String) async throws {
    try await withFolder { folder in
      let files = PhotoFiles.live(service: folder)
      #expect(throws: MissingPhotoFile.self) { try files.read(path) }
    }
  }

  @Test func `A list in the folder names its files`() async throws {
    try await withFolder { folder in
      let rows =
        #"[{"id":1,"title":"Dawn","url":"first-light_on%20the%20ridge.jpg"},"#
        + #"{"id":2,"title":"Out","url":"../outside.jpg"}]"#
      try Data(rows.utf8).write(to: folder.appending(path: "photos.json"))
      let photos = try await fetch(folder).photos
      #expect(photos.map(\.title) == ["Dawn", "Out"])
      #expect(photos.map(\.size?.height) == [480, nil])
      #expect(photos.map { $0.file != nil } == [true, false])
    }
  }

  @Test func `A folder that does not exist is an error`() async throws {
    await #expect(throws: PhotosRemoteStoreError.self) {
      try await fetch(URL(filePath: "/nowhere", directoryHint: .isDirectory))
    }
  }

  @Test func `The sample has eight pictures`() throws {
    #expect(Photo.samples.count == 8)
    var bytes = 0
    for photo in Photo.samples {
      let content = try PhotoFiles.sample.read(try #require(photo.file).path)
      #expect(photo.size != nil)
      bytes += content.count
    }
    #expect(bytes < 250_000)
  }
}
