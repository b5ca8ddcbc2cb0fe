import Foundation
import GRDB

/// A folder with a file of photos, which goes with the last reference to it.
final class PhotosFolder: Sendable {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory
      .appending(path: "fieldguide-tests-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(at: url)
  }

  /// The file of photos in it.
  var file: URL { url.appending(path: "photos.sqlite") }

  /// Does something to the file as another program would.
  func withDatabase<T>(_ body: (Database) throws -> T) throws -> T {
    let queue = try DatabaseQueue(path: file.path)
    let result = try queue.writeWithoutTransaction(body)
    try queue.close()
    return result
  }
}
