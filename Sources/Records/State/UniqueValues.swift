import HashTreeCollections

/// The ids of records by the values that have to be unique, for each rule.
///
/// Several records have the same values if they were saved before the rule was declared. Derived
/// from the records, so that two of them are always equal.
struct UniqueValues<Entity: Record>: Hashable, Sendable {
  private struct Rule: Sendable {
    let fields: [RecordField<Entity>]
    var ids: TreeDictionary<[FieldValue], [String]> = [:]
  }

  private var rules: [Rule]

  init(of records: TreeDictionary<String, Entity>) {
    rules = Entity.uniqueFields.map { Rule(fields: $0) }
    guard !rules.isEmpty else { return }
    for (id, record) in records { replace(nil, by: record, id: id) }
  }

  mutating func replace(_ old: Entity?, by new: Entity?, id: String) {
    for index in rules.indices {
      let fields = rules[index].fields
      let (before, after) = (
        old.flatMap { $0.uniqueValues(of: fields) }, new.flatMap { $0.uniqueValues(of: fields) }
      )
      if before == after { continue }
      if let before {
        var ids = rules[index].ids[before] ?? []
        ids.removeAll { $0 == id }
        rules[index].ids[before] = ids.isEmpty ? nil : ids
      }
      if let after { rules[index].ids[after, default: []].append(id) }
    }
  }

  /// Returns the ids of the records with the values of one.
  func ids(of record: Entity, in fields: [RecordField<Entity>]) -> [String] {
    guard let values = record.uniqueValues(of: fields),
      let rule = rules.first(where: { $0.fields.map(\.name) == fields.map(\.name) })
    else { return [] }
    return rule.ids[values] ?? []
  }

  static func == (left: Self, right: Self) -> Bool { true }
  func hash(into hasher: inout Hasher) {}
}

extension Record {
  /// The values that have to be unique together; `nil` if one is missing or empty.
  func uniqueValues(of fields: [RecordField<Self>]) -> [FieldValue]? {
    let values = fields.compactMap { $0.value(of: self) }
    return values.count == fields.count && !values.contains(.text("")) ? values : nil
  }
}
