import ArgumentParser
import Foundation
import SharedLog
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

  static var settings: [NamedSetting] {
    declaredSettings(
      of: CommonSettings(), only: ["config", "data", "database", "database-password-file"])
  }

  @OptionGroup var options: CommandOptions<Self>
}

extension Site {
  /// Copies the data of all guides to the shared database, and prints what was
  /// copied.
  ///
  /// - Throws: an error whose description is one sentence.
  func move(_ settings: Settings, _ options: Options, errors: LogWriter) async throws {
    guard let database = settings.database else {
      throw SettingsError("name the database to move to with --database.")
    }
    let lock = try FolderLock(folder: settings.data)
    defer { withExtendedLifetime(lock) {} }
    // Verified copies are read, so that no file changes.
    let copies = FileManager.default.temporaryDirectory.appending(
      path: "\(Options.program)-move-\(UUID().uuidString)", directoryHint: .isDirectory)
    defer { try? FileManager.default.removeItem(at: copies) }
    _ = try Backup.write(settings.data, to: copies)
    let logger = settings.log.logger(to: errors, label: Options.program)
    let storage = database.sharedStorage(of: Options.program, logger: logger)
    let context = GuideContext(
      dataFolder: copies, sharedStorage: storage, logger: logger, observer: nil,
      userAgent: text.name, inspection: nil, assets: try SiteFiles(settings).assets)
    let guides = try guides(context, options)
    _ = SharedSessions(storage, importing: copies) { _ in }
    do {
      for (log, contents) in try await storage.importData() {
        print(contents.map { "Moved \(log): \($0)." } ?? "There was no file of \(log) to move.")
      }
    } catch {
      await storage.stop()
      throw SettingsError(unusableDatabase: error)
    }
    for guide in guides { try await guide.stop() }
    await storage.stop()
  }
}
