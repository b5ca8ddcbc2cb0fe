import Foundation

/// An SQLite file with its rollback journal, write-ahead log and shared memory.
struct DatabaseFiles: Sendable {
  let main: URL

  private static let suffixes = ["", "-journal", "-wal", "-shm"]

  /// True if the main file exists and is not empty.
  var isWritten: Bool { Self.size(of: main.path) > 0 }

  /// True if the write-ahead log may contain changes.
  var hasLog: Bool { Self.size(of: main.path + "-wal") > 0 }

  /// True if an incomplete transaction may have to be rolled back.
  var hasJournal: Bool { Self.size(of: main.path + "-journal") > 0 }

  /// True if a log exists without its main file. SQLite would delete it when it
  /// creates the main file.
  var isMissingMain: Bool {
    !FileManager.default.fileExists(atPath: main.path) && hasLog
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
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    // A folder has a size too.
    guard attributes?[.type] as? FileAttributeType == .typeRegular else { return 0 }
    return (attributes?[.size] as? NSNumber)?.intValue ?? 0
  }

  /// Returns a timestamp such as `20260507T093000Z`.
  private static func timestamp(_ date: Date) -> String {
    date.formatted(.iso8601.dateSeparator(.omitted).timeSeparator(.omitted))
  }
}
