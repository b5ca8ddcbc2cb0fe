import Foundation

/// The settings that a site has in addition to those of every site: its
/// properties.
///
/// ```swift
/// struct WeatherOptions: SiteOptions {
///   static let program = "weather"
///
///   @Setting("The number of days to forecast.", in: 1...14) var days = 7
/// }
/// ```
public protocol SiteOptions: Sendable {
  /// The name of the program, in messages, metrics and environment variables.
  static var program: String { get }
  /// The version of the program.
  static var version: String { get }
  /// The commit that the program was built from; `nil` if it is unknown.
  static var commit: String? { get }
  /// Further lines of `--version --verbose`, such as the packages that the program was built from.
  static var versionDetails: [String] { get }
  /// A one-line description of the program, for its help.
  static var abstract: String { get }

  init()
}

extension SiteOptions {
  public static var program: String {
    URL(fileURLWithPath: CommandLine.arguments.first ?? "site").lastPathComponent.lowercased()
  }
  public static var version: String { "" }
  public static var commit: String? { nil }
  public static var versionDetails: [String] { [] }
  public static var abstract: String { "Serve a site." }

  /// The version, with the commit in parentheses.
  static var fullVersion: String {
    [version, commit.map { "(\($0))" } ?? ""].filter { !$0.isEmpty }.joined(separator: " ")
  }

  /// The settings of every site and of this one.
  static var allSettings: [NamedSetting] {
    declaredSettings(of: CommonSettings()) + declaredSettings(of: Self())
  }
}

/// The options of a site that has none of its own.
public struct NoOptions: SiteOptions {
  public init() {}
}
