import Foundation
import Storage

/// Compressed archives of databases, made and read by the program `tar`.
enum Archive {
  /// The suffix of the names of databases.
  static let suffix = ".sqlite"
  /// The name of the member that lists the others, the first one.
  private static let list = "backup.json"

  /// The contents of an archive.
  struct Contents: Codable, Equatable, CustomStringConvertible {
    struct Database: Codable, Equatable {
      /// The SHA-256 digest of the file, as hexadecimal digits.
      let digest: String
      /// The numbers of rows, by table.
      let rows: [String: Int]
      /// The number of deletions in the history.
      let deletions: Int

      var count: Int { rows.values.reduce(0, +) }

      /// Returns what is left in later contents and the former number of rows, if less than half
      /// of the rows is left, or none of a table. An emptied table is no loss if the history has
      /// as many deletions more, or other tables as many rows.
      func loss(in later: Database?) -> (left: String, former: Int)? {
        let total = (left: "\(later?.count ?? 0) rows", former: count)
        guard let later else { return count > 0 ? total : nil }
        // Another version of the program may keep the same data in other tables.
        guard Set(rows.keys) == Set(later.rows.keys) else { return nil }
        if later.count * 2 < count { return total }
        let emptied = rows.filter { $0.value > 0 && later.rows[$0.key] == 0 }
        let lost = emptied.values.reduce(0, +)
        var explained = max(0, later.deletions - deletions)
        // Other changes of records add to the history, too.
        for (table, number) in rows where table != "history" {
          explained += max(0, later.rows[table, default: 0] - number)
        }
        guard lost > explained else { return nil }
        let tables = emptied.keys.sorted().joined(separator: " and ")
        return (left: "no rows of \(tables)", former: lost)
      }
    }

    /// The version of this format.
    var format = Head.format
    /// The version of the program.
    let version: String
    /// The databases, by the names of their files.
    let databases: [String: Database]

    /// Describes the databases of a folder.
    init(of folder: URL, version: String) throws {
      self.version = version
      var databases: [String: Database] = [:]
      for name in try Archive.databases(in: folder) {
        let file = folder.appending(path: name)
        databases[name] = Database(
          digest: digest(of: try Data(contentsOf: file, options: .alwaysMapped)),
          rows: try DatabaseBackup.rowCounts(of: file),
          deletions: try DatabaseBackup.deletionCount(of: file))
      }
      self.databases = databases
    }

    var description: String {
      databases.sorted { $0.key < $1.key }.map { name, database in
        "\(name.dropLast(Archive.suffix.count)) (\(database.count) rows)"
      }.joined(separator: ", ")
    }
  }

  /// The fields of all versions of the format.
  private struct Head: Decodable {
    static let format = 1
    let format: Int
    let version: String
  }

  /// Returns the names of the databases in a folder.
  static func databases(in folder: URL) throws -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.filter(isDatabase).sorted()
  }

  /// Packs the databases of a folder into a file that only this user can read.
  ///
  /// - Throws: `SettingsError`.
  static func pack(_ folder: URL, _ contents: Contents, to file: URL) throws {
    func sentence(_ reason: String) -> String { "the backup cannot be written: \(reason)" }
    do {
      try JSONEncoder().encode(contents).write(to: folder.appending(path: list))
      try Data().write(to: file)
      try limitRights(of: file)
      for name in contents.databases.keys {
        // As the site creates them.
        try limitRights(
          of: folder.appending(path: name), to: name == SessionsState.log + suffix ? 0o600 : 0o640)
      }
    } catch {
      throw SettingsError(sentence(error.localizedDescription))
    }
    let names = [list] + contents.databases.keys.sorted()
    _ = try tar(["-czf", file.path, "-C", folder.path, "--"] + names, orSay: sentence)
    try DatabaseBackup.flush(file: file)
  }

  private static func limitRights(of file: URL, to permissions: Int = 0o600) throws {
    try FileManager.default.setAttributes(
      [.posixPermissions: permissions], ofItemAtPath: file.path)
  }

  /// Returns the contents as the archive lists them, without reading the rest.
  ///
  /// - Throws: `SettingsError`.
  static func contents(of file: URL) throws -> Contents {
    let text = try tar(["-xzOf", file.path, "--occurrence=1", "--", list]) { reason in
      damaged(file, reason)
    }
    return try contents(Data(text.utf8), of: file)
  }

  private static func contents(_ data: Data, of file: URL) throws -> Contents {
    guard let head = try? JSONDecoder().decode(Head.self, from: data) else { throw foreign(file) }
    guard head.format <= Head.format else { throw newer(file, head.version) }
    guard let contents = try? JSONDecoder().decode(Contents.self, from: data) else {
      throw foreign(file)
    }
    return contents
  }

  /// Unpacks databases into an empty folder, and verifies them.
  ///
  /// - Throws: `SettingsError` if the file is no backup, or is damaged.
  static func unpack(_ file: URL, to folder: URL) throws -> Contents {
    guard FileManager.default.isReadableFile(atPath: file.path) else {
      throw SettingsError("\(file.path) cannot be read; check its path and its permissions.")
    }
    func read(_ arguments: [String]) throws -> String {
      try tar(arguments) { damaged(file, $0) }
    }
    // A line of a file begins with a hyphen, that of a folder or a link with a letter.
    let kinds = try read(["-tvzf", file.path]).split(separator: "\n")
    let names = try read(["-tzf", file.path]).split(separator: "\n").map(String.init)
    guard names.first == list, names.dropFirst().allSatisfy(isDatabase),
      kinds.allSatisfy({ $0.hasPrefix("-") }), Set(names).count == names.count
    else { throw foreign(file) }
    _ = try read([
      "-xzf", file.path, "-C", folder.path, "--no-same-owner", "--no-same-permissions",
    ])
    let listed = try contents(Data(contentsOf: folder.appending(path: list)), of: file)
    let present = try? Contents(of: folder, version: listed.version)
    guard present == listed else {
      throw SettingsError(damaged(file, "its databases differ from its list"))
    }
    return listed
  }

  private static func foreign(_ file: URL) -> SettingsError {
    SettingsError("\(file.path) is not a file that the command backup has written.")
  }

  private static func damaged(_ file: URL, _ reason: String) -> String {
    "\(file.path) is incomplete or damaged, take another backup: \(reason)"
  }

  /// The error of an archive that this version of the program cannot read.
  static func newer(_ file: URL, _ version: String) -> SettingsError {
    SettingsError(
      "\(file.path) was written by a newer version of the program (\(version)); install that one.")
  }

  /// Returns true for the name of a database: no path, and no file of another kind.
  private static func isDatabase(_ name: String) -> Bool {
    name.wholeMatch(of: #/[a-z0-9][a-z0-9-]*\.sqlite/#) != nil
  }

  /// Runs `tar`, and returns its output.
  ///
  /// - Parameter sentence: describes a failure, given its reason.
  private static func tar(
    _ arguments: [String], orSay sentence: (_ reason: String) -> String
  ) throws -> String {
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
      throw SettingsError(sentence(String(line)))
    }
    return String(decoding: text, as: UTF8.self)
  }
}
