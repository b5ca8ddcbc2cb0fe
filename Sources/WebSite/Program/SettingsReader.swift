import ArgumentParser
public import Foundation
import Glibc

/// Reads what the program was told: on the command line, else in the
/// environment, else in the one file of the configuration, else nowhere.
///
/// All three know a setting by the same name: `--log-level`,
/// `FIELDGUIDE_LOG_LEVEL` (the prefix is the name of the program) and
/// `"log-level"`. It remembers what was asked for, so that `fieldguide config`
/// can show it.
public final class SettingsReader {
  /// Where something was said. What comes first counts.
  enum Source: Int, Comparable {
    case commandLine, environment, file, defaultValue

    static func < (left: Source, right: Source) -> Bool { left.rawValue < right.rawValue }
  }

  /// A setting as it is in force.
  struct Entry {
    var name: String
    var value: String
    /// Where it was said.
    var place: String
  }

  /// All that was asked for so far, in that order.
  private(set) var entries: [Entry] = []
  private let program: String
  private let options: [String: [String]]
  private let environment: [String: String]
  private let file: ConfigurationFile?

  /// - Parameters:
  ///   - program: The name of the program.
  ///   - names: The names of all settings.
  ///   - options: The values on the command line, by name.
  ///   - environment: The environment variables.
  /// - Throws: `SettingsError` where the file cannot be used.
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

  /// Where a setting was said.
  func source(of name: String) -> Source { said(name).source }

  private func said(_ name: String) -> (texts: [String]?, source: Source) {
    if let texts = options[name] { return (texts, .commandLine) }
    if let text = environment[variable(name)] { return ([text], .environment) }
    if let texts = file?.values[name] { return (texts, .file) }
    return (nil, .defaultValue)
  }

  private func variable(_ name: String) -> String { Self.variable(name, of: program) }

  /// The environment variable of a setting.
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

  /// Says what is wrong with a setting, and what would be right.
  private func error(_ name: String, is text: String, expected right: String) -> SettingsError {
    let place =
      switch said(name).source {
      case .environment: variable(name)
      case .file: "“\(name)” in \(file?.path ?? "")"
      case .commandLine, .defaultValue: "--\(name)"
      }
    return SettingsError("\(place) is “\(text)”; it has to be \(right).")
  }
}

// MARK: Kinds of settings

extension SettingsReader {
  /// A text, if there is one.
  public func text(_ name: String) -> String? { text(name, default: nil) }

  /// A text.
  public func text(_ name: String, _ defaultValue: String) -> String { text(name, default: defaultValue) ?? defaultValue }

  private func text(_ name: String, default defaultValue: String?) -> String? {
    let (texts, source) = said(name)
    let text = texts?.last ?? defaultValue
    note(name, text ?? "", from: source)
    return text
  }

  /// What may be said several times; in the environment with commas between.
  ///
  /// - Parameters:
  ///   - right: what each has to be, in words.
  ///   - parse: makes a value of a text; `nil` where it is not right.
  public func list<Value>(
    _ name: String, expected right: String, _ parse: (String) -> Value?
  ) throws -> [Value] {
    let (said, source) = said(name)
    var texts = said ?? []
    if source == .environment {
      texts = texts.flatMap { $0.split(separator: ",") }
        .map { $0.trimmingCharacters(in: .whitespaces) }
    }
    note(name, texts.joined(separator: ", "), from: source)
    return try texts.map { text in
      guard let value = parse(text) else { throw error(name, is: text, expected: right) }
      return value
    }
  }

  /// A whole number.
  public func number(_ name: String, _ defaultValue: Int, in range: ClosedRange<Int>) throws -> Int {
    let text = text(name, "\(defaultValue)")
    guard let number = Int(text), range.contains(number) else {
      throw error(name, is: text, expected: Self.words(range))
    }
    return number
  }

  /// A whole number; `nil` for the word `off`.
  public func numberOrOff(_ name: String, _ defaultValue: Int, in range: ClosedRange<Int>) throws -> Int? {
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

  /// One of some words.
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

  /// Whether something is so.
  public func flag(_ name: String) throws -> Bool {
    let text = text(name, "false")
    guard let value = Bool(text) else { throw error(name, is: text, expected: "true or false") }
    return value
  }

  /// An address of the web. A password in it is not shown.
  public func address(_ name: String, _ defaultValue: String) throws -> URL {
    let text = text(name, defaultValue)
    guard let url = URL(string: text), ["http", "https"].contains(url.scheme),
      url.host()?.isEmpty == false
    else {
      throw error(name, is: text, expected: "an address of the web, as \(defaultValue)")
    }
    if url.password() != nil, var parts = URLComponents(string: text) {
      parts.password = "…"
      entries[entries.count - 1].value = parts.string?.removingPercentEncoding ?? ""
    }
    return url
  }

  /// A folder that was named, or the one of that name in the nearest folder
  /// above the program: it stands beside the package where it was built, and
  /// beside the program where it was installed. `nil` if there is none.
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
      // Folders above the package belong to something else.
      if files.fileExists(atPath: folder.appendingPathComponent("Package.swift").path) {
        return nil
      }
    }
    return nil
  }

  /// The socket that systemd listens on for this program, if it does: see
  /// sd_listen_fds(3).
  func descriptorFromSystemd() throws -> Int32? {
    guard environment["LISTEN_PID"] == "\(getpid())", let text = environment["LISTEN_FDS"] else {
      return nil
    }
    guard text == "1" else {
      throw SettingsError("systemd hands over \(text) sockets; it has to be one.")
    }
    // The first after standard input, output and error.
    return 3
  }
}

extension String {
  /// The text with underscores in place of what the names of environment
  /// variables and metrics cannot have.
  var identifier: String {
    String(map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
  }
}
