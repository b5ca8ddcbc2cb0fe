import ArgumentParser
import Durable
import Foundation
import Storage

/// The command `move`: copies the data of all guides from their files to an
/// empty shared database.
struct Move: SettingsCommand {
  static let configuration = CommandConfiguration(
    abstract: "Copy the data from files to a PostgreSQL database.",
    discussion: """
      The database must not have been used by this program, and the site must not be running. \
      Either all data are copied or none. The files remain as they are.
      """)

  static var settings: [NamedSetting] { Import.settings }

  @OptionGroup var options: CommandOptions<Self>

  func run<Options: SiteOptions>(
    for site: Site<Options>, _ reader: SettingsReader, errors: LogWriter
  ) async throws {
    let (settings, options) = (try Settings(reader), try reader.read(Options()))
    guard settings.database != nil else {
      throw SettingsError("name the database to move to with --database.")
    }
    let lock = try FolderLock(folder: settings.data)
    defer { withExtendedLifetime(lock) {} }
    // Verified copies are read, so that no file changes.
    let copies = WorkingFolder(of: Options.program)
    defer { copies.remove() }
    _ = try Backup.write(settings.data, to: copies.url)
    try await site.withSharedLogs(settings, options, filesIn: copies.url, errors: errors) {
      for (log, contents) in try await $0.importData(from: copies.url) {
        if let contents {
          print("Moved \(log): \(contents).")
        } else if log != SessionsState.log {
          // A site without editors has none.
          print("There was no file of \(log) to move.")
        }
      }
    }
  }
}

extension Site {
  /// Connects to the shared database, and registers the tables of all guides.
  ///
  /// - Parameters:
  ///   - folder: the folder of the files that correspond to the tables.
  ///   - body: copies between the files and the tables.
  /// - Throws: an error whose description is one sentence.
  func withSharedLogs(
    _ settings: Settings, _ options: Options, filesIn folder: URL, errors: LogWriter,
    _ body: (DurableStorage) async throws -> Void
  ) async throws {
    let logger = settings.log.logger(to: errors, label: Options.program)
    guard let database = settings.database else { return }
    let storage = DurableStorage(
      of: Options.program, in: database, orFilesIn: folder, logger: logger)
    let context = GuideContext(
      dataFolder: folder, storage: storage, logger: logger, observer: nil,
      userAgent: text.name, assets: try SiteFiles(settings, files).assets)
    let guides = try guides(context, options)
    storage.signIns()
    do {
      try await body(storage)
    } catch {
      try? await storage.close()
      throw SettingsError(unusableDatabase: error)
    }
    for guide in guides { try await guide.stop() }
    try await storage.close()
  }
}

/// A folder for the time of a command.
struct WorkingFolder {
  let url: URL

  /// - Parameter program: the name of the program.
  init(of program: String) {
    url = FileManager.default.temporaryDirectory.appending(
      path: "\(program)-\(UUID().uuidString)", directoryHint: .isDirectory)
  }

  /// Creates the folder, which only this user can read.
  func create() throws {
    try FileManager.default.createDirectory(
      at: url, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
  }

  func remove() { try? FileManager.default.removeItem(at: url) }
}
