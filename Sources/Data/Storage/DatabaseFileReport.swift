import Foundation

/// An event of a database file that an operator should know.
public struct DatabaseFileReport: Hashable, Sendable {
  /// The message for the log, one or two sentences.
  public let message: String
  /// The path of the file.
  public let path: String
  /// The message of SQLite.
  public let details: String
}

extension DatabaseFileReport {
  static func cannotOpen(_ path: String, _ error: DatabaseFileError) -> DatabaseFileReport {
    let advice =
      switch error.reason {
      case .damaged: repair
      case .missing:
        "Restore it from a backup, or start with --replace-damaged to begin a new one."
      default: "Each request tries again."
      }
    return DatabaseFileReport(
      message: "\(error.localizedDescription) \(advice)", path: path, details: error.details)
  }

  static func quarantined(
    _ path: String, as newPath: String, subject: String, details: String
  ) -> DatabaseFileReport {
    DatabaseFileReport(
      message:
        "The database of \(subject) is damaged. It was renamed to \(newPath), and a new file "
        + "was created.",
      path: path, details: details)
  }

  /// The report of a file that was copied before a migration.
  static func copied(_ path: String, to copy: String, subject: String) -> DatabaseFileReport {
    DatabaseFileReport(
      message:
        "The database of \(subject) was adapted to this version of the program. Earlier versions "
        + "cannot read it; a copy for them is \(copy).",
      path: path, details: "migrated")
  }

  /// The report of a file that is neither read nor written any more.
  static func unusable(_ path: String, _ error: DatabaseFileError) -> DatabaseFileReport {
    let advice =
      error.reason == .damaged
      ? "It is no longer read or written. Stop the program. \(repair)"
      : "Restart the program to use the file that is there now."
    return DatabaseFileReport(
      message: "\(error.localizedDescription) \(advice)", path: path, details: error.details)
  }

  private static let repair =
    "Restore it from a backup, or start with --replace-damaged to rename it and begin a new one."
}
