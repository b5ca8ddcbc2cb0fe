import Glibc

/// A regular file, opened once and sent many times.
///
/// The open descriptor pins what was there when it was opened: replacing the
/// file by another does not change what is sent.
public final class OpenFile: Sendable {
  let descriptor: Int32
  /// Its size in bytes when it was opened.
  public let count: Int

  /// - Throws: `SystemError` where it cannot be opened or is no regular file.
  public init(path: String) throws(SystemError) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw SystemError(doing: "open \(path)") }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else {
      let error = SystemError(doing: "read \(path)")
      close(descriptor)
      throw error
    }
    guard status.st_mode & S_IFMT == S_IFREG else {
      close(descriptor)
      throw SystemError(code: EINVAL, doing: "open \(path) as a regular file")
    }
    self.descriptor = descriptor
    self.count = Int(status.st_size)
  }

  deinit {
    close(descriptor)
  }
}
