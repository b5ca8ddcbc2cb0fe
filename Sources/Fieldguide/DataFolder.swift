import Logging
import Storage

/// What is in the data folder: a file for each guide.
enum DataFolder: String, CaseIterable {
  case animals, quakes, breeds, photos

  /// The name of the file.
  var name: String { "\(rawValue).sqlite" }

  /// What it holds, for messages.
  var subject: String { self == .quakes ? "the earthquakes" : "the \(rawValue)" }
}

extension Logger {
  /// Logs what an operator should know of a file.
  var tell: @Sendable (DatabaseFileReport) -> Void {
    { report in
      error(
        "\(report.message)", metadata: ["file": "\(report.path)", "details": "\(report.details)"])
    }
  }
}
