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
    DatabaseFileReport(
      message: "\(error.localizedDescription) Each request tries again.", path: path,
      details: error.details)
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

  static func damagedWhileOpen(_ path: String, _ error: DatabaseFileError) -> DatabaseFileReport {
    DatabaseFileReport(
      message: "\(error.localizedDescription) It is no longer read or written; the next start "
        + "renames it and creates a new file.",
      path: path, details: error.details)
  }
}
