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
  /// Logs that something could not be done. What others cause, and what the
  /// next try may do, is no error of ours.
  ///
  /// - Parameter isOfOthers: whether a service that is asked did not answer.
  func failed(_ what: Message, _ error: any Error, isOfOthers: Bool = false) {
    log(level: isOfOthers ? .warning : .error, what, metadata: ["error": "\(error)"])
  }

  /// Logs what an operator should know of a file.
  var tell: @Sendable (DatabaseFileReport) -> Void {
    { report in
      error(
        "\(report.message)", metadata: ["file": "\(report.path)", "details": "\(report.details)"])
    }
  }
}
