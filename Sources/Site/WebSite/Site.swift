import ArgumentParser
import Foundation
import Glibc
public import ImmutableUI
import Logging
public import Markup
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
  private(set) var text: SiteText
  let makeGuides: @Sendable (GuideContext, Options) throws -> [any Guide]
  private(set) var files = ProgramFiles()
  private(set) var makeTools: MakeTools?

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

  /// Returns the site with a front page of its own, at `/`.
  ///
  /// ```swift
  /// import ImmutableUI
  /// import Markup
  ///
  /// struct Welcome: Root {
  ///   enum Route: GuideRoute {
  ///     case page(StartPage)
  ///     static let path = "welcome"
  ///     var destination: Destination<StartPage, Never, Never> {
  ///       switch self { case .page(let location): .page(location) }
  ///     }
  ///   }
  ///   func response(at location: StartPage) -> PageResponse<some HTML> {
  ///     .page("Welcome") { h1 { "Welcome to our garden" } }
  ///   }
  /// }
  /// await Site("Plants", guides: []).front { _ in Welcome() }.run()
  /// ```
  ///
  /// It is live and cached like every page. A guide with a single page can be the
  /// front page; a response `.seeOther` makes any page of the site the first one.
  ///
  /// - Parameter makePage: returns the page, given the guides of the site.
  public func front(
    _ makePage: @escaping @Sendable ([any Guide]) -> any PageSource<StartPage>
  ) -> Site {
    var site = self
    site.text.front = makePage
    return site
  }

  /// Returns the site with error pages of its own.
  ///
  /// ```swift
  /// import Markup
  ///
  /// let site = Site("Plants", guides: []).errorPage { error in
  ///   h1 { error.title }
  ///   p { error.message }
  /// }
  /// ```
  ///
  /// - Parameter content: returns the content of the page of an error.
  public func errorPage<Content: HTML>(
    @HTMLBuilder _ content: @escaping @Sendable (ErrorText) -> Content
  ) -> Site {
    var site = self
    site.text.errorPage = content
    return site
  }

  /// Returns the site with its templates and public files in the program, which is then one file.
  ///
  /// The plugin `EmbedFiles` of a target makes the dictionary from the folders `Public` and
  /// `Templates` of the package. Files of the folders that `--public` and `--templates` name come
  /// first.
  ///
  /// ```swift
  /// let site = Site("Plants", guides: []).embedding(["plants.css": "bWFpbiB7fQo="])
  /// ```
  ///
  /// - Parameter files: the contents of the files in Base64, by their names.
  public func embedding(_ files: [String: String]) -> Site {
    var site = self
    site.files = ProgramFiles(files)
    return site
  }

  /// Returns the site with pages for its developers.
  func tools(_ makeTools: @escaping MakeTools) -> Site {
    var site = self
    site.makeTools = makeTools
    return site
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
      guard Command<Options>.exitCode(for: error) != .success else {
        print(HelpSections.titled(Command<Options>.fullMessage(for: error)))
        exit(EXIT_SUCCESS)
      }
      Command<Options>.exit(withError: error)
    }
  }

  /// Serves until the process is asked to shut down.
  ///
  /// - Parameter check: throws an error if the settings have become invalid. Called at each
  ///   reload.
  func serve(
    _ settings: Settings, _ options: Options, errors: LogWriter,
    checkingBy check: @escaping @Sendable () throws -> Void
  ) async throws {
    errors.flushBeforeCrashes()
    // Trapped before the site listens, whose first response a signal may follow.
    let signals = await UnixSignalsSequence(trapping: .sigterm, .sigint)
    let logger = settings.log.logger(to: errors, label: Options.program)
    let application = try await Application(
      site: self, settings: settings, options: options, logger: logger, errors: errors,
      checkSettings: check)
    try await application.run(until: Task { for await _ in signals { return } })
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
  public init(_ text: SiteText, guides: @escaping @Sendable (GuideContext) throws -> [any Guide]) {
    self.init(text, options: NoOptions.self) { context, _ in try guides(context) }
  }
}
