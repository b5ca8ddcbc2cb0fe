import Foundation

/// An SQLite file with those that SQLite keeps beside it.
struct DatabaseFiles: Sendable {
  let main: URL

  private static let suffixes = ["", "-journal", "-wal", "-shm"]

  /// Whether there is something in it.
  var isWritten: Bool { Self.size(of: main.path) > 0 }

  /// Whether changes may be in the log alone.
  var hasLog: Bool { Self.size(of: main.path + "-wal") > 0 }

  /// Whether a change has to be taken back first, of which only half is there.
  var hasJournal: Bool { Self.size(of: main.path + "-journal") > 0 }

  /// Whether changes are in the log of a file that is gone. SQLite would
  /// delete them when it begins a new one.
  var hasLostItsMain: Bool {
    !FileManager.default.fileExists(atPath: main.path) && hasLog
  }

  /// Renames all of them, so that they can still be opened together.
  ///
  /// Where the program ends in the middle, the next call takes the rest.
  ///
  /// - Parameter now: becomes a part of the name.
  /// - Returns: the new place of the main file.
  func setAside(now: Date = .now) throws -> URL {
    let base = "\(main.path).damaged-\(Self.stamp(now))"
    // Nothing is ever written over, not even within a second.
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
    // A folder has a size as well.
    guard attributes?[.type] as? FileAttributeType == .typeRegular else { return 0 }
    return (attributes?[.size] as? NSNumber)?.intValue ?? 0
  }

  /// As `20260507T093000Z`.
  private static func stamp(_ date: Date) -> String {
    date.formatted(.iso8601.dateSeparator(.omitted).timeSeparator(.omitted))
  }
}
