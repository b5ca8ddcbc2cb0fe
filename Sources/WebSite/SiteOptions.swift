public import ArgumentParser
import Foundation

/// The command-line options that a site has beside those of every site.
///
/// Each of them is optional, and read through a `SettingsReader`, which also
/// hasVerified the environment, the configuration file and the default:
///
/// ```swift
/// struct QuakesOptions: SiteOptions {
///   @Option(help: "The address of the feeds.") var feeds: String?
///
///   static func values(from settings: SettingsReader) throws -> URL {
///     try settings.address("feeds", "https://example.org")
///   }
/// }
/// ```
public protocol SiteOptions: ParsableArguments {
  associatedtype Values: Sendable = Void

  /// The name of the program, in messages, metrics and environment variables.
  static var program: String { get }
  /// The version of the program.
  static var version: String { get }
  /// A sentence about the program, for its help.
  static var abstract: String { get }

  /// Reads the options.
  ///
  /// - Throws: an error that names what is wrong and what is right.
  static func values(from settings: SettingsReader) throws -> Values
}

extension SiteOptions {
  public static var program: String {
    URL(fileURLWithPath: CommandLine.arguments.first ?? "site").lastPathComponent.lowercased()
  }
  public static var version: String { "" }
  public static var abstract: String { "Serve a site." }
}

extension SiteOptions where Values == Void {
  public static func values(from settings: SettingsReader) throws {}
}

/// The options of a site that has none of its own.
public struct NoOptions: SiteOptions {
  public init() {}
}
