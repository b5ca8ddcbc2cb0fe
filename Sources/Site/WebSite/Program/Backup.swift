import ArgumentParser
import Foundation
import Storage

/// The command `backup`: copies the databases, even while the site is running.
struct Backup: SettingsCommand {
  static let configuration = CommandConfiguration(
    abstract: "Back up the databases. The site may be running.",
    discussion: """
      Creates a folder with a consistent, verified copy of each guide’s database. To restore a \
      backup, run serve with --data FOLDER.
      """)

  @Argument(help: "The folder to create. It must not exist yet.")
  var file: String

  @Option(help: .hidden)
  var database: String?

  static var settings: [NamedSetting] {
    declaredSettings(of: CommonSettings(), only: ["config", "data"])
  }

  @OptionGroup var options: CommandOptions<Self>

  /// Copies the databases.
  ///
  /// - Parameter reader: reads the settings of the site.
  /// - Throws: `SettingsError` that names the file that could not be copied.
  func run(_ reader: SettingsReader) throws {
    let settings = try reader.read(CommonSettings(), only: ["data", "database"])
    guard database == nil, settings.database == nil else {
      throw SettingsError("the data are in PostgreSQL; back them up with pg_dump.")
    }
    let backup = URL(fileURLWithPath: file, isDirectory: true)
    let written = try Self.write(settings.data, to: backup)
    print("Wrote \(backup.path): \(written.joined(separator: ", ")).")
  }

  /// The suffix of the names of databases.
  private static let suffix = ".sqlite"

  /// Copies all files to a temporary folder beside the target, and renames it
  /// once all copies succeeded.
  ///
  /// - Returns: the names and sizes of the written files.
  static func write(_ folder: URL, to backup: URL) throws -> [String] {
    let files = FileManager.default
    guard !files.fileExists(atPath: backup.path) else {
      throw SettingsError("\(backup.path) already exists; choose another name for the backup.")
    }
    let names = (try? files.contentsOfDirectory(atPath: folder.path)) ?? []
    let present = names.filter { $0.hasSuffix(suffix) }.sorted()
    guard !present.isEmpty else {
      throw SettingsError(
        "there are no databases in \(folder.path); set the data folder with --data.")
    }
    let parent = backup.deletingLastPathComponent()
    let unfinished = parent.appending(
      path: ".\(backup.lastPathComponent).unfinished-\(UUID().uuidString)",
      directoryHint: .isDirectory)
    do {
      // The data are private.
      try files.createDirectory(
        at: unfinished, withIntermediateDirectories: false,
        attributes: [.posixPermissions: 0o700])
    } catch {
      throw SettingsError(
        "no backup can be written to \(parent.path); check its path and its permissions.")
    }
    do {
      let written = try present.map { file in
        let copy = unfinished.appending(path: file)
        let guide = String(file.dropLast(suffix.count))
        do {
          try DatabaseBackup.copy(
            folder.appending(path: file), to: copy, subject: guide)
        } catch {
          throw SettingsError("\(file) cannot be copied: \(error.localizedDescription)")
        }
        return "\(file) (\(try size(of: copy)) bytes)"
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

  private static func size(of file: URL) throws -> Int {
    try file.resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0
  }
}
