import ArgumentParser
import Foundation
import Glibc
import ImmutableUI
import Logging
import ServiceLifecycle
import UnixSignals

/// A site: a list of guides, and the program that serves them.
///
/// ```swift
/// import Records
///
/// struct Plant: Record {
///   var name = ""
///   static let fields: Fields<Plant> = [.text(\.name, 1...200)]
///   static let samples = [Plant(name: "Lavender")]
/// }
/// await Site(SiteText("Plants")) { context in
///   [RecordsGuide(of: Plant.self, context)]
/// }
/// .run()
/// ```
///
/// `run()` is the whole program: it reads the command line, the environment and
/// the configuration file; serves pages, live updates, metrics and health
/// checks; and shuts down gracefully.
public struct Site<Options: SiteOptions>: Sendable {
  let text: SiteText
  let makeGuides: @Sendable (GuideContext, Options) throws -> [any Guide]

  /// - Parameters:
  ///   - text: the texts of the site.
  ///   - options: the command-line options that only this site has.
  ///   - guides: creates the guides, in the order of the navigation.
  public init(
    _ text: SiteText, options: Options.Type,
    guides: @escaping @Sendable (GuideContext, Options) throws -> [any Guide]
  ) {
    self.text = text
    makeGuides = guides
  }

  /// Runs the program until it is stopped. Exits with a message on standard
  /// error and a nonzero status if the command line or a setting is invalid.
  public func run() async {
    let errors = LogWriter(descriptor: STDERR_FILENO)
    do {
      try await perform(Command<Options>.parseAsRoot(), errors: errors)
      // Flush the log, unless it has no reader.
      errors.flush(within: 1)
    } catch {
      errors.flush(within: 1)
      Command<Options>.exit(withError: error)
    }
  }

  /// Serves until the process is asked to shut down.
  func serve(
    _ settings: Settings, _ options: Options, errors: LogWriter
  ) async throws {
    errors.flushBeforeCrashes()
    let logger = settings.log.logger(to: errors, label: Options.program)
    let application = try await Application(
      site: self, settings: settings, options: options, logger: logger, errors: errors)
    var group = ServiceGroupConfiguration(
      services: [.init(service: application)],
      gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
    group.maximumGracefulShutdownDuration = .seconds(6)
    try await ServiceGroup(configuration: group).run()
  }
}

extension Site where Options == NoOptions {
  /// Creates a site of guides that need no context.
  ///
  /// - Parameters:
  ///   - name: the name of the site.
  ///   - guides: the guides, in the order of the navigation.
  public init(_ name: String, guides: [any Guide]) {
    self.init(SiteText(name), options: NoOptions.self) { _, _ in guides }
  }

  /// Creates a site of guides that need a context.
  ///
  /// - Parameters:
  ///   - text: the texts of the site.
  ///   - guides: creates the guides, in the order of the navigation.
  public init(
    _ text: SiteText, guides: @escaping @Sendable (GuideContext) throws -> [any Guide]
  ) {
    self.init(text, options: NoOptions.self) { context, _ in try guides(context) }
  }
}
