public import Foundation

/// Holds a folder for one program.
///
/// The system gives it back when the program ends, however that comes about.
public final class FolderLock: Sendable {
  private let descriptor: Int32

  /// Takes a folder.
  ///
  /// The lock is on a file in it. Where the folder is read-only and has none,
  /// it is on the folder itself.
  ///
  /// - Throws: `FolderLockError`.
  public init(folder: URL) throws(FolderLockError) {
    let file = folder.appending(path: Self.name)
    var descriptor = open(file.path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o644)
    // A lock needs no right to write.
    if descriptor < 0 { descriptor = open(file.path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW) }
    if descriptor < 0 { descriptor = open(folder.path, O_RDONLY | O_CLOEXEC | O_DIRECTORY) }
    guard descriptor >= 0 else {
      throw FolderLockError(reason: .unreadable, folder: folder.path)
    }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      let isTaken = errno == EWOULDBLOCK
      close(descriptor)
      throw FolderLockError(reason: isTaken ? .taken : .unsupported, folder: folder.path)
    }
    self.descriptor = descriptor
  }

  deinit {
    close(descriptor)
  }

  private static let name = "fieldguide.lock"
}

/// Why a folder could not be held.
public struct FolderLockError: Error, Hashable, Sendable {
  /// What kind of trouble it is.
  public enum Reason: Hashable, Sendable {
    /// Another program holds it.
    case taken
    case unreadable
    /// The file system knows no locks.
    case unsupported
  }

  /// What kind of trouble it is.
  public let reason: Reason
  /// Which folder.
  public let folder: String
}

extension FolderLockError: LocalizedError {
  public var errorDescription: String? {
    switch reason {
    case .taken: "another program is using the data folder \(folder)."
    case .unreadable: "the data folder \(folder) cannot be read."
    case .unsupported: "the file system of the data folder \(folder) knows no locks."
    }
  }
}
