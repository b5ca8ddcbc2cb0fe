import ArgumentParser
public import Foundation
import Glibc
import Postgres

/// Reads settings from the command line, the environment, and the configuration
/// file, in this order of precedence.
///
/// A setting has the same name in all three: `--log-level`,
/// `FIELDGUIDE_LOG_LEVEL` (prefixed with the name of the program) and
/// `"log-level"`. The reader records all settings that it reads, so that the
/// command `config` can list them.
///
/// A site with options of its own reads them in `SiteOptions.values(from:)`:
///
/// ```swift
/// import ArgumentParser
///
/// struct PlantsOptions: SiteOptions {
///   @Option(help: "The number of plants per page. (default: 20)")
///   var plantsPerPage: String?
///
///   static func values(from settings: SettingsReader) throws -> Int {
///     try settings.number("plants-per-page", 20, in: 1...100)
///   }
/// }
/// ```
public final class SettingsReader {
  /// The source of a value, in order of precedence.
  enum Source: Int, Comparable {
    case commandLine, environment, file, defaultValue

    static func < (left: Source, right: Source) -> Bool { left.rawValue < right.rawValue }
  }

  /// The effective value of a setting.
  struct Entry {
    var name: String
    var value: String
    /// The place of the value: an option, a variable, a file or the default.
    var place: String
  }

  /// All settings that were read so far, in order.
  private(set) var entries: [Entry] = []
  private let program: String
  private let options: [String: [String]]
  private let environment: [String: String]
  private let file: ConfigurationFile?

  /// - Parameters:
  ///   - program: the name of the program.
  ///   - names: the names of all settings.
  ///   - options: the values on the command line, by name.
  ///   - environment: the environment variables.
  /// - Throws: `SettingsError` if the configuration file is invalid.
  init(
    program: String, names: [String], options: [String: [String]], environment: [String: String]
  ) throws {
    self.program = program
    self.options = options
    self.environment = environment
    let path = options["config"]?.last ?? environment[Self.variable("config", of: program)]
    file = try path.map { try ConfigurationFile(path: $0, program: program, names: names) }
    _ = text("config")
  }

  /// Returns the source of a setting's value.
  func source(of name: String) -> Source { lookUp(name).source }

  private func lookUp(_ name: String) -> (texts: [String]?, source: Source) {
    if let texts = options[name] { return (texts, .commandLine) }
    if let text = environment[variable(name)] { return ([text], .environment) }
    if let texts = file?.values[name] { return (texts, .file) }
    return (nil, .defaultValue)
  }

  private func variable(_ name: String) -> String { Self.variable(name, of: program) }

  /// Returns the environment variable of a setting.
  static func variable(_ name: String, of program: String) -> String {
    "\(program)_\(name)".identifier.uppercased()
  }

  private func note(_ name: String, _ value: String, from source: Source) {
    let place =
      switch source {
      case .commandLine: "--\(name)"
      case .environment: variable(name)
      case .file: file?.path ?? ""
      case .defaultValue: "default"
      }
    entries.append(Entry(name: name, value: value, place: place))
  }

  /// Returns the error for an invalid value.
  private func error(_ name: String, is text: String, expected: String) -> SettingsError {
    let place =
      switch lookUp(name).source {
      case .environment: variable(name)
      case .file: "“\(name)” in \(file?.path ?? "")"
      case .commandLine, .defaultValue: "--\(name)"
      }
    return SettingsError("\(place) is “\(text)”; it must be \(expected).")
  }
}

// MARK: Kinds of settings

extension SettingsReader {
  /// Returns a text; `nil` if it is not set.
  public func text(_ name: String) -> String? { text(name, default: nil) }

  /// Returns a text.
  public func text(_ name: String, _ defaultValue: String) -> String {
    text(name, default: defaultValue) ?? defaultValue
  }

  private func text(_ name: String, default defaultValue: String?) -> String? {
    let (texts, source) = lookUp(name)
    let text = texts?.last ?? defaultValue
    note(name, text ?? "", from: source)
    return text
  }

  /// Returns the values of a setting that can be repeated. In the environment
  /// they are separated by commas.
  ///
  /// - Parameters:
  ///   - name: the name of the setting.
  ///   - expected: a description of a valid value, as in “a number from 1 to 10”.
  ///   - parse: parses a value; `nil` if it is invalid.
  /// - Throws: an error that names the setting and describes a valid value.
  public func list<Value>(
    _ name: String, expected: String, _ parse: (String) -> Value?
  ) throws -> [Value] {
    let (values, source) = lookUp(name)
    var texts = values ?? []
    if source == .environment {
      texts = texts.flatMap { $0.split(separator: ",") }
        .map { $0.trimmingCharacters(in: .whitespaces) }
    }
    note(name, texts.joined(separator: ", "), from: source)
    return try texts.map { text in
      guard let value = parse(text) else { throw error(name, is: text, expected: expected) }
      return value
    }
  }

  /// Returns an integer.
  ///
  /// - Throws: an error that names the setting and its range.
  public func number(_ name: String, _ defaultValue: Int, in range: ClosedRange<Int>) throws -> Int
  {
    let text = text(name, "\(defaultValue)")
    guard let number = Int(text), range.contains(number) else {
      throw error(name, is: text, expected: Self.words(range))
    }
    return number
  }

  /// Returns an integer; `nil` for the value `off`.
  ///
  /// - Throws: an error that names the setting and its range.
  public func numberOrOff(_ name: String, _ defaultValue: Int, in range: ClosedRange<Int>) throws
    -> Int?
  {
    let text = text(name, "\(defaultValue)")
    if text == "off" { return nil }
    guard let number = Int(text), range.contains(number) else {
      throw error(name, is: text, expected: "\(Self.words(range)), or off")
    }
    return number
  }

  private static func words(_ range: ClosedRange<Int>) -> String {
    "a number from \(range.lowerBound) to \(range.upperBound)"
  }

  /// Returns one of the cases of an enumeration.
  ///
  /// - Throws: an error that names the setting and the cases.
  public func choice<Value: RawRepresentable<String> & CaseIterable>(
    _ name: String, _ defaultValue: Value
  ) throws -> Value {
    let text = text(name, defaultValue.rawValue)
    guard let value = Value(rawValue: text) else {
      let all = Value.allCases.map(\.rawValue).joined(separator: ", ")
      throw error(name, is: text, expected: "one of \(all)")
    }
    return value
  }

  /// Returns a Boolean value, which is false by default.
  ///
  /// - Throws: an error that names the setting.
  public func flag(_ name: String) throws -> Bool {
    let text = text(name, "false")
    guard let value = Bool(text) else { throw error(name, is: text, expected: "true or false") }
    return value
  }

  /// Returns an HTTP or HTTPS URL. A password in it is not shown.
  ///
  /// - Throws: an error that names the setting.
  public func address(_ name: String, _ defaultValue: String) throws -> URL {
    try url(name, text(name, defaultValue), expected: "a URL like \(defaultValue)")
  }

  /// Returns the HTTP or HTTPS URL of a service, or the URL of an existing folder
  /// in which its responses are stored. A password is not shown.
  ///
  /// - Throws: an error that names the setting.
  public func service(_ name: String, _ defaultValue: String) throws -> URL {
    let text = text(name, defaultValue)
    var isFolder: ObjCBool = false
    if FileManager.default.fileExists(atPath: text, isDirectory: &isFolder), isFolder.boolValue {
      return URL(fileURLWithPath: text, isDirectory: true).absoluteURL
    }
    return try url(
      name, text, expected: "a URL like \(defaultValue), or the path of a folder")
  }

  /// Parses the setting that was read last.
  private func url(_ name: String, _ text: String, expected: String) throws -> URL {
    guard let url = URL(string: text), ["http", "https"].contains(url.scheme),
      url.host()?.isEmpty == false
    else {
      throw error(name, is: text, expected: expected)
    }
    if url.password() != nil, var parts = URLComponents(string: text) {
      parts.password = "…"
      entries[entries.count - 1].value = parts.string?.removingPercentEncoding ?? ""
    }
    return url
  }

  /// Returns the address of a PostgreSQL database; `nil` if it is not set. A
  /// password in it is not shown.
  ///
  /// - Throws: an error that names the setting.
  func database(_ name: String, passwordFile: String?) throws -> PostgresConfiguration? {
    guard let text = text(name) else { return nil }
    do {
      let configuration = try PostgresConfiguration(text, passwordFile: passwordFile)
      entries[entries.count - 1].value = configuration.description
      return configuration
    } catch {
      throw SettingsError("\(error) (--\(name)).")
    }
  }

  /// Returns the folder of a setting. Its default is the folder of a name in
  /// the nearest folder above the program: beside the package in a build,
  /// beside the program in an installation. `nil` if there is none.
  func folder(_ name: String, beside folderName: String) -> URL? {
    let defaultValue = Self.folder(named: folderName)
    let path = text(name, defaultValue?.path ?? "")
    guard !path.isEmpty else { return nil }
    return URL(fileURLWithPath: path, isDirectory: true).resolvingSymlinksInPath()
  }

  private static func folder(named name: String) -> URL? {
    let files = FileManager.default
    var folder = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    while folder.path != "/" {
      folder.deleteLastPathComponent()
      let candidate = folder.appendingPathComponent(name, isDirectory: true)
      if files.fileExists(atPath: candidate.path) { return candidate }
      // Do not search above the package.
      if files.fileExists(atPath: folder.appendingPathComponent("Package.swift").path) {
        return nil
      }
    }
    return nil
  }

  /// Returns the descriptor of the socket that systemd passes to the program;
  /// `nil` if there is none. See sd_listen_fds(3).
  func descriptorFromSystemd() throws -> Int32? {
    guard environment["LISTEN_PID"] == "\(getpid())", let text = environment["LISTEN_FDS"] else {
      return nil
    }
    guard text == "1" else {
      throw SettingsError("systemd passes \(text) sockets; configure exactly one.")
    }
    // The first descriptor after standard input, output and error.
    return 3
  }
}

extension String {
  /// The text with an underscore in place of each character that is invalid in
  /// environment variables and metrics.
  var identifier: String {
    String(map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
  }
}
