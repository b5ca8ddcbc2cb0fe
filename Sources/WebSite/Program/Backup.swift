import ArgumentParser
import Foundation
import Storage

/// The command `backup`: copies the databases, while the site is served or not.
struct Backup: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Copy the databases, though the site be served meanwhile.",
    discussion: """
      What is written is a folder with a database for each guide, each as it is at one moment and \
      checked. To restore it, serve with --data FILE.
      """)

  @Argument(help: "The folder to make. It must not be there yet.")
  var file: String

  @Option(help: "The folder of the databases. (default: data)")
  var data: String?

  @Option(help: "A file of the configuration that says where that is.")
  var config: String?

  /// Copies the databases.
  ///
  /// - Parameter settings: the settings of the site.
  /// - Throws: `SettingsError` that says what could not be copied.
  func run(_ settings: SettingsReader) throws {
    let folder = URL(fileURLWithPath: settings.text("data", "data"), isDirectory: true)
    let backup = URL(fileURLWithPath: file, isDirectory: true)
    let written = try Self.write(folder, to: backup)
    print("Wrote \(backup.path): \(written.joined(separator: ", ")).")
  }

  /// The end of the names of databases.
  private static let suffix = ".sqlite"

  /// Copies all files beside where they shall be, and gives the copies their
  /// name when nothing can go wrong any more.
  ///
  /// - Returns: what was written, in words.
  private static func write(_ folder: URL, to backup: URL) throws -> [String] {
    let files = FileManager.default
    guard !files.fileExists(atPath: backup.path) else {
      throw SettingsError("\(backup.path) is there already; a backup overwrites nothing.")
    }
    let names = (try? files.contentsOfDirectory(atPath: folder.path)) ?? []
    let present = names.filter { $0.hasSuffix(suffix) }.sorted()
    guard !present.isEmpty else {
      throw SettingsError("there are no databases in \(folder.path).")
    }
    let parent = backup.deletingLastPathComponent()
    let unfinished = parent.appending(
      path: ".\(backup.lastPathComponent).unfinished-\(UUID().uuidString)",
      directoryHint: .isDirectory)
    do {
      // What is in it is nobody else's business.
      try files.createDirectory(
        at: unfinished, withIntermediateDirectories: false,
        attributes: [.posixPermissions: 0o700])
    } catch {
      throw SettingsError("no backup can be made in \(parent.path): it cannot be written to.")
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
        throw SettingsError("the backup cannot be named \(backup.path).")
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
