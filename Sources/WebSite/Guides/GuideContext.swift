public import Foundation
public import ImmutableData
public import ImmutableUI
public import Logging
public import Markup
public import Storage

/// The services that a site gives its guides when they are created.
public struct GuideContext: Sendable {
  /// The folder of the databases.
  public let dataFolder: URL
  /// The log.
  public let logger: Logger
  /// Observes the evaluations of selectors; `nil` where nobody looks.
  public let observer: Observer?
  /// The name with which the program introduces itself to remote services.
  public let userAgent: String
  let inspection: Inspection?
  let assets: Assets

  /// The database file of a guide.
  public func file(of guide: String) -> URL { dataFolder.appending(path: "\(guide).sqlite") }

  /// The observer of a guide's store, which records its steps for the
  /// inspector; `nil` where that is off.
  public func stepObserver<State: InspectableState, Action: InspectableAction>(
    of guide: String
  ) -> ObservedStep<State, Action>.Observer? {
    inspection?.log(of: guide)
  }

  /// The address of a file in the folder of public files.
  ///
  /// - Throws: `SettingsError` where it is missing.
  public func href(ofAsset file: String, fragment: String? = nil) throws -> Href {
    try assets.href(of: file, fragment: fragment)
  }

  /// Logs what an operator should know of a database file.
  public var report: @Sendable (DatabaseFileReport) -> Void {
    { [logger] report in
      logger.error(
        "\(report.message)", metadata: ["file": "\(report.path)", "details": "\(report.details)"])
    }
  }

  /// Logs something unexpected that did no harm.
  public func logWarning(_ what: String, details: String) {
    logger.warning("\(what)", metadata: ["report": "\(details)"])
  }

  /// Logs that something could not be done: as a warning if a remote service
  /// failed, else as an error.
  public func logFailure(
    _ what: String, _ error: any Error, isRemote: Bool = false
  ) {
    logger.log(
      level: isRemote ? .warning : .error, "\(what)", metadata: ["error": "\(error)"])
  }
}
