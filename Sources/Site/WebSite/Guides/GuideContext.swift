public import Durable
public import Foundation
public import ImmutableData
public import ImmutableUI
public import Logging
public import Markup
import Storage

/// The services that a site provides to its guides when they are created.
///
/// ```swift
/// import Records
///
/// struct Plant: Record {
///   var name = ""
///   static let fields: Fields<Plant> = [.text(\.name, 1...200)]
///   static let samples = [Plant(name: "Lavender")]
/// }
/// let site = Site(SiteText("Plants")) { (context: GuideContext) in
///   [RecordsGuide(of: Plant.self, context)]
/// }
/// ```
public struct GuideContext: Sendable {
  /// The folder of the database files.
  public let dataFolder: URL
  /// The logs of the guides' changes.
  public let storage: DurableStorage
  /// The log.
  public let logger: Logger
  /// Observes selector evaluations and rendered fragments; `nil` if observation
  /// is off.
  public let observer: Observer?
  /// The value of `User-Agent` in requests to remote services.
  public let userAgent: String
  /// Returns the current time.
  public internal(set) var now: @Sendable () -> Date = { .now }
  /// The maximum time that a request waits for an operation.
  package internal(set) var timeout: Duration = .seconds(5)
  var tools: [any SiteTool] = []
  /// The work that the guides repeat.
  var jobs = BackgroundJobs()
  let assets: Assets

  /// Returns the URL of a guide's database file.
  public func file(of guide: String) -> URL { dataFolder.appending(path: "\(guide).sqlite") }

  /// Returns a function that waits until a guide's state has all changes that other
  /// instances had made by the time of the call. Without a shared database there
  /// are none.
  ///
  /// It throws a `DurableError` if the database does not tell in time.
  public func catchUp(with guide: String) -> @Sendable (_ limit: Duration) async throws -> Void {
    { [storage] limit in try await storage.log(named: guide)?.catchUp(within: limit) }
  }

  /// Returns a value that is kept between runs, in a log of the guide.
  ///
  /// - Parameters:
  ///   - guide: the name of the guide.
  ///   - type: the type of the value.
  ///   - apply: called with each value, whichever instance saved it.
  public func storedValue<Value: Codable & Sendable>(
    of guide: String, as type: Value.Type = Value.self,
    apply: @escaping @Sendable (Value) async throws -> Void
  ) -> StoredValue<Value> {
    StoredValue(guide, in: storage, apply: apply)
  }

  /// Returns the observer of the steps of a guide's store, in a development program; `nil` for
  /// none.
  public func stepObserver<State: Sendable, Action: Sendable>(
    of guide: String
  ) -> ObservedStep<State, Action>.Observer? {
    for tool in tools {
      if let observer: ObservedStep<State, Action>.Observer = tool.stepObserver(of: guide) {
        return observer
      }
    }
    return nil
  }

  /// Returns the address of a file in the folder of public files.
  ///
  /// - Throws: `SettingsError` if the file is missing.
  public func href(ofAsset file: String, fragment: String? = nil) throws -> Href {
    try assets.href(of: file, fragment: fragment)
  }

  /// Logs an unexpected event that caused no error.
  public func logWarning(_ message: String, details: String) {
    logger.warning("\(message)", metadata: ["report": "\(details)"])
  }

  /// Logs a failed operation: as a warning if a remote service failed,
  /// otherwise as an error.
  public func logFailure(_ message: String, _ error: any Error, isRemote: Bool = false) {
    logger.log(
      level: isRemote ? .warning : .error, "\(message)", metadata: ["error": .error(error)])
  }
}

extension Logger {
  /// Logs a problem with a database file.
  func report(_ report: DatabaseFileReport) {
    error(
      "\(report.message)", metadata: ["file": "\(report.path)", "details": "\(report.details)"])
  }
}
