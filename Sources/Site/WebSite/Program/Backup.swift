import ArgumentParser
import Foundation
import Storage

/// The command `backup`: copies the databases, even while the site is running.
struct Backup: SettingsCommand {
  static let configuration = CommandConfiguration(
    abstract: "Back up the databases. The site may be running.",
    discussion: """
      Creates a folder with a consistent, verified copy of each guide’s database. To restore a \
      backup, run serve with --data FOLDER. Refuses if a database is missing or empty, or has \
      less than half of the rows that it has in the last backup in the same place.
      """)

  @Argument(help: "The folder to create. It must not exist yet.")
  var file: String

  @Flag(help: "Back up although rows have been lost since the last backup.")
  var acceptLosses = false

  @Option(help: .hidden)
  var database: String?

  static var settings: [NamedSetting] {
    declaredSettings(of: CommonSettings(), only: ["config", "data"])
  }

  @OptionGroup var options: CommandOptions<Self>

  func run(for site: Site<some SiteOptions>, _ reader: SettingsReader, errors: LogWriter) throws {
    let settings = try reader.read(CommonSettings(), only: ["data", "database"])
    guard database == nil, settings.database == nil else {
      throw SettingsError("the data are in PostgreSQL; back them up with pg_dump.")
    }
    let backup = URL(fileURLWithPath: file, isDirectory: true)
    let written = try Self.write(
      settings.data, to: backup, after: acceptLosses ? nil : Self.last(beside: backup))
    print("Wrote \(backup.path): \(written.joined(separator: ", ")).")
  }

  /// The suffix of the names of databases.
  private static let suffix = ".sqlite"

  /// Returns the newest backup beside a new one; `nil` if there is none. A folder with a lock
  /// has the data of a site.
  private static func last(beside backup: URL) -> URL? {
    let time = URLResourceKey.contentModificationDateKey
    let folders = try? FileManager.default.contentsOfDirectory(
      at: backup.deletingLastPathComponent(), includingPropertiesForKeys: [time],
      options: .skipsHiddenFiles)
    let times = (folders ?? []).compactMap { folder -> (folder: URL, time: Date)? in
      guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path),
        !names.isEmpty, names.allSatisfy({ $0.hasSuffix(suffix) }),
        let time = try? folder.resourceValues(forKeys: [time]).contentModificationDate
      else { return nil }
      return (folder, time)
    }
    return times.max { $0.time < $1.time }?.folder
  }

  /// Checks that a database has not lost most of its rows. What visitors delete leaves rows of
  /// the history; sessions end and leave nothing.
  private static func checkRows(of file: String, in copy: URL, since last: URL) throws {
    guard file != SessionsState.log + suffix,
      let former = try? DatabaseBackup.rowCounts(of: last.appending(path: file))
    else { return }
    let present = try DatabaseBackup.rowCounts(of: copy.appending(path: file))
    // Another version of the program may keep the same data in other tables.
    guard Set(present.keys) == Set(former.keys) else { return }
    let (before, count) = (former.values.reduce(0, +), present.values.reduce(0, +))
    guard count * 2 < before else { return }
    throw SettingsError(
      "\(file) has \(count) rows, and the last backup, \(last.path), has \(before); restore it, "
        + "or back up with --accept-losses.")
  }

  /// Copies all files to a temporary folder beside the target, and renames it
  /// once all copies succeeded.
  ///
  /// - Parameter last: the last backup, whose rows must not have been lost.
  /// - Returns: the names and sizes of the written files.
  static func write(_ folder: URL, to backup: URL, after last: URL? = nil) throws -> [String] {
    let files = FileManager.default
    guard !files.fileExists(atPath: backup.path) else {
      throw SettingsError("\(backup.path) already exists; choose another name for the backup.")
    }
    guard !files.fileExists(atPath: folder.path) || files.isReadableFile(atPath: folder.path) else {
      throw SettingsError("the data folder \(folder.path) cannot be read; check its permissions.")
    }
    let names = (try? files.contentsOfDirectory(atPath: folder.path)) ?? []
    let present = names.filter { $0.hasSuffix(suffix) }.sorted()
    guard !present.isEmpty else {
      throw SettingsError(
        "there are no databases in \(folder.path); set the data folder with --data.")
    }
    if let lost = FolderLock.databases(in: folder).first(where: { !present.contains($0) }) {
      throw SettingsError(
        "\(lost) is missing in \(folder.path); restore it from a backup, or remove its line from "
          + "fieldguide.lock there if its guide no longer exists.")
    }
    let parent = backup.deletingLastPathComponent()
    let unfinished = parent.appending(
      path: ".\(backup.lastPathComponent).unfinished-\(UUID().uuidString)",
      directoryHint: .isDirectory)
    do {
      // The data are private.
      try files.createDirectory(
        at: unfinished, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    } catch {
      throw SettingsError(
        "no backup can be written to \(parent.path); check its path and its permissions.")
    }
    do {
      let written = try present.map { file in
        let copy = unfinished.appending(path: file)
        let guide = String(file.dropLast(suffix.count))
        do {
          try DatabaseBackup.copy(folder.appending(path: file), to: copy, subject: guide)
        } catch {
          throw SettingsError("\(file) cannot be copied: \(error.localizedDescription)")
        }
        if let last { try checkRows(of: file, in: unfinished, since: last) }
        let size = try copy.resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0
        return "\(file) (\(size) bytes)"
      }
      try DatabaseBackup.flush(folder: unfinished)
      do {
        try files.moveItem(at: unfinished, to: backup)
      } catch {
        throw SettingsError("the backup cannot be renamed to \(backup.path).")
      }
      try DatabaseBackup.flush(folder: parent)
      return written
    } catch {
      try? files.removeItem(at: unfinished)
      throw error
    }
  }
}
