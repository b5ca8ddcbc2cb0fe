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

  /// - Parameters:
  ///   - path: the path of the file.
  ///   - names: the names of all settings.
  /// - Throws: `SettingsError` that describes the first problem.
  init(path: String, program: String, names: [String]) throws {
    self.path = path
    guard let data = FileManager.default.contents(atPath: path) else {
      throw SettingsError(
        "the configuration file \(path) cannot be read; check its path and its permissions.")
    }
    let decoded: [String: Value]
    do {
      decoded = try JSONDecoder().decode([String: Value].self, from: data)
    } catch DecodingError.typeMismatch(_, let context) where !context.codingPath.isEmpty,
      DecodingError.valueNotFound(_, let context) where !context.codingPath.isEmpty
    {
      let name = context.codingPath[0].stringValue
      throw SettingsError(
        "“\(name)” in \(path) must be a string, an integer, true, false, or a list of strings.")
    } catch {
      throw SettingsError(
        "the configuration file \(path) is not a JSON object: \(Self.reason(data)).")
    }
    for name in decoded.keys.sorted() where !names.contains(name) {
      let near = Self.nearest(to: name, among: names)
      let hint =
        near.isEmpty
        ? "“\(program) config” lists all settings"
        : "perhaps you mean \(near.map { "“\($0)”" }.joined(separator: " or "))"
      throw SettingsError("“\(name)” in \(path) is not a setting; \(hint).")
    }
    values = decoded.mapValues(\.texts).filter { !$0.value.isEmpty }
  }

  /// A value of the JSON object.
  private struct Value: Decodable {
    var texts: [String]

    init(from decoder: any Decoder) throws {
      if var list = try? decoder.unkeyedContainer() {
        texts = []
        while !list.isAtEnd { texts.append(try list.decode(String.self)) }
        return
      }
      let value = try decoder.singleValueContainer()
      if let flag = try? value.decode(Bool.self) {
        texts = ["\(flag)"]
      } else if let number = try? value.decode(Int.self) {
        texts = ["\(number)"]
      } else {
        texts = [try value.decode(String.self)]
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
