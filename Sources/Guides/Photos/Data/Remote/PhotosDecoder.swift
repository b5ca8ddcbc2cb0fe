import Foundation

/// Decodes a list of photos row by row; invalid rows are skipped.
enum PhotosDecoder {
  /// The maximum size of a title, in bytes: some hundred characters of any
  /// script.
  static let maxTitleBytes = 4_000
  /// The maximum size of an address, in bytes.
  static let maxAddressBytes = 2_000

  /// A row that could not be decoded.
  struct Skipped: Hashable {
    /// The index of the row in the list.
    let index: Int
    /// The reason, without any content of the row.
    let reason: String
  }

  /// The decoded rows.
  struct List: Hashable {
    var photos: [Photo] = []
    var skipped: [Skipped] = []
  }

  /// Decodes a list.
  ///
  /// - Parameters:
  ///   - data: the body of the response. The client limits its size.
  ///   - limit: the maximum number of rows.
  /// - Throws: `PhotosRemoteStoreError` if the body is not a list, or no row is
  ///   valid.
  static func decode(_ data: Data, limit: Int) throws(PhotosRemoteStoreError) -> List {
    let rows: [Row]
    do {
      rows = try JSONDecoder().decode([Row].self, from: data)
    } catch DecodingError.typeMismatch {
      throw .noList
    } catch {
      throw .malformed
    }
    var list = List()
    var ids: Set<Photo.ID> = []
    for (index, row) in rows.prefix(limit).enumerated() {
      switch row {
      case .photo(let photo) where ids.insert(photo.id).inserted: list.photos.append(photo)
      case .photo: list.skipped.append(Skipped(index: index, reason: "id: duplicate"))
      case .invalid(let reason): list.skipped.append(Skipped(index: index, reason: reason))
      }
    }
    // A list without a valid row must not replace the photos fetched before.
    guard !list.photos.isEmpty || list.skipped.isEmpty else {
      throw .noneReadable(rows: list.skipped.count)
    }
    return list
  }
}

/// A row of the list. Decoding it never fails, so that the other rows are
/// decoded.
private enum Row: Decodable {
  case photo(Photo)
  case invalid(_ reason: String)

  init(from decoder: any Decoder) {
    do {
      self = Self.checked(try Photo(from: decoder))
    } catch let error as DecodingError {
      self = .invalid(error.reason)
    } catch {
      self = .invalid("unreadable")
    }
  }

  private static func checked(_ photo: Photo) -> Row {
    guard photo.title.utf8.count <= PhotosDecoder.maxTitleBytes else {
      return .invalid("title: too long")
    }
    let addresses = [photo.url, photo.thumbnailUrl]
    guard addresses.allSatisfy({ $0.relativeString.utf8.count <= PhotosDecoder.maxAddressBytes })
    else { return .invalid("url: too long") }
    guard (photo.album?.utf8.count ?? 0) <= PhotosDecoder.maxTitleBytes,
      (photo.language?.utf8.count ?? 0) <= 35
    else { return .invalid("album: too long") }
    return .photo(
      Photo(
        albumId: photo.albumId, id: photo.id, title: cleaned(photo.title), url: photo.url,
        thumbnailUrl: photo.thumbnailUrl, album: photo.album.map(cleaned),
        language: photo.language.map(cleaned), size: photo.size))
  }
}

/// Replaces control characters by spaces, since HTML does not allow all of
/// them.
private func cleaned(_ title: String) -> String {
  func isControl(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.generalCategory == .control
  }
  guard title.unicodeScalars.contains(where: isControl) else { return title }
  return String(String.UnicodeScalarView(title.unicodeScalars.map { isControl($0) ? " " : $0 }))
}

extension DecodingError {
  /// The reason, with the key that it is about.
  fileprivate var reason: String {
    switch self {
    case .typeMismatch(_, let context): "\(context.key): wrong type"
    case .valueNotFound(_, let context): "\(context.key): null"
    case .keyNotFound(let key, _): "\(key.stringValue): missing"
    case .dataCorrupted(let context): "\(context.key): invalid value"
    @unknown default: "unreadable"
    }
  }
}

extension DecodingError.Context {
  /// The last key of the path. It is safe to log, since only keys of `Photo`
  /// are decoded.
  fileprivate var key: String {
    codingPath.last.flatMap { $0.intValue == nil ? $0.stringValue : nil } ?? "row"
  }
}
