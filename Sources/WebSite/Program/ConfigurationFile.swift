import Foundation

/// The file of the configuration: one JSON object whose names are those of
/// the options.
///
/// Foundation reads it. swift-configuration would read the same file, but
/// takes any name for one that it may be asked for later: here a name that is
/// misspelt is an error, and so is a value that is wrong, with its place.
struct ConfigurationFile {
  let path: String
  /// The values by name, as on the command line. An empty list sets nothing.
  let values: [String: [String]]

  /// - Parameters:
  ///   - path: where it is.
  ///   - names: all that may be set.
  /// - Throws: `SettingsError` that says what is wrong with it.
  init(path: String, program: String, names: [String]) throws {
    self.path = path
    guard let data = FileManager.default.contents(atPath: path) else {
      throw SettingsError("the configuration file \(path) cannot be read.")
    }
    let decoded: [String: Value]
    do {
      decoded = try JSONDecoder().decode([String: Value].self, from: data)
    } catch DecodingError.typeMismatch(_, let context) where !context.codingPath.isEmpty,
      DecodingError.valueNotFound(_, let context) where !context.codingPath.isEmpty
    {
      let name = context.codingPath[0].stringValue
      throw SettingsError(
        "“\(name)” in \(path) has to be a text, a whole number, true, false, or a list of texts.")
    } catch {
      throw SettingsError(
        "the configuration file \(path) is no JSON object: \(Self.reason(data)).")
    }
    for name in decoded.keys.sorted() where !names.contains(name) {
      let near = Self.nearest(to: name, among: names)
      let hint =
        near.isEmpty
        ? "“\(program) config” shows all that can be set"
        : "perhaps \(near.map { "“\($0)”" }.joined(separator: " or ")) is meant"
      throw SettingsError("“\(name)” in \(path) is nothing that can be set; \(hint).")
    }
    values = decoded.mapValues(\.texts).filter { !$0.value.isEmpty }
  }

  /// What may stand beside a name.
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

  /// What is wrong with a text that cannot be decoded. The decoder does not
  /// say that.
  private static func reason(_ data: Data) -> String {
    do {
      _ = try JSONSerialization.jsonObject(with: data)
      return "it has to begin with { and to end with }"
    } catch {
      let reason = (error as NSError).userInfo[NSDebugDescriptionErrorKey] ?? error
      return "\(reason)".trimmingCharacters(in: ["."])
    }
  }

  /// The names that look most like another one, if any do.
  private static func nearest(to name: String, among names: [String]) -> [String] {
    let scored = names.map { (name: $0, distance: distance(name, $0)) }
    guard let least = scored.map(\.distance).min(), least <= max(2, name.count / 3) else {
      return []
    }
    return scored.filter { $0.distance == least }.map(\.name)
  }

  /// How many letters have to be put in, left out or changed to make one of
  /// the other.
  private static func distance(_ left: String, _ right: String) -> Int {
    let right = Array(right)
    var row = Array(0...right.count)
    for (i, letter) in left.prefix(64).enumerated() {
      var corner = row[0]
      row[0] = i + 1
      for (j, other) in right.enumerated() {
        let changed = corner + (letter == other ? 0 : 1)
        corner = row[j + 1]
        row[j + 1] = min(changed, row[j] + 1, corner + 1)
      }
    }
    return row[right.count]
  }
}
