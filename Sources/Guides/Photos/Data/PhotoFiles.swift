/// The files of pictures that the site serves itself.
public struct PhotoFiles: Sendable {
  /// Returns the content of a file.
  public var read: @Sendable (_ path: String) throws -> [UInt8]

  public init(read: @escaping @Sendable (_ path: String) throws -> [UInt8]) {
    self.read = read
  }

  /// No files: all pictures are on other hosts.
  public static let none = PhotoFiles { _ in throw MissingPhotoFile() }
}

/// An error of reading the file of a picture.
public struct MissingPhotoFile: Error, Hashable, Sendable {
  public init() {}
}
