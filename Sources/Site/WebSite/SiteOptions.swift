public import ArgumentParser
import Foundation

/// The command-line options that a site has in addition to those of every site.
///
/// Each option is an optional string, and is read through a `SettingsReader`,
/// which also knows the environment, the configuration file and the default:
///
/// ```swift
/// import ArgumentParser
/// import Foundation
///
/// struct WeatherOptions: SiteOptions {
///   static let program = "weather"
///
///   @Option(help: "The URL of the forecast. (default: https://example.org)")
///   var forecast: String?
///
///   static func values(from settings: SettingsReader) throws -> URL {
///     try settings.address("forecast", "https://example.org")
///   }
/// }
/// ```
public protocol SiteOptions: ParsableArguments {
  associatedtype Values: Sendable = Void

  /// The name of the program, in messages, metrics and environment variables.
  static var program: String { get }
  /// The version of the program.
  static var version: String { get }
  /// The commit that the program was built from; `nil` if it is unknown.
  static var commit: String? { get }
  /// A one-line description of the program, for its help.
  static var abstract: String { get }

  /// Reads the options.
  ///
  /// - Throws: an error that names the option and its valid values.
  static func values(from settings: SettingsReader) throws -> Values
}

extension SiteOptions {
  public static var program: String {
    URL(fileURLWithPath: CommandLine.arguments.first ?? "site").lastPathComponent.lowercased()
  }
  public static var version: String { "" }
  public static var commit: String? { nil }
  public static var abstract: String { "Serve a site." }
}

extension SiteOptions {
  /// The version, with the commit in parentheses.
  static var fullVersion: String {
    [version, commit.map { "(\($0))" } ?? ""].filter { !$0.isEmpty }.joined(separator: " ")
  }
}

extension SiteOptions where Values == Void {
  public static func values(from settings: SettingsReader) throws {}
}

/// The options of a site that has none of its own.
public struct NoOptions: SiteOptions {
  public init() {}
}
