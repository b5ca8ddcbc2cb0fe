import Foundation

/// An SQLite file with its rollback journal, write-ahead log and shared memory.
struct DatabaseFiles: Sendable {
  let main: URL

  private static let suffixes = ["", "-journal", "-wal", "-shm"]

  /// The path of the write-ahead log.
  var log: String { main.path + "-wal" }

  /// True if something exists at the path of the main file.
  var exists: Bool { FileStatus(of: main.path) != nil }

  /// True if the main file was there at an earlier start, and is not any more.
  var isLost: Bool {
    !exists
      && FolderLock.databases(in: main.deletingLastPathComponent())
        .contains(main.lastPathComponent)
  }

  /// True if the main file exists and is empty.
  var isEmpty: Bool {
    FileStatus(of: main.path).map { $0.isRegular && $0.size == 0 } ?? false
  }

  /// True if the main file exists and is not empty.
  var isWritten: Bool { Self.size(of: main.path) > 0 }

  /// True if the write-ahead log may contain changes.
  var hasLog: Bool { Self.size(of: log) > 0 }

  /// True if an incomplete transaction may have to be rolled back.
  var hasJournal: Bool { Self.size(of: main.path + "-journal") > 0 }

  /// True if the write-ahead log has an index, as while a program has the file open.
  var hasIndex: Bool { FileStatus(of: main.path + "-shm") != nil }

  /// The paths of those files that exist.
  var paths: [String] {
    Self.suffixes.map { main.path + $0 }.filter { FileStatus(of: $0) != nil }
  }

  /// Takes rights away from the files.
  ///
  /// - Parameter permissions: The rights that remain.
  func limitRights(to permissions: mode_t) {
    for path in paths {
      var status = stat()
      guard stat(path, &status) == 0, status.st_mode & 0o777 & ~permissions != 0 else { continue }
      chmod(path, status.st_mode & permissions)
    }
  }

  /// Copies the files to a folder, and returns the copy of the main file.
  func copy(to folder: URL) throws -> URL {
    for path in paths {
      let file = URL(fileURLWithPath: path)
      try FileManager.default.copyItem(
        at: file, to: folder.appending(path: file.lastPathComponent))
    }
    return folder.appending(path: main.lastPathComponent)
  }

  /// The status of the files that contain data.
  var status: Status {
    Status(
      main: FileStatus(of: main.path), log: FileStatus(of: log))
  }

  /// The status of the main file and the write-ahead log; `nil` for a missing
  /// one.
  struct Status: Equatable {
    let main: FileStatus?
    let log: FileStatus?

    /// Returns the reason why these are not the files with an earlier status;
    /// `nil` if they are. Files that are in use grow, and do not shrink to less
    /// than at their opening.
    func difference(from earlier: Status) -> String? {
      if let old = earlier.main {
        guard let main else { return "the file is missing" }
        guard main.isSameFile(as: old) else { return "another file is in its place" }
        guard main.size >= old.size else { return "the file was truncated" }
      }
      if let old = earlier.log {
        guard let log else { return "the write-ahead log is missing" }
        guard log.isSameFile(as: old) else { return "another write-ahead log is in its place" }
      }
      return nil
    }
  }

  /// The main file under the name that it has while it is created.
  var unfinished: URL { URL(fileURLWithPath: main.path + ".new") }

  /// Gives the unfinished file its name.
  func renameUnfinished() throws {
    try FileSync.flush(unfinished)
    try FileManager.default.moveItem(at: unfinished, to: main)
    try FileSync.flush(main.deletingLastPathComponent())
  }

  /// Renames all files consistently, so that SQLite can still open them.
  ///
  /// If the program is killed halfway, the next call renames the remaining files.
  ///
  /// - Parameter now: The time for the new name.
  /// - Returns: The new URL of the main file.
  func quarantine(now: Date = .now) throws -> URL {
    let base = "\(main.path).damaged-\(Self.timestamp(now))"
    // Existing files are not overwritten, not even within the same second.
    let names = [base] + (2...1_000).map { "\(base)-\($0)" }
    guard let name = names.first(where: Self.isFree) else {
      throw CocoaError(.fileWriteFileExists)
    }
    for suffix in Self.suffixes where FileManager.default.fileExists(atPath: main.path + suffix) {
      try FileManager.default.moveItem(atPath: main.path + suffix, toPath: name + suffix)
    }
    try FileSync.flush(main.deletingLastPathComponent())
    return URL(fileURLWithPath: name)
  }

  private static func isFree(_ name: String) -> Bool {
    suffixes.allSatisfy { !FileManager.default.fileExists(atPath: name + $0) }
  }

  private static func size(of path: String) -> Int {
    // A folder has a size too.
    FileStatus(of: path).map { $0.isRegular ? $0.size : 0 } ?? 0
  }

  /// Returns a timestamp such as `20260507T093000Z`.
  private static func timestamp(_ date: Date) -> String {
    date.formatted(.iso8601.dateSeparator(.omitted).timeSeparator(.omitted))
  }
}
