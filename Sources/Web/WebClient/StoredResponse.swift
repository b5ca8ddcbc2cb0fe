import Foundation

/// A response of a service that is stored in a folder under its path, with or
/// without the extension `json`.
struct StoredResponse {
  private let path: String

  /// - Returns: `nil` if the URL is not within the folder.
  init?(_ url: URL, in folder: URL) {
    guard url.isFileURL else { return nil }
    path = url.standardizedFileURL.path
    guard path.hasPrefix(folder.standardizedFileURL.path + "/") else { return nil }
  }

  /// Returns the content of the file. Reading it takes less time than a change of
  /// threads.
  func content(limit: Int) throws(WebClientError) -> [UInt8] {
    for name in [path, path + ".json"] {
      let file = URL(fileURLWithPath: name).resolvingSymlinksInPath().path
      guard let values = try? FileManager.default.attributesOfItem(atPath: file),
        // A pipe would block.
        values[.type] as? FileAttributeType == .typeRegular, let size = values[.size] as? Int
      else { continue }
      guard size <= limit else { throw .tooLarge(limit: limit) }
      guard let data = try? Data(contentsOf: URL(fileURLWithPath: file)) else { break }
      return [UInt8](data)
    }
    throw .missingFile(path)
  }
}
