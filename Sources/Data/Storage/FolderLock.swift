public import Foundation

/// An exclusive advisory lock on a folder.
///
/// The system releases it when the process ends, also after a crash.
///
/// ```swift
/// import Foundation
/// import Storage
///
/// let lock = try FolderLock(folder: URL(filePath: "/var/lib/example"))
/// withExtendedLifetime(lock) {
///   // Use the folder.
/// }
/// ```
public final class FolderLock: Sendable {
  private let descriptor: Int32

  /// Locks a folder.
  ///
  /// The lock is on a file in the folder, or on the folder itself if it is
  /// read-only and does not contain the file.
  ///
  /// - Throws: `FolderLockError` if another process holds the lock, or the folder
  ///   cannot be locked.
  public init(folder: URL) throws(FolderLockError) {
    let file = folder.appending(path: Self.name)
    var descriptor = open(file.path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o640)
    // A lock needs no write permission.
    if descriptor < 0 { descriptor = open(file.path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW) }
    if descriptor < 0 { descriptor = open(folder.path, O_RDONLY | O_CLOEXEC | O_DIRECTORY) }
    guard descriptor >= 0 else {
      throw FolderLockError(reason: .unreadable, folder: folder.path)
    }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      let isInUse = errno == EWOULDBLOCK
      close(descriptor)
      throw FolderLockError(reason: isInUse ? .inUse : .unsupported, folder: folder.path)
    }
    self.descriptor = descriptor
  }

  deinit {
    close(descriptor)
  }

  private static let name = "fieldguide.lock"
}

extension FolderLock {
  /// Returns the names of the databases that a folder has had since it was first locked. One
  /// that is missing was lost.
  package static func databases(in folder: URL) -> [String] {
    let text = try? String(contentsOf: folder.appending(path: name), encoding: .utf8)
    return (text ?? "").split(separator: "\n").map(String.init)
  }

  /// Notes that a folder has a database. A folder that was never locked, or that cannot be
  /// written, has no notes.
  static func note(_ database: URL) {
    let folder = database.deletingLastPathComponent()
    guard !databases(in: folder).contains(database.lastPathComponent) else { return }
    let file = open(folder.appending(path: name).path, O_WRONLY | O_APPEND | O_CLOEXEC | O_NOFOLLOW)
    guard file >= 0 else { return }
    defer { close(file) }
    let line = Array("\(database.lastPathComponent)\n".utf8)
    if write(file, line, line.count) == line.count { fsync(file) }
  }
}

/// An error that occurs if a folder cannot be locked.
public struct FolderLockError: Error, Hashable, Sendable {
  /// The causes.
  public enum Reason: Hashable, Sendable {
    /// Another process holds the lock.
    case inUse
    /// The folder cannot be read.
    case unreadable
    /// The file system does not support locks.
    case unsupported
  }

  /// The cause.
  public let reason: Reason
  /// The path of the folder.
  public let folder: String
}

extension FolderLockError: LocalizedError {
  public var errorDescription: String? {
    switch reason {
    case .inUse: "another program is using the data folder \(folder)."
    case .unreadable: "the data folder \(folder) cannot be read."
    case .unsupported: "the file system of the data folder \(folder) does not support locks."
    }
  }
}
