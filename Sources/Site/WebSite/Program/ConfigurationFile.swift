import Foundation
import Look

/// The configuration file: one JSON object whose keys are the names of the
/// options.
///
/// It is decoded with Foundation. swift-configuration reads the same format,
/// but ignores unknown keys; here a misspelt key or an invalid value is an
/// error that names its place.
struct ConfigurationFile {
  let path: String
  /// The values by name, in the same form as on the command line. An empty list
  /// counts as not set.
  let values: [String: [String]]
  /// Sentences about names and values that are invalid, and names that are repeated.
  let problems: [String]

  /// - Parameters:
  ///   - path: the path of the file.
  ///   - names: the names of all settings.
  /// - Throws: `SettingsError` if the file is no JSON object.
  init(path: String, program: String, names: [String]) throws {
    self.path = path
    guard let data = FileManager.default.contents(atPath: path) else {
      throw SettingsError(
        "the configuration file \(path) cannot be read; check its path and its permissions.")
    }
    let decoded: [String: Value]
    do {
      decoded = try JSONDecoder().decode([String: Value].self, from: data)
    } catch {
      throw SettingsError(
        "the configuration file \(path) is not a JSON object: \(Self.reason(data)).")
    }
    let repeated = Self.repeatedKeys(in: data)
    problems = decoded.sorted { $0.key < $1.key }.compactMap { name, value in
      if !names.contains(name) {
        return "“\(name)” in \(path) is not a setting; "
          + Self.hint(for: name, among: names, of: program)
      }
      if repeated.contains(name) {
        return "“\(name)” is given more than once in \(path); remove all but one."
      }
      return value.texts == nil
        ? "“\(name)” in \(path) must be a string, an integer, true, false, or a list of strings."
        : nil
    }
    values = decoded.compactMapValues(\.texts).filter { !$0.value.isEmpty }
  }

  /// Returns the second half of the sentence that a name is not a setting.
  static func hint(for name: String, among names: [String], of program: String) -> String {
    let near = nearest(to: name, among: names).map { "“\($0)”" }
    return near.isEmpty
      ? "“\(program) config” lists all settings."
      : "perhaps you mean \(near.joined(separator: " or "))."
  }

  /// Returns the keys that valid JSON repeats: parsers take the last one silently.
  private static func repeatedKeys(in data: Data) -> Set<String> {
    let text = String(decoding: data, as: UTF8.self)
    // Outside of strings there are no quotation marks; a key is a string before a colon.
    let strings = #/("(?:[^"\\]|\\.)*")(\s*:)?/#.matchingSemantics(.unicodeScalar)
    let keys = text.matches(of: strings).filter { $0.2 != nil }.compactMap {
      try? JSONDecoder().decode(String.self, from: Data($0.1.utf8))
    }
    return Set(Dictionary(grouping: keys) { $0 }.filter { $0.value.count > 1 }.keys)
  }

  /// A value of the JSON object.
  private struct Value: Decodable {
    /// `nil` if it has another type than the settings.
    var texts: [String]?

    init(from decoder: any Decoder) throws {
      let value = try decoder.singleValueContainer()
      if let list = try? value.decode([String].self) {
        texts = list
      } else if let flag = try? value.decode(Bool.self) {
        texts = ["\(flag)"]
      } else if let number = try? value.decode(Int.self) {
        texts = ["\(number)"]
      } else {
        texts = (try? value.decode(String.self)).map { [$0] }
      }
    }
  }

  /// Describes the syntax error of invalid JSON, which `JSONDecoder` does not.
  private static func reason(_ data: Data) -> String {
    do {
      _ = try JSONSerialization.jsonObject(with: data)
      return "it must start with { and end with }"
    } catch {
      let reason = (error as NSError).userInfo[NSDebugDescriptionErrorKey] ?? error
      return "\(reason)".trimmingCharacters(in: ["."])
    }
  }

  /// Returns the names with the smallest edit distance to another one; none if
  /// that is large.
  private static func nearest(to name: String, among names: [String]) -> [String] {
    let typed = String(name.prefix(64))
    let scored = names.map { (name: $0, distance: editDistance(from: typed, to: $0)) }
    guard let least = scored.map(\.distance).min(), least <= max(2, name.count / 3) else {
      return []
    }
    return scored.filter { $0.distance == least }.map(\.name)
  }
}
