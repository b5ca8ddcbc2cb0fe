import Foundation

/// The identity of a file, and what changes when it is written to.
struct FileStatus: Equatable, Sendable {
  let isRegular: Bool
  let size: Int
  private let device: dev_t
  private let inode: ino_t
  private let modifiedSeconds: Int
  private let modifiedNanoseconds: Int

  /// - Returns: `nil` if nothing exists at the path.
  init?(of path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    isRegular = status.st_mode & S_IFMT == S_IFREG
    size = Int(status.st_size)
    device = status.st_dev
    inode = status.st_ino
    modifiedSeconds = status.st_mtim.tv_sec
    modifiedNanoseconds = status.st_mtim.tv_nsec
  }

  /// Returns true if both are of the same file, whatever it contains.
  func isSameFile(as other: FileStatus) -> Bool {
    device == other.device && inode == other.inode
  }
}
