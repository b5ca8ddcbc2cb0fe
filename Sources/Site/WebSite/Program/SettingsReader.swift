import Foundation
import Glibc

/// Reads settings from the command line, the environment, and the configuration
/// file, in this order of precedence.
final class SettingsReader {
  /// The source of a value, in order of precedence.
  enum Source: Int, Comparable {
    case commandLine, environment, file, defaultValue

    static func < (left: Source, right: Source) -> Bool { left.rawValue < right.rawValue }
  }

  /// A line of the command `config`.
  struct Entry {
    var name: String
    var value: String
    /// The place of the value: an option, a variable, a file or the default.
    var place: String
  }

  /// All settings that were read so far, in order.
  private(set) var entries: [Entry] = []
  private let program: String
  private let names: [String]
  private let options: [String: [String]]
  private let environment: [String: String]
  private let file: ConfigurationFile?
  /// True if the problems of the file have been reported.
  private var hasReadFile = false

  /// - Parameters:
  ///   - program: the name of the program.
  ///   - names: the names of all settings.
  ///   - options: the values on the command line, by name.
  ///   - environment: the environment variables.
  /// - Throws: `SettingsError` if the configuration file is no JSON object.
  init(
    program: String, names: [String], options: [String: [String]], environment: [String: String]
  ) throws {
    self.program = program
    self.names = names
    self.options = options
    self.environment = environment
    let path = options["config"]?.last ?? environment[Self.variable("config", of: program)]
    file = try path.map {
      try ConfigurationFile(path: $0, program: program, names: names.filter { $0 != "config" })
    }
  }

  /// Returns a reader of the same settings, which reads the configuration file again. Throws a
  /// `SettingsError` if that is no JSON object.
  var again: @Sendable () throws -> SettingsReader {
    { [program, names, options, environment] in
      try SettingsReader(program: program, names: names, options: options, environment: environment)
    }
  }

  /// Reads the settings of every site and those of this one.
  ///
  /// - Throws: `SettingsError` that names each invalid setting and its valid values.
  func read<Options: SiteOptions>(
    _ options: Options.Type
  ) throws -> (settings: Settings, options: Options) {
    var findings = Findings()
    let settings = findings.attempt { try Settings(self) }
    let options = findings.attempt { try read(Options()) }
    guard let settings, let options else { throw SettingsError(findings.errors) }
    return (settings, options)
  }

  /// Reads the settings that are properties of a table.
  ///
  /// - Parameter names: the names of the settings to read; `nil` for all.
  /// - Throws: `SettingsError` that names each invalid setting and its valid values, and what
  ///   is invalid in the configuration file.
  func read<Table>(_ table: Table, only names: [String]? = nil) throws -> Table {
    var findings = Findings()
    for problem in file?.problems ?? [] where !hasReadFile { findings.add(problem) }
    hasReadFile = true
    for (name, setting) in declaredSettings(of: table, only: names) {
      _ = findings.attempt { try read(setting, name) }
    }
    try findings.end()
    return table
  }

  /// Sentences about environment variables that look like a setting and are none.
  var unknownVariables: [String] {
    let variables = names.map(variable)
    return environment.keys.sorted()
      .filter { $0.hasPrefix(variable("")) && !variables.contains($0) }
      .map {
        "the environment variable \($0) is not a setting; "
          + ConfigurationFile.hint(for: $0, among: variables, of: program)
      }
  }

  private func read(_ setting: any AnySetting, _ name: String) throws {
    let (given, source) = lookUp(name)
    var texts = given ?? [setting.defaultText].compactMap { $0 }
    if setting.form != .repeated {
      texts = texts.suffix(1)
    } else if source == .environment {
      texts = texts.flatMap { $0.split(separator: ",") }
        .map { $0.trimmingCharacters(in: .whitespaces) }
    }
    let (place, named) =
      switch source {
      case .commandLine: ("--\(name)", "--\(name)")
      case .environment: (variable(name), variable(name))
      case .file: (file?.path ?? "", "“\(name)” in \(file?.path ?? "")")
      case .defaultValue: ("default", "--\(name)")
      }
    let shown = texts.map(Self.hidingPassword).joined(separator: ", ")
    entries.append(Entry(name: name, value: shown, place: place))
    if let text = setting.set(texts) {
      throw SettingsError("\(named) is “\(text)”; it must be \(setting.expected).")
    }
  }

  /// Replaces the shown value of a setting that was read.
  func show(_ value: String, for name: String) {
    for index in entries.indices where entries[index].name == name {
      entries[index].value = value
    }
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

  private static func hidingPassword(_ text: String) -> String {
    guard URL(string: text)?.password() != nil, var parts = URLComponents(string: text) else {
      return text
    }
    parts.password = "…"
    return parts.string?.removingPercentEncoding ?? ""
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

typealias NamedSetting = (name: String, setting: any AnySetting)

/// Returns the settings that are properties of a table, in order, with their
/// names: `log-level` is the property `logLevel`.
///
/// - Parameter names: the names of the wanted settings; `nil` for all.
func declaredSettings<Table>(of table: Table, only names: [String]? = nil) -> [NamedSetting] {
  Mirror(reflecting: table).children.compactMap { label, value in
    guard let setting = value as? any AnySetting, let label else { return nil }
    // The storage of a wrapped property has an underscore before its name.
    let words = label.dropFirst().map { $0.isUppercase ? "-\($0.lowercased())" : String($0) }
    let name = words.joined()
    return names?.contains(name) == false ? nil : (name, setting)
  }
}

extension String {
  /// The text with an underscore in place of each character that is invalid in
  /// environment variables and metrics.
  var identifier: String {
    String(map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
  }
}
