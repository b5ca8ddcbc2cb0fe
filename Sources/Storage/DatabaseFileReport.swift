import Foundation

/// Something about a file that an operator should know.
public struct DatabaseFileReport: Hashable, Sendable {
  /// What happened, as one sentence.
  public let message: String
  /// Where the file is.
  public let path: String
  /// What SQLite said.
  public let details: String
}

extension DatabaseFileReport {
  static func cannotOpen(_ path: String, _ error: DatabaseFileError) -> DatabaseFileReport {
    DatabaseFileReport(
      message: "\(error.localizedDescription) Each use tries again.", path: path,
      details: error.details)
  }

  static func setAside(
    _ path: String, as kept: String, subject: String, details: String
  ) -> DatabaseFileReport {
    DatabaseFileReport(
      message: "The file of \(subject) was damaged. It is kept as \(kept), and a new one is begun.",
      path: path, details: details)
  }

  static func damagedWhileOpen(_ path: String, _ error: DatabaseFileError) -> DatabaseFileReport {
    DatabaseFileReport(
      message: "\(error.localizedDescription) Nothing is written to it any more; the next start "
        + "sets it aside.",
      path: path, details: error.details)
  }
}
