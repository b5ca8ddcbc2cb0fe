import ArgumentParser
import Durable
import Foundation
import Postgres

/// The command `config`: prints the effective settings.
struct ShowConfiguration<Options: SiteOptions>: SettingsCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "config", abstract: "Show the effective settings and their sources.",
      discussion: """
        Accepts the options of serve, and reads the environment and the configuration file. Does \
        not start the site. Exits with status 1 if a setting is invalid; with --check, also if \
        serve would refuse a file or the database that the settings name.
        """)
  }

  @Flag(help: "Check also the files, the data folder and the database that the settings name.")
  var check = false

  static var settings: [NamedSetting] { Options.allSettings }

  @OptionGroup var options: CommandOptions<Self>

  /// Returns a line for each setting: its name, its value and its place.
  static func lines(for entries: [SettingsReader.Entry]) -> [String] {
    let name = entries.map(\.name.count).max() ?? 0
    let value = min(entries.map(\.value.count).max() ?? 0, 48)
    return entries.map { entry in
      [entry.name.padding(to: name), entry.value.padding(to: value), entry.place]
        .joined(separator: "  ")
    }
  }

  /// Prints the settings, or checks everything that they name.
  func run<Given: SiteOptions>(
    for site: Site<Given>, _ reader: SettingsReader, errors: LogWriter
  ) async throws {
    let (settings, options) = (try Settings(reader), try reader.read(Given()))
    guard check else {
      for line in Self.lines(for: reader.entries) { print(line) }
      return
    }
    let logger = settings.log.logger(to: errors, label: Given.program)
    let files = try settings.openFiles(site.files, logger: logger).files
    _ = try DocumentSource(files: files, text: site.text, guides: []).document()
    try settings.checkDataFolder()
    let storage = DurableStorage(
      of: Given.program, in: settings.database, orFilesIn: settings.data, logger: logger)
    // No file is opened before the start.
    _ = try site.guides(
      GuideContext(
        dataFolder: settings.data, storage: storage, logger: logger, observer: nil,
        userAgent: site.text.name, assets: files.assets), options)
    try await settings.database?.checkConnection(logger: logger)
    print("The configuration is valid.")
  }
}

extension Settings {
  /// Checks that the data folder can be written or created, without creating
  /// it.
  fileprivate func checkDataFolder() throws {
    let files = FileManager.default
    var folder = self.data.standardizedFileURL
    while !files.fileExists(atPath: folder.path), folder.path != "/" {
      folder.deleteLastPathComponent()
    }
    let attributes = try? files.attributesOfItem(atPath: folder.path)
    guard attributes?[.type] as? FileAttributeType == .typeDirectory,
      files.isWritableFile(atPath: folder.path)
    else {
      throw SettingsError(
        "the data folder \(self.data.path) cannot be written; check its path and its permissions.")
    }
  }
}

extension String {
  fileprivate func padding(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }
}
