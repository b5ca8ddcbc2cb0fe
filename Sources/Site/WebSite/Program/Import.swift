import ArgumentParser
import Durable
import Foundation
import Logging
import Storage

/// The command `import`: reads the data of all guides from a backup.
struct Import: SettingsCommand {
  static let configuration = CommandConfiguration(
    abstract: "Read the data of all guides from a backup.",
    discussion: """
      The data folder must not have these databases yet, or the PostgreSQL database must not have \
      been used by this program; the site must not be running. Either all data are read or none; \
      after a crash, move the data folder away and repeat the command.
      """)

  @Argument(help: "The file that the command backup has written.")
  var file: String

  static var settings: [NamedSetting] {
    declaredSettings(
      of: CommonSettings(), only: ["config", "data", "database", "database-password-file"])
  }

  @OptionGroup var options: CommandOptions<Self>

  func run<Options: SiteOptions>(
    for site: Site<Options>, _ reader: SettingsReader, errors: LogWriter
  ) async throws {
    let (settings, options) = try reader.read(Options.self)
    let (archive, files) = (URL(fileURLWithPath: file), FileManager.default)
    let logger = settings.log.logger(to: errors, label: Options.program)
    let data = settings.database == nil ? settings.data : nil
    if let data { try files.createDirectory(at: data, withIntermediateDirectories: true) }
    let lock = try data.map { try FolderLock(folder: $0) }
    defer { withExtendedLifetime(lock) {} }
    let folder = (data ?? files.temporaryDirectory).appending(
      path: ".\(Options.program)-\(UUID().uuidString)", directoryHint: .isDirectory)
    try files.createDirectory(
      at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    defer { try? files.removeItem(at: folder) }
    let contents = try Archive.unpack(archive, to: folder)
    if let data { try Self.checkAbsence(of: contents, in: data) }
    try await Self.check(contents, of: archive, in: folder, site, settings, options, logger)
    if let data {
      try Self.move(contents.databases.keys.sorted(), from: folder, to: data)
    } else {
      let storage = DurableStorage(
        of: Options.program, in: settings.database, orFilesIn: folder, logger: logger)
      try await site.withLogs(in: storage, folder, settings, options, logger) { _ in
        try await storage.importData(from: folder)
      }
    }
    print("Imported \(contents.description).")
  }

  /// Moves all files of these names, or none.
  static func move(_ names: [String], from folder: URL, to data: URL) throws {
    var moved: [URL] = []
    do {
      for name in names {
        let file = data.appending(path: name)
        try DatabaseBackup.flush(file: folder.appending(path: name))
        try FileManager.default.moveItem(at: folder.appending(path: name), to: file)
        moved.append(file)
      }
      try DatabaseBackup.flush(folder: data)
    } catch {
      for file in moved { try? FileManager.default.removeItem(at: file) }
      throw error
    }
  }

  /// Checks that a folder has no part of the databases. SQLite would apply the log of a former one.
  private static func checkAbsence(of contents: Archive.Contents, in data: URL) throws {
    let names = contents.databases.keys.flatMap { name in
      ["", "-journal", "-wal"].map { name + $0 }
    }
    let present = names.sorted().first {
      FileManager.default.fileExists(atPath: data.appending(path: $0).path)
    }
    guard let present else { return }
    throw SettingsError(
      "the data folder \(data.path) already has \(present); name an empty one with --data.")
  }

  /// Checks that the databases are of this site, and can be used by it.
  private static func check<Options: SiteOptions>(
    _ contents: Archive.Contents, of archive: URL, in folder: URL, _ site: Site<Options>,
    _ settings: Settings, _ options: Options, _ logger: Logger
  ) async throws {
    let storage = DurableStorage(files: folder)
    try await site.withLogs(in: storage, folder, settings, options, logger) { guides in
      let known = storage.files(of: guides).filter {
        contents.databases.keys.contains($0.name + Archive.suffix)
      }
      guard known.contains(where: { $0.name != SessionsState.log }) else {
        throw SettingsError("\(archive.path) has no data of a guide of this site.")
      }
      for (name, file) in known {
        do throws(DatabaseFileError) {
          try file.inspect()
        } catch {
          guard error.reason != .newerSchema else { throw Archive.newer(archive, contents.version) }
          throw SettingsError(
            "\(name) in \(archive.path) cannot be used: \(error.localizedDescription)")
        }
      }
    }
  }
}

extension Site {
  /// Creates the guides with a storage, uses their logs, and closes them.
  ///
  /// - Parameters:
  ///   - storage: the storage.
  ///   - folder: the folder of the files.
  ///   - body: uses the logs and the files of the guides.
  /// - Throws: an error whose description is one sentence.
  func withLogs(
    in storage: DurableStorage, _ folder: URL, _ settings: Settings, _ options: Options,
    _ logger: Logger, _ body: ([any Guide]) async throws -> Void
  ) async throws {
    let context = GuideContext(
      dataFolder: folder, storage: storage, logger: logger, observer: nil,
      userAgent: text.name, assets: try SiteFiles(settings, files).assets)
    let guides = try guides(context, options)
    storage.signIns()
    do {
      try await body(guides)
    } catch {
      try? await storage.close()
      throw SettingsError(unusableDatabase: error)
    }
    for guide in guides { try await guide.stop() }
    try await storage.close()
  }
}
