import Foundation

/// The coding keys of a record, found by encoding it.
enum CodingKeys {
  /// Returns all keys of a record.
  static func all(of record: some Encodable) -> Set<String> { Set(values(of: record).keys) }

  /// Returns the key whose value a change alters; `nil` unless it alters exactly
  /// one.
  static func changed<Entity: Record>(by change: (inout Entity) -> Void) -> String? {
    var record = Entity()
    let before = values(of: record)
    change(&record)
    let after = values(of: record)
    let keys = Set(before.keys).union(after.keys).filter { before[$0] != after[$0] }
    return keys.count == 1 ? keys.first : nil
  }

  private static func values(of record: some Encodable) -> [String: Data] {
    guard let data = try? JSONEncoder().encode(record),
      let object = try? JSONSerialization.jsonObject(with: data) as? [String: Any]
    else { return [:] }
    return object.compactMapValues {
      try? JSONSerialization.data(withJSONObject: $0, options: [.sortedKeys, .fragmentsAllowed])
    }
  }
}
