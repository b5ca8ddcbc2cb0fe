import Foundation

/// Reads a list of photos, row by row: one that makes no sense is skipped.
enum PhotosDecoder {
  /// The longest title, in bytes: some hundred characters of any script.
  static let longestTitle = 4_000
  /// The longest address, in bytes.
  static let longestAddress = 2_000

  /// A row that could not be read.
  struct Skipped: Hashable {
    /// Its place in the list.
    let index: Int
    /// Why, without anything from the row itself.
    let reason: String
  }

  /// What a list holds.
  struct List: Hashable {
    var photos: [Photo] = []
    var skipped: [Skipped] = []
  }

  /// Reads a list.
  ///
  /// - Parameters:
  ///   - data: as the service sent it. Its size is bounded by the client.
  ///   - limit: how many rows are taken.
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
      switch row.result {
      case .success(let photo) where ids.insert(photo.id).inserted: list.photos.append(photo)
      case .success: list.skipped.append(Skipped(index: index, reason: "id: it is there twice"))
      case .failure(let problem):
        list.skipped.append(Skipped(index: index, reason: problem.reason))
      }
    }
    // Nothing that makes sense is no reason to forget what did.
    guard !list.photos.isEmpty || list.skipped.isEmpty else {
      throw .noneReadable(rows: list.skipped.count)
    }
    return list
  }
}

/// A row of the list. Reading it never fails, so that the others are read.
private struct Row: Decodable {
  let result: Result<Photo, Problem>

  struct Problem: Error {
    let reason: String
  }

  init(from decoder: any Decoder) {
    do {
      result = Self.checked(try Photo(from: decoder))
    } catch let error as DecodingError {
      result = .failure(Problem(reason: error.reason))
    } catch {
      result = .failure(Problem(reason: "it cannot be read"))
    }
  }

  private static func checked(_ photo: Photo) -> Result<Photo, Problem> {
    guard photo.title.utf8.count <= PhotosDecoder.longestTitle else {
      return .failure(Problem(reason: "title: it is too long"))
    }
    let addresses = [photo.url, photo.thumbnailUrl]
    guard addresses.allSatisfy({ $0.relativeString.utf8.count <= PhotosDecoder.longestAddress })
    else { return .failure(Problem(reason: "url: it is too long")) }
    return .success(
      Photo(
        albumId: photo.albumId, id: photo.id, title: cleaned(photo.title), url: photo.url,
        thumbnailUrl: photo.thumbnailUrl))
  }
}

/// A title with blanks for control characters, some of which no page can hold.
private func cleaned(_ title: String) -> String {
  func isControl(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.generalCategory == .control
  }
  guard title.unicodeScalars.contains(where: isControl) else { return title }
  return String(String.UnicodeScalarView(title.unicodeScalars.map { isControl($0) ? " " : $0 }))
}

extension DecodingError {
  /// What is wrong, by key.
  fileprivate var reason: String {
    switch self {
    case .typeMismatch(_, let context): "\(context.key): it is of another type"
    case .valueNotFound(_, let context): "\(context.key): it is null"
    case .keyNotFound(let key, _): "\(key.stringValue): it is missing"
    case .dataCorrupted(let context): "\(context.key): it makes no sense"
    @unknown default: "it cannot be read"
    }
  }
}

extension DecodingError.Context {
  /// The key it is about: ours, since no other is read.
  fileprivate var key: String {
    codingPath.last.flatMap { $0.intValue == nil ? $0.stringValue : nil } ?? "row"
  }
}
