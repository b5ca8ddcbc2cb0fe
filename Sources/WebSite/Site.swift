import ArgumentParser
import Foundation
import Glibc
import ImmutableUI
import Logging
import ServiceLifecycle
import UnixSignals

/// A site: a list of guides, and all that serves them.
///
/// ```swift
/// @main struct Counter {
///   static func main() async {
///     await Site("Counter", guides: [CounterGuide()]).run()
///   }
/// }
/// ```
///
/// `run()` is the whole program: it reads the command line, the environment and
/// the configuration file, serves pages, live updates, metrics and health, and
/// stops gracefully. Guides that keep data are created with a context that
/// names the data folder:
///
/// ```swift
/// await Site(SiteText("Plants")) { context in [PlantsGuide(context)] }.run()
/// ```
public struct Site<Options: SiteOptions>: Sendable {
  let text: SiteText
  let makeGuides: @Sendable (GuideContext, Options.Values) throws -> [any Guide]

  /// - Parameters:
  ///   - text: the texts of the site.
  ///   - options: the command-line options of its own.
  ///   - guides: creates the guides, in the order of the navigation.
  public init(
    _ text: SiteText, options: Options.Type,
    guides: @escaping @Sendable (GuideContext, Options.Values) throws -> [any Guide]
  ) {
    self.text = text
    makeGuides = guides
  }

  /// Runs the program, until it is told to stop. A command line or settings
  /// that make no sense end the process with a sentence on standard error and
  /// an exit code that is not zero.
  public func run() async {
    let errors = LogWriter(descriptor: STDERR_FILENO)
    do {
      try await perform(Command<Options>.parseAsRoot(), errors: errors)
      // The log is written to its end, unless nobody reads it.
      errors.flush(within: 1)
    } catch {
      errors.flush(within: 1)
      Command<Options>.exit(withError: error)
    }
  }

  /// Serves until the process is told to stop.
  func serve(
    _ settings: Settings, _ options: Options.Values, errors: LogWriter
  ) async throws {
    let logger = settings.log.logger(to: errors, label: Options.program)
    let application = try Application(
      site: self, settings: settings, options: options, logger: logger, errors: errors)
    var group = ServiceGroupConfiguration(
      services: [.init(service: application)],
      gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
    group.maximumGracefulShutdownDuration = .seconds(6)
    try await ServiceGroup(configuration: group).run()
  }
}

extension Site where Options == NoOptions {
  /// A site of guides that keep no data.
  ///
  /// - Parameters:
  ///   - name: the name of the site.
  ///   - guides: the guides, in the order of the navigation.
  public init(_ name: String, guides: [any Guide]) {
    self.init(SiteText(name), options: NoOptions.self) { _, _ in guides }
  }

  /// A site of guides that are created with a context.
  public init(
    _ text: SiteText, guides: @escaping @Sendable (GuideContext) throws -> [any Guide]
  ) {
    self.init(text, options: NoOptions.self) { context, _ in try guides(context) }
  }
}
