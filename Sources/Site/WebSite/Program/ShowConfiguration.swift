import ArgumentParser
import Durable
import Foundation
import Glibc
import Logging
import Postgres
import Storage
import WebServer

/// The command `config`: prints the effective settings.
struct ShowConfiguration<Options: SiteOptions>: SettingsCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "config", abstract: "Show the effective settings and their sources.",
      discussion: """
        Accepts the options of serve, and reads the environment and the configuration file. Does \
        not start the site. Exits with status 1 if a setting is invalid; with --check, also if \
        a file or a database that the settings name cannot be used. Check as the user that serves.
        """)
  }

  @Flag(help: "Check also the files, the data folder and the database that the settings name.")
  var check = false

  static var settings: [NamedSetting] { HelpSections.ordered(Options.allSettings) }

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
    let (settings, options) = try reader.read(Given.self)
    guard check else {
      let sum = SettingsReader.Entry(
        name: "memory", value: "\(settings.memory >> 20) MiB",
        place: "the most that these limits allow, besides the program and its data")
      for line in Self.lines(for: reader.entries + [sum]) { print(line) }
      return
    }
    let logger = settings.log.logger(to: errors, label: Given.program)
    var findings = Findings()
    let opened = settings.openFiles(site.files, logger: logger, &findings)
    let expiry = opened.certificate?.expiryProblem()
    if let expiry, expiry.hasExpired { findings.add(expiry.sentence) }
    let warnings =
      settings.warnings + reader.unknownVariables + settings.userWarnings
      + [expiry].compactMap { $0 }.filter { !$0.hasExpired }.map(\.sentence)
    for sentence in warnings {
      settings.log.report(sentence, .warning, to: errors, label: Given.program)
    }
    _ = findings.attempt { try settings.checkDataFolder() }
    if let files = opened.files {
      _ = findings.attempt {
        try DocumentSource(files: files, text: site.text, guides: []).document()
      }
      let storage = DurableStorage(
        of: Given.program, in: settings.database, orFilesIn: settings.data, logger: logger)
      if opened.editors != nil { storage.signIns() }
      // No file is opened before the start.
      let guides = findings.attempt {
        try site.guides(
          GuideContext(
            dataFolder: settings.data, storage: storage, logger: logger, observer: nil,
            userAgent: site.text.name, assets: files.assets), options)
      }
      for (_, file) in storage.files(of: guides ?? []) { findings.check(file) }
    }
    do {
      try await settings.database?.checkConnection(logger: logger)
    } catch {
      findings.add(error)
    }
    try findings.end()
    print("The configuration is valid.")
  }
}

extension Settings {
  /// Checks that the data folder can be written or created, without creating
  /// it.
  fileprivate func checkDataFolder() throws {
    var folder = self.data.standardizedFileURL
    while !FileManager.default.fileExists(atPath: folder.path), folder.path != "/" {
      folder.deleteLastPathComponent()
    }
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: folder.path, isDirectory: &isFolder),
      isFolder.boolValue, access(folder.path, R_OK | W_OK | X_OK) == 0
    else {
      throw SettingsError(
        "the data folder \(self.data.path) cannot be written; check its path and its permissions.")
    }
  }

  /// A sentence if root checks a data folder of another user, for whom it does not find out what
  /// that user can read and write.
  fileprivate var userWarnings: [String] {
    let attributes = try? FileManager.default.attributesOfItem(atPath: self.data.path)
    guard getuid() == 0, let owner = attributes?[.ownerAccountName] as? String, owner != "root"
    else { return [] }
    return [
      "root can read and write all files: check as the user of the data folder, with "
        + "“runuser --user \(owner) -- …”."
    ]
  }
}

extension Findings {
  /// Checks that the program can use a database file, without changing it.
  fileprivate mutating func check(_ file: DatabaseFile) {
    let unusable = file.paths.filter { access($0, R_OK | W_OK) != 0 }
    for path in unusable {
      add("\(path) cannot be read and written; check its owner and its permissions.")
    }
    guard unusable.isEmpty else { return }
    do throws(DatabaseFileError) {
      try file.inspect()
    } catch {
      let advice =
        switch error.reason {
        case .damaged, .missing: "restore it from a backup"
        case .newerSchema: "update the program"
        default: "check it with sqlite3"
        }
      let path = file.url?.path ?? error.subject
      add("\(path): \(error.localizedDescription) (\(error.details)); \(advice).")
    }
  }
}

extension Certificate {
  /// Describes a certificate that has expired or will within 30 days; `nil` for another one.
  func expiryProblem(at now: Date = .now) -> (sentence: String, hasExpired: Bool)? {
    guard expiration < now + 30 * 86_400 else { return nil }
    let date = expiration.formatted(.iso8601.year().month().day())
    return expiration < now
      ? ("the certificate expired on \(date); renew it (--tls-certificate).", true)
      : ("the certificate expires on \(date); renew it (--tls-certificate).", false)
  }
}

extension String {
  fileprivate func padding(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }
}
