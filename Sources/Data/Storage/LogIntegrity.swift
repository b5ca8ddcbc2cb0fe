import Foundation
import GRDB
import GRDBSQLite
import Synchronization

/// Detects damage to a write-ahead log, by comparing its last committed frame with the file, and
/// copies the log to the database file. SQLite itself reads a log again at the next start only
/// (https://sqlite.org/fileformat2.html#walformat).
final class LogIntegrity: Sendable {
  private struct State {
    /// The header of the log, and its last frame; `nil` before the first commit.
    var lastCommit: (log: [UInt8], offset: Int, frame: [UInt8])?
    var isDamaged = false
  }

  private let path: String
  private let state = Mutex(State())
  /// The number of frames from which on a log is copied to the file: the default of SQLite, whose own
  /// copying a hook disables.
  private static let checkpointLength: Int32 = 1_000
  private static let (logHeader, frameHeader) = (32, 24)
  /// The first word of a log. Its lowest bit is the byte order of the words of checksums.
  private static let magic: UInt32 = 0x377F_0682

  /// - Parameters:
  ///   - path: The path of the log.
  ///   - db: The connection that writes. It is closed before this is released.
  init(of path: String, writtenBy db: Database) {
    self.path = path
    sqlite3_wal_hook(
      db.sqliteConnection,
      { context, connection, name, count in
        guard let context else { return SQLITE_OK }
        let end = Unmanaged<LogIntegrity>.fromOpaque(context).takeUnretainedValue()
        // Nothing is copied from a damaged log.
        if end.isIntact(afterCommitOf: Int(count)), count >= LogIntegrity.checkpointLength {
          sqlite3_wal_checkpoint_v2(connection, name, SQLITE_CHECKPOINT_PASSIVE, nil, nil)
        }
        return SQLITE_OK
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  /// Returns true if the next start finds what was committed.
  ///
  /// - Parameter count: The number of frames, if this is called at the end of a commit.
  func isIntact(afterCommitOf count: Int? = nil) -> Bool {
    state.withLock { state in
      // A missing file is reported by the check of the database files.
      guard !state.isDamaged, let file = FileHandle(forReadingAtPath: path) else {
        return !state.isDamaged
      }
      defer { try? file.close() }
      state.isDamaged = !Self.isIntact(file, afterCommitOf: count, &state)
      return !state.isDamaged
    }
  }

  private static func isIntact(
    _ file: FileHandle, afterCommitOf count: Int?, _ state: inout State
  ) -> Bool {
    func read(_ count: Int, at offset: Int) -> [UInt8] {
      guard (try? file.seek(toOffset: UInt64(offset))) != nil else { return [] }
      return (try? file.read(upToCount: count)).map { Array($0) } ?? []
    }
    var log = read(logHeader, at: 0)
    if let last = state.lastCommit, log == last.log,
      read(last.frame.count, at: last.offset) != last.frame
    {
      // A changed header means that the log was restarted during this check.
      log = read(logHeader, at: 0)
      if log == last.log { return false }
    }
    // A log may be emptied after it was copied to the file.
    guard let count else { return log.isEmpty || isHeader(log) }
    guard isHeader(log) else { return false }
    let length = frameHeader + log[8..<12].reduce(0) { $0 << 8 | Int($1) }
    let offset = logHeader + (count - 1) * length
    let frame = read(length, at: offset)
    // The salts of the header and of the frame are the same.
    guard frame.count == length, log[16..<24].elementsEqual(frame[8..<16]) else { return false }
    state.lastCommit = (log, offset, frame)
    return true
  }

  /// Returns true for a header with a correct checksum.
  private static func isHeader(_ bytes: [UInt8]) -> Bool {
    guard bytes.count == logHeader else { return false }
    let words = stride(from: 0, to: logHeader, by: 4).map { start in
      bytes[start..<start + 4].reduce(0) { $0 << 8 | UInt32($1) }
    }
    guard words[0] & ~1 == magic else { return false }
    let checksumWords = words[0] == magic ? words.map(\.byteSwapped) : words
    var (first, second): (UInt32, UInt32) = (0, 0)
    for index in stride(from: 0, to: 6, by: 2) {
      first &+= checksumWords[index] &+ second
      second &+= checksumWords[index + 1] &+ first
    }
    return words[6...].elementsEqual([first, second])
  }
}
