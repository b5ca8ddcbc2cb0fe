import Foundation

/// Has the system put files on the disk.
enum FileSync {
  /// Returns when a file, or a folder's list of names, cannot be lost any
  /// more.
  static func flush(_ url: URL) throws {
    let descriptor = open(url.path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw POSIXError(errno) }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else { throw POSIXError(errno) }
  }
}

extension POSIXError {
  init(_ number: Int32) {
    self.init(POSIXErrorCode(rawValue: number) ?? .EIO)
  }
}
