public import Foundation

/// A folder that is removed when its last reference is released.
public final class TemporaryFolder: Sendable {
  /// The location of the folder.
  public let url: URL

  /// Creates an empty folder. Its path is short enough for a Unix socket.
  ///
  /// - Parameter parent: The folder to create it in.
  public init(in parent: URL = FileManager.default.temporaryDirectory) throws {
    url =
      parent
      .appending(path: "fieldguide-\(UInt64.random(in: .min ... .max))")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(at: url)
  }

  /// The sorted names of the files in the folder.
  public var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: url.path).sorted() }
  }
}
