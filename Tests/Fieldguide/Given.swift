import Foundation
import Testing

@testable import Fieldguide
@testable import WebSite

/// Settings from the command line, the environment and a file.
struct Given: CustomTestStringConvertible, Sendable {
  var options: [String: [String]] = [:]
  var environment: [String: String] = [:]
  /// The content of the configuration file, which is named `c.json` in results.
  var file: String?

  var testDescription: String {
    let options = options.sorted { $0.key < $1.key }.flatMap { name, values in
      values.map { "--\(name) \($0)" }
    }
    let environment = environment.sorted { $0.key < $1.key }.map { "\($0)=\($1)" }
    return (environment + options + [file].compactMap { $0 }).joined(separator: " ")
  }

  /// A setting in each of the three sources.
  static func everywhere(_ name: String, _ text: String) -> [(place: String, given: Given)] {
    let variable = "FIELDGUIDE_" + name.uppercased().replacing("-", with: "_")
    return [
      ("--\(name)", Given(options: [name: [text]])),
      (variable, Given(environment: [variable: text])),
      ("“\(name)” in c.json", Given(file: #"{"\#(name)": "\#(text)"}"#)),
    ]
  }

  /// Returns the settings, and the entries that `fieldguide config` prints.
  func read() throws -> (settings: ReadSettings, entries: [SettingsReader.Entry]) {
    try withFile { options in
      let reader = try SettingsReader.given(options, environment)
      let (site, own) = try reader.read(FieldguideOptions.self)
      return (ReadSettings(site: site, own: own), reader.entries)
    }
  }

  /// Returns the error that prevents the start, as a sentence; `nil` if there
  /// is none.
  func problem() -> String? {
    let sentences = problems()
    return sentences.isEmpty ? nil : sentences.joined(separator: " ")
  }

  /// Returns the errors that prevent the start, as sentences.
  func problems() -> [String] {
    do {
      _ = try read()
      return []
    } catch {
      return sentences(for: error)
    }
  }

  /// Calls a closure with the options while the file exists.
  private func withFile<Result>(_ body: ([String: [String]]) throws -> Result) throws -> Result {
    guard let file else { return try body(options) }
    let path = FileManager.default.temporaryDirectory
      .appending(path: "fieldguide-\(UUID().uuidString).json")
    try Data(file.utf8).write(to: path)
    defer { try? FileManager.default.removeItem(at: path) }
    do {
      return try body(options.merging(["config": [path.path]]) { $1 })
    } catch let error as SettingsError {
      throw SettingsError(error.sentences.map { $0.replacing(path.path, with: "c.json") })
    }
  }
}

extension SettingsReader {
  /// Returns a reader of options and environment variables.
  static func given(
    _ options: [String: [String]], _ environment: [String: String]
  ) throws -> SettingsReader {
    try SettingsReader(
      program: FieldguideOptions.program, names: FieldguideOptions.allSettings.map(\.name),
      options: options, environment: environment)
  }
}

/// The settings of every site and of Fieldguide.
@dynamicMemberLookup
struct ReadSettings {
  let site: Settings
  let own: FieldguideOptions

  subscript<Value>(dynamicMember path: KeyPath<Settings, Value>) -> Value {
    site[keyPath: path]
  }
}
