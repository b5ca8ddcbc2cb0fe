import Foundation

/// Flushing of files to disk.
enum FileSync {
  /// Flushes a file, or the entries of a folder, to disk with `fsync`.
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
