package import Foundation

/// A folder of JPEG and PNG files in place of a photo service. Each folder within it is an album.
struct PhotoFolder: Sendable {
  /// The maximum size of a file, in bytes.
  static let maxBytes = 16 << 20
  /// The number of bytes at the beginning of a file that contain the size of its picture.
  private static let headBytes = 512 << 10
  static let extensions: Set<String> = ["jpg", "jpeg", "png"]

  private let root: URL

  init(_ folder: URL) { root = folder.resolvingSymlinksInPath() }

  /// Returns the photos in the order of their albums and names, and the number of files that are
  /// no pictures or too large.
  ///
  /// - Parameter limit: the maximum number of photos.
  /// - Throws: an error of the file system if the folder cannot be read.
  func photos(limit: Int) throws -> (photos: [Photo], skipped: Int) {
    let (files, albums) = try content(of: root)
    var paths = files
    for album in albums where paths.count < limit {
      paths += (try? content(of: root.appending(path: album)))?.files.map { "\(album)/\($0)" } ?? []
    }
    let photos = paths.prefix(limit).enumerated().compactMap { index, path in
      photo(at: path, albumId: albums.firstIndex { path.hasPrefix("\($0)/") }.map { $0 + 1 } ?? 0)
    }
    return (photos, min(paths.count, limit) - photos.count)
  }

  /// Returns a photo of a list with the size and the version of its file; unchanged if it has
  /// none.
  func described(_ photo: Photo) -> Photo {
    guard photo.url.scheme == nil,
      let file = Picture(photo.url.path(percentEncoded: false), in: self)
    else { return photo }
    return Photo(
      albumId: photo.albumId, id: photo.id, title: photo.title, url: file.url, album: photo.album,
      language: photo.language, size: file.size)
  }

  /// Returns the content of a picture.
  func read(_ path: String) throws -> [UInt8] {
    guard let file = file(path) else { throw MissingPhotoFile() }
    return [UInt8](try Data(contentsOf: file.url))
  }

  private func photo(at path: String, albumId: Int) -> Photo? {
    guard let file = Picture(path, in: self) else { return nil }
    let parts = path.split(separator: "/").map(String.init)
    let name = (parts.last ?? path).split(separator: ".").dropLast().joined(separator: ".")
    return Photo(
      albumId: albumId, id: Self.id(of: path), title: Self.title(name), url: file.url,
      album: parts.count > 1 ? Self.title(parts[0]) : nil, size: file.size)
  }

  /// Returns a title such as "First light" for a name such as `first-light`.
  private static func title(_ name: String) -> String {
    let words = name.split { "-_ ".contains($0) }.joined(separator: " ")
    return words.prefix(1).uppercased() + words.dropFirst()
  }

  /// Returns a number that stays the same while other files come and go: 48 bits of the FNV-1a
  /// hash.
  private static func id(of path: String) -> Int {
    let hash = path.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01B3
    }
    return Int(hash & 0xFFFF_FFFF_FFFF)
  }

  /// Returns the pictures and the folders of a folder, without hidden ones, by name.
  private func content(of folder: URL) throws -> (files: [String], folders: [String]) {
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { !$0.hasPrefix(".") }.sorted()
    let files = names.filter {
      Self.extensions.contains(URL(filePath: $0).pathExtension.lowercased())
    }
    let folders = names.filter { name in
      var isFolder: ObjCBool = false
      return FileManager.default.fileExists(
        atPath: folder.appending(path: name).path, isDirectory: &isFolder) && isFolder.boolValue
    }
    return (files, folders)
  }

  /// Returns a picture within the folder, and its version; `nil` for other files.
  private func file(_ path: String) -> (url: URL, version: String)? {
    let file = root.appending(path: path).standardizedFileURL.resolvingSymlinksInPath()
    guard file.path.hasPrefix(root.path + "/"),
      Self.extensions.contains(file.pathExtension.lowercased()),
      let values = try? FileManager.default.attributesOfItem(atPath: file.path),
      // A pipe would block.
      values[.type] as? FileAttributeType == .typeRegular, let size = values[.size] as? Int,
      size <= Self.maxBytes, let date = values[.modificationDate] as? Date
    else { return nil }
    let seconds = Int(date.timeIntervalSince1970 * 1_000)
    return (file, "\(String(size, radix: 36))-\(String(seconds, radix: 36))")
  }

  /// A picture whose head could be read.
  private struct Picture {
    /// The path within the folder, with the version as the query.
    let url: URL
    let size: Photo.Size

    init?(_ path: String, in folder: PhotoFolder) {
      guard let file = folder.file(path), let handle = try? FileHandle(forReadingFrom: file.url),
        let head = try? handle.read(upToCount: PhotoFolder.headBytes),
        let size = PictureSize([UInt8](head))?.size,
        // A colon in the first component would be the end of a scheme.
        let encoded = path.addingPercentEncoding(
          withAllowedCharacters: .urlPathAllowed.subtracting(CharacterSet(charactersIn: ":"))),
        let url = URL(string: "\(encoded)?v=\(file.version)")
      else { return nil }
      self.url = url
      self.size = size
    }
  }
}

extension PhotoFiles {
  /// The files of a folder that stands for a photo service; none for a service on the network.
  package static func live(service: URL) -> PhotoFiles {
    guard service.isFileURL else { return .none }
    let folder = PhotoFolder(service)
    return PhotoFiles { try folder.read($0) }
  }
}
