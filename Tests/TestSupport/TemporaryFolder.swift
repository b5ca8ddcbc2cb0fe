public import Foundation

/// A folder that is removed with the last reference to it.
public final class TemporaryFolder: Sendable {
  /// The location of the folder.
  public let url: URL

  /// Creates an empty folder. Its path is short enough for that of a socket.
  public init() throws {
    url = FileManager.default.temporaryDirectory
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
