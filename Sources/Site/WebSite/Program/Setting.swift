public import Foundation
import HTTPTypes
import Synchronization

/// A setting, declared by its default, its help and its valid values.
///
/// The name of the property becomes the name of an option on the command line,
/// of an environment variable that is prefixed with the name of the program,
/// and of a key in the configuration file: `--log-level`,
/// `FIELDGUIDE_LOG_LEVEL` and `"log-level"`.
///
/// ```swift
/// struct PlantsOptions: SiteOptions {
///   @Setting("The number of plants per page.", in: 1...100) var plantsPerPage = 20
/// }
/// ```
@propertyWrapper
public struct Setting<Value: Sendable>: AnySetting, Sendable {
  private final class Storage: Sendable {
    let value: Mutex<Value>

    init(_ value: Value) { self.value = Mutex(value) }
  }

  let form: SettingForm
  let help: String
  let defaultText: String?
  let expected: String
  private let parse: @Sendable ([String]) -> Value?
  /// Shared by all copies, so that the properties of a table can be set.
  private let storage: Storage

  /// The default, until the setting is read.
  public var wrappedValue: Value { storage.value.withLock { $0 } }

  /// - Parameters:
  ///   - defaultText: the default as it would be given; `nil` if there is none.
  ///   - named: a description of the default, if the help does not show it.
  ///   - expected: a description of a valid value, as in “a number from 1 to 10”.
  ///   - parse: parses the texts that are given, else the default; `nil` if one
  ///     is invalid.
  private init(
    _ value: Value, _ help: String, form: SettingForm = .single,
    default defaultText: String? = nil, named: String? = nil, expected: String = "",
    parse: @escaping @Sendable ([String]) -> Value?
  ) {
    let shownDefault = form == .flag ? nil : named ?? defaultText
    self.help = help + (shownDefault.map { " (default: \($0))" } ?? "")
    self.form = form
    self.defaultText = defaultText
    self.expected = expected
    self.parse = parse
    storage = Storage(value)
  }

  /// Creates a setting that is missing by default.
  private init<Given>(
    _ help: String, named: String? = nil, expected: String = "",
    parse: @escaping @Sendable (String) -> Given?
  ) where Value == Given? {
    self.init(nil, help, named: named, expected: expected) {
      guard let text = $0.last else { return .some(nil) }
      return parse(text).map(Optional.some)
    }
  }

  func set(_ texts: [String]) -> String? {
    guard let value = parse(texts) else { return texts.first { parse([$0]) == nil } ?? "" }
    storage.value.withLock { $0 = value }
    return nil
  }
}

/// The form of a setting on the command line.
enum SettingForm {
  case single
  /// Given any number of times; separated by commas in the environment.
  case repeated
  /// Given without a value.
  case flag
}

/// A setting with a value of any type.
protocol AnySetting {
  var form: SettingForm { get }
  var help: String { get }
  var defaultText: String? { get }
  var expected: String { get }

  /// Sets the value.
  ///
  /// - Returns: the first invalid text; `nil` if all are valid.
  func set(_ texts: [String]) -> String?
}

// MARK: Kinds of settings

extension Setting {
  /// A text.
  public init(wrappedValue: String, _ help: String) where Value == String {
    self.init(wrappedValue, help, default: wrappedValue) { $0.last }
  }

  /// A text that is missing by default.
  public init(wrappedValue: String? = nil, _ help: String) where Value == String? {
    self.init(help) { $0 }
  }

  /// A Boolean value, which is false by default.
  public init(wrappedValue: Bool = false, _ help: String) where Value == Bool {
    self.init(false, help, form: .flag, default: "false", expected: "true or false") {
      $0.last.flatMap(Bool.init)
    }
  }

  /// An integer.
  ///
  /// - Parameters:
  ///   - wrappedValue: the default.
  ///   - help: a sentence for the help.
  ///   - range: the valid numbers.
  ///   - unit: the factor between the number that is given and the value.
  public init(wrappedValue: Int, _ help: String, in range: ClosedRange<Int>, times unit: Int = 1)
  where Value == Int {
    self.init(wrappedValue, help, default: "\(wrappedValue / unit)", expected: range.words) {
      range.number($0.last).map { $0 * unit }
    }
  }

  /// An integer; `nil` for the text `off`.
  public init(wrappedValue: Int?, _ help: String, in range: ClosedRange<Int>)
  where Value == Int? {
    self.init(
      wrappedValue, help, default: wrappedValue.map(String.init) ?? "off",
      expected: "\(range.words), or off"
    ) { $0.last == "off" ? .some(nil) : range.number($0.last).map(Optional.some) }
  }

  /// One of the cases of an enumeration, which are added to the help.
  public init(wrappedValue: Value, _ help: String)
  where Value: RawRepresentable<String> & CaseIterable {
    self.init(
      wrappedValue, "\(help): \(Value.alternatives).", default: wrappedValue.rawValue,
      expected: Value.expected
    ) { $0.last.flatMap(Value.init) }
  }

  /// One of the cases of an enumeration, which are added to the help; `nil` by
  /// default.
  ///
  /// - Parameter named: the case that is chosen by default.
  init<Case>(wrappedValue: Value = nil, _ help: String, named: String)
  where Value == Case?, Case: RawRepresentable<String> & CaseIterable {
    self.init(
      "\(help): \(Case.alternatives).", named: named, expected: Case.expected, parse: Case.init)
  }

  /// A list of values.
  ///
  /// - Parameters:
  ///   - help: a sentence for the help.
  ///   - expected: a description of a valid value, as in “a number from 1 to 10”.
  ///   - parse: parses a value; `nil` if it is invalid.
  public init<Element>(
    _ help: String, expected: String, parse: @escaping @Sendable (String) -> Element?
  ) where Value == [Element] {
    self.init([], "\(help) Can be repeated.", form: .repeated, expected: expected) { texts in
      let values = texts.compactMap(parse)
      return values.count == texts.count ? values : nil
    }
  }

  /// The HTTP or HTTPS URL of a service, or the URL of an existing folder in
  /// which its responses are stored. A password is not shown.
  ///
  /// - Parameters:
  ///   - help: a sentence for the help.
  ///   - address: the default.
  ///   - named: a description of the default for the help.
  public init(_ help: String, service address: String, named: String? = nil)
  where Value == URL {
    self.init(
      URL.service(address) ?? URL(fileURLWithPath: address), help, default: address,
      named: named, expected: "a URL like \(address), or the path of a folder"
    ) { $0.last.flatMap { URL.folder($0) ?? .service($0) } }
  }

  /// The path of a folder.
  init(_ help: String, folder path: String) where Value == URL {
    self.init(URL(fileURLWithPath: path, isDirectory: true), help, default: path) {
      $0.last.map { URL(fileURLWithPath: $0, isDirectory: true) }
    }
  }

  /// The path of a folder. Its default is the folder of a name beside the program, or
  /// that of its package; `nil` if there is none.
  init(_ help: String, folderBesideProgram name: String) where Value == URL? {
    self.init(
      nil, help, default: URL.besideProgram(name)?.path ?? "", named: "\(name) beside the program"
    ) {
      guard let path = $0.last, !path.isEmpty else { return .some(nil) }
      return URL(fileURLWithPath: path, isDirectory: true).resolvingSymlinksInPath()
    }
  }

  /// The name of a header field that is missing by default.
  init(_ help: String, field example: String) where Value == HTTPField.Name? {
    self.init(help, expected: "the name of a header field like \(example)") {
      HTTPField.Name($0)
    }
  }

  /// The path of a file that is missing by default.
  init(file help: String) where Value == URL? {
    self.init(help) { URL(fileURLWithPath: $0) }
  }
}

extension ClosedRange<Int> {
  fileprivate var words: String { "a number from \(lowerBound) to \(upperBound)" }

  fileprivate func number(_ text: String?) -> Int? {
    text.flatMap { Int($0) }.flatMap { contains($0) ? $0 : nil }
  }
}

extension RawRepresentable<String> where Self: CaseIterable {
  private static var names: [String] { allCases.map(\.rawValue) }
  fileprivate static var expected: String { "one of " + names.joined(separator: ", ") }

  fileprivate static var alternatives: String {
    names.dropLast().joined(separator: ", ") + " or \(names.last ?? "")"
  }
}

extension URL {
  fileprivate static func service(_ text: String) -> URL? {
    guard let url = URL(string: text), ["http", "https"].contains(url.scheme),
      url.host()?.isEmpty == false
    else { return nil }
    return url
  }

  /// Returns the URL of a folder if it exists.
  fileprivate static func folder(_ path: String) -> URL? {
    var isFolder: ObjCBool = false
    let exists = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
    return exists && isFolder.boolValue
      ? URL(fileURLWithPath: path, isDirectory: true).absoluteURL : nil
  }

  /// Returns the folder of a name beside the program, or in its package: the current folder,
  /// or that in which the program was built, `.build/<platform>/<configuration>`.
  fileprivate static func besideProgram(_ name: String) -> URL? {
    let program = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
      .deletingLastPathComponent()
    let current = URL(fileURLWithPath: FileManager.default.currentDirectoryPath)
    let build = program.deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let package = [current, build].first {
      FileManager.default.fileExists(atPath: $0.appendingPathComponent("Package.swift").path)
    }
    return [program, package].compactMap { $0 }.map { $0.appendingPathComponent(name) }
      .first { FileManager.default.fileExists(atPath: $0.path) }
  }
}
