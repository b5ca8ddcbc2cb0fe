import ArgumentParser
import Durable
import Foundation
import Storage

/// The command `backup`: writes the data of all guides to one file of a folder, and removes old
/// ones.
struct Backup: SettingsCommand {
  static let configuration = CommandConfiguration(
    abstract: "Back up the data of all guides. The site may be running.",
    discussion: """
      Writes a file like FOLDER/fieldguide-2026-05-04T033000Z.tar.gz, reads it back to verify it, \
      and then removes the oldest ones. It is a compressed archive (tar) with an SQLite database \
      for each guide, whether the site keeps its data in files or in PostgreSQL; the command \
      import reads it into either. Refuses if a database is missing or empty, or has lost most \
      rows, or all of a table, since the last backup in the folder; deletions that are in the \
      history are no loss.
      """)

  @Argument(help: "The folder of the backups. It is created if only its last part is missing.")
  var folder: String

  @Option(help: "The number of backups to keep, the new one included.")
  var keep = 14

  @Flag(help: "Back up although rows have been lost since the last backup.")
  var acceptLosses = false

  static var settings: [NamedSetting] { Import.settings }

  @OptionGroup var options: CommandOptions<Self>

  func validate() throws {
    guard keep >= 1 else { throw ValidationError("--keep must be 1 or more.") }
  }

  func run<Options: SiteOptions>(
    for site: Site<Options>, _ reader: SettingsReader, errors: LogWriter
  ) async throws {
    let (settings, options) = try reader.read(Options.self)
    let files = FileManager.default
    let folder = try BackupFolder(
      URL(fileURLWithPath: folder, isDirectory: true), of: Options.program)
    defer { folder.removeUnfinished() }
    let copies = folder.unfinished.appending(path: "copies", directoryHint: .isDirectory)
    try folder.createPrivately(copies)
    if let database = settings.database {
      let logger = settings.log.logger(to: errors, label: Options.program)
      let storage = DurableStorage(
        of: Options.program, in: database, orFilesIn: copies, logger: logger)
      try await site.withLogs(in: storage, copies, settings, options, logger) { _ in
        try await storage.exportData(to: copies)
      }
    } else {
      try Self.copyFiles(of: settings.data, to: copies)
    }
    let contents = try Archive.Contents(of: copies, version: Options.fullVersion)
    if !acceptLosses { try folder.checkLosses(contents) }
    let archive = folder.unfinished.appending(path: "archive")
    try Archive.pack(copies, contents, to: archive)
    // The disk need not have room for both.
    try files.removeItem(at: copies)
    try folder.createPrivately(copies)
    guard try Archive.unpack(archive, to: copies) == contents else {
      throw SettingsError("the backup cannot be read back; check the disk of \(folder.url.path).")
    }
    let backup = try folder.name(archive)
    print("Wrote \(backup.path): \(contents.description).")
    try folder.removeOld(keeping: keep, and: backup)
    try LastBackup(of: settings.data).note(backup)
  }

  /// Copies the databases of a data folder, which may be in use.
  private static func copyFiles(of data: URL, to copies: URL) throws {
    let files = FileManager.default
    guard !files.fileExists(atPath: data.path) || files.isReadableFile(atPath: data.path) else {
      throw SettingsError("the data folder \(data.path) cannot be read; check its permissions.")
    }
    let names = try Archive.databases(in: data)
    guard !names.isEmpty else {
      throw SettingsError(
        "there are no databases in \(data.path); set the data folder with --data.")
    }
    if let lost = FolderLock.databases(in: data).first(where: { !names.contains($0) }) {
      throw SettingsError(
        "\(lost) is missing in \(data.path); restore it from a backup, or remove its line from "
          + "fieldguide.lock there if its guide no longer exists.")
    }
    for name in names {
      do {
        let guide = String(name.dropLast(Archive.suffix.count))
        try DatabaseBackup.copy(
          data.appending(path: name), to: copies.appending(path: name), subject: guide)
      } catch {
        throw SettingsError("\(name) cannot be copied: \(error.localizedDescription)")
      }
    }
  }
}

/// A folder of backups, which one program writes to at a time.
private struct BackupFolder {
  let url: URL
  /// The folder for what is not a backup yet.
  let unfinished: URL
  private let program: String
  private let lock: FolderLock

  /// Locks the folder, after creating it if it is missing.
  init(_ url: URL, of program: String) throws {
    self.url = url
    self.program = program
    unfinished = url.appending(path: ".\(program)-unfinished", directoryHint: .isDirectory)
    try? FileManager.default.createDirectory(
      at: url, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o750])
    do {
      lock = try FolderLock(folder: url)
    } catch {
      guard error.reason == .inUse else { throw Self.refusal(of: url) }
      throw SettingsError(
        "another program is using \(url.path); wait until its backup is complete.")
    }
    // Of a backup that was killed.
    removeUnfinished()
  }

  private static func refusal(of url: URL) -> SettingsError {
    SettingsError("no backup can be written to \(url.path); check its path and its permissions.")
  }

  /// Creates a folder that only this user can read.
  func createPrivately(_ folder: URL) throws {
    do {
      try FileManager.default.createDirectory(
        at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch {
      throw Self.refusal(of: url)
    }
  }

  func removeUnfinished() { try? FileManager.default.removeItem(at: unfinished) }

  /// The backups of the program, the oldest first.
  private func backups() throws -> [URL] {
    try FileManager.default.contentsOfDirectory(atPath: url.path)
      .filter { name in
        name.hasPrefix("\(program)-")
          && name.dropFirst(program.count)
            .wholeMatch(of: #/-\d{4}-\d\d-\d\dT\d{6}Z\.tar\.gz/#) != nil
      }
      .sorted().map { url.appending(path: $0) }
  }

  /// Checks that no database has lost its rows since the last backup. Sessions end and leave
  /// nothing.
  func checkLosses(_ contents: Archive.Contents) throws {
    for last in try backups().reversed() {
      guard let former = try? Archive.contents(of: last) else { continue }
      for (name, database) in former.databases.sorted(by: { $0.key < $1.key }) {
        let present = contents.databases[name]
        guard name != SessionsState.log + Archive.suffix, let loss = database.loss(in: present)
        else { continue }
        throw SettingsError(
          "\(name) has \(loss.left), and the last backup, \(last.path), has \(loss.former); "
            + "restore it, or back up with --accept-losses.")
      }
      return
    }
  }

  /// Gives an archive its name, and returns its place.
  func name(_ archive: URL) throws -> URL {
    var time = Date.now
    var name: URL {
      url.appending(path: "\(program)-\(time.formatted(.iso8601.timeSeparator(.omitted))).tar.gz")
    }
    // A second one within a second has the name of the next.
    while FileManager.default.fileExists(atPath: name.path) { time += 1 }
    try FileManager.default.moveItem(at: archive, to: name)
    try DatabaseBackup.flush(folder: url)
    return name
  }

  /// Removes the oldest backups.
  ///
  /// - Parameters:
  ///   - count: the number of backups that remain.
  ///   - new: a backup that remains whatever its time, which the clock of the machine told.
  func removeOld(keeping count: Int, and new: URL) throws {
    for old in try backups().filter({ $0.path != new.path }).dropLast(count - 1) {
      try FileManager.default.removeItem(at: old)
    }
  }
}

/// The note of the last backup in a data folder, for the metrics of the running site.
struct LastBackup {
  private let file: URL

  /// - Parameter data: the data folder.
  init(of data: URL) { file = data.appending(path: "last-backup") }

  /// The time of the last backup; `nil` if there was none.
  var time: Date? {
    try? FileManager.default.attributesOfItem(atPath: file.path)[.modificationDate] as? Date
  }

  /// Notes that a backup is complete. A site in PostgreSQL need not have a data folder here.
  func note(_ backup: URL) throws {
    guard FileManager.default.fileExists(atPath: file.deletingLastPathComponent().path) else {
      return
    }
    do {
      // Replaces a link, and a file of another user, who may have run the command before.
      try Data("\(backup.path)\n".utf8).write(to: file, options: .atomic)
    } catch {
      throw SettingsError(
        "the backup is complete, but the metrics do not tell: \(file.path) cannot be written; "
          + "check its permissions.")
    }
  }
}
