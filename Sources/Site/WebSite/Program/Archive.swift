import ArgumentParser
import Durable
import Foundation
import Storage

/// The command `export`: writes the data of all guides to one file.
struct Export: SettingsCommand {
  static let configuration = CommandConfiguration(
    abstract: "Write the data of all guides to one file. The site may be running.",
    discussion: """
      The file is a compressed archive (tar) with an SQLite database for each guide, whether the \
      site keeps its data in files or in PostgreSQL. The command import reads it into either.
      """)

  @Argument(help: "The file to create, like fieldguide.tar.gz. It must not exist yet.")
  var file: String

  static var settings: [NamedSetting] { Import.settings }

  @OptionGroup var options: CommandOptions<Self>

  func run<Options: SiteOptions>(
    for site: Site<Options>, _ reader: SettingsReader, errors: LogWriter
  ) async throws {
    let (settings, options) = (try Settings(reader), try reader.read(Options()))
    let archive = URL(fileURLWithPath: file)
    guard !FileManager.default.fileExists(atPath: archive.path) else {
      throw SettingsError("\(archive.path) already exists; choose another name for the archive.")
    }
    let folder = WorkingFolder(of: Options.program)
    defer { folder.remove() }
    if settings.database != nil {
      try folder.create()
      try await site.withSharedLogs(settings, options, filesIn: folder.url, errors: errors) {
        for (log, contents) in try await $0.exportData(to: folder.url) {
          if let contents { print("Exported \(log): \(contents).") }
        }
      }
    } else {
      for file in try Backup.write(settings.data, to: folder.url) { print("Exported \(file).") }
    }
    try Archive.pack(folder.url, to: archive)
    print("Wrote \(archive.path).")
  }
}

/// The command `import`: reads the data of all guides from one file.
struct Import: SettingsCommand {
  static let configuration = CommandConfiguration(
    abstract: "Read the data of all guides from a file that export has written.",
    discussion: """
      The data folder must not have these databases yet, or the PostgreSQL database must not have \
      been used by this program; the site must not be running. Either all data are read or none.
      """)

  @Argument(help: "The file.")
  var file: String

  static var settings: [NamedSetting] {
    declaredSettings(
      of: CommonSettings(), only: ["config", "data", "database", "database-password-file"])
  }

  @OptionGroup var options: CommandOptions<Self>

  func run<Options: SiteOptions>(
    for site: Site<Options>, _ reader: SettingsReader, errors: LogWriter
  ) async throws {
    let (settings, options) = (try Settings(reader), try reader.read(Options()))
    let archive = URL(fileURLWithPath: file)
    let folder = WorkingFolder(of: Options.program)
    defer { folder.remove() }
    try folder.create()
    let names = try Archive.unpack(archive, to: folder.url)
    if settings.database != nil {
      try await site.withSharedLogs(settings, options, filesIn: folder.url, errors: errors) {
        for (log, contents) in try await $0.importData(from: folder.url) {
          if let contents { print("Imported \(log): \(contents).") }
        }
      }
      return
    }
    let data = settings.data
    try FileManager.default.createDirectory(at: data, withIntermediateDirectories: true)
    let lock = try FolderLock(folder: data)
    defer { withExtendedLifetime(lock) {} }
    let files = names.map { (name: $0, url: data.appending(path: $0)) }
    if let file = files.first(where: { FileManager.default.fileExists(atPath: $0.url.path) }) {
      throw SettingsError(
        "the data folder \(data.path) already has \(file.name); name an empty one with --data.")
    }
    do {
      for (name, url) in files {
        try DatabaseBackup.copy(folder.url.appending(path: name), to: url, subject: name)
      }
      try DatabaseBackup.flush(folder: data)
    } catch {
      for (_, url) in files { try? FileManager.default.removeItem(at: url) }
      throw SettingsError("\(archive.path) cannot be read: \(error.localizedDescription)")
    }
    for name in names { print("Imported \(name).") }
  }
}

/// Compressed archives of databases, made and read by the program `tar`.
private enum Archive {
  /// Packs the databases of a folder.
  ///
  /// - Throws: `SettingsError`.
  static func pack(_ folder: URL, to file: URL) throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter(isName).sorted()
    let unfinished = file.deletingLastPathComponent()
      .appending(path: ".\(file.lastPathComponent).unfinished-\(UUID().uuidString)")
    do {
      // An archive contains what the data folder keeps private.
      guard
        FileManager.default.createFile(
          atPath: unfinished.path, contents: nil, attributes: [.posixPermissions: 0o600])
      else {
        throw SettingsError(
          "no archive can be written to \(unfinished.deletingLastPathComponent().path); check its "
            + "path and its permissions.")
      }
      _ = try tar(["-czf", unfinished.path, "-C", folder.path, "--"] + names, file)
      try FileManager.default.moveItem(at: unfinished, to: file)
      try DatabaseBackup.flush(folder: file.deletingLastPathComponent())
    } catch {
      try? FileManager.default.removeItem(at: unfinished)
      throw error
    }
  }

  /// Unpacks databases into an empty folder, and returns their names.
  ///
  /// - Throws: `SettingsError` if the file is no archive, or contains anything else.
  static func unpack(_ file: URL, to folder: URL) throws -> [String] {
    guard FileManager.default.isReadableFile(atPath: file.path) else {
      throw SettingsError("\(file.path) cannot be read; check its path and its permissions.")
    }
    // A line of a file begins with a hyphen, that of a folder or a link with a letter.
    let kinds = try tar(["-tvzf", file.path], file).split(separator: "\n")
    let names = try tar(["-tzf", file.path], file).split(separator: "\n").map(String.init)
    guard !names.isEmpty, names.allSatisfy(isName), kinds.allSatisfy({ $0.hasPrefix("-") }),
      Set(names).count == names.count
    else { throw SettingsError("\(file.path) is not an archive that export has written.") }
    _ = try tar(["-xzf", file.path, "-C", folder.path, "--no-same-owner"], file)
    return names.sorted()
  }

  /// Returns true for the name of a database: no path, and no file of another kind.
  private static func isName(_ name: String) -> Bool {
    name.wholeMatch(of: #/[a-z0-9][a-z0-9-]*\.sqlite/#) != nil
  }

  /// Runs `tar`, and returns its output.
  private static func tar(_ arguments: [String], _ file: URL) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["tar"] + arguments
    // All paths are absolute, and the current folder may be one that the user cannot enter.
    process.currentDirectoryURL = URL(fileURLWithPath: "/")
    let (output, errors) = (Pipe(), Pipe())
    process.standardOutput = output
    process.standardError = errors
    do {
      try process.run()
    } catch {
      throw SettingsError("the program tar cannot be run: \(error.localizedDescription)")
    }
    let text = output.fileHandleForReading.readDataToEndOfFile()
    let reason = errors.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      // As env says.
      guard process.terminationStatus != 127 else {
        throw SettingsError("the program tar is not installed; install it.")
      }
      let line = String(decoding: reason, as: UTF8.self).split(separator: "\n").first ?? ""
      throw SettingsError("tar cannot process \(file.path): \(line)")
    }
    return String(decoding: text, as: UTF8.self)
  }
}
