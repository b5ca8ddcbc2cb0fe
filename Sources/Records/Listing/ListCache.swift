import Synchronization
import TextSearch

/// What the lists of a guide need beside the state: orders, numbers of records and
/// texts that depend on the time or on the records of other guides.
///
/// They cannot be outputs of selectors, which depend on the state alone. The last
/// results are kept for as long as they are up to date.
final class ListCache<Entity: Record>: Sendable {
  private struct Results {
    /// All records in the order of their titles.
    let records: [ListedRecord<Entity>]
    let now: Now?
    let versions: [Int]
    var sorted: [String: [ListedRecord<Entity>]] = [:]
    var counts: [Int]?
    var texts: [String: SearchText]?
  }

  private let results = Mutex<Results?>(nil)

  /// The searched fields whose texts are not in the state.
  private static var derived: [RecordField<Entity>] {
    Entity.fields.searched.filter { !$0.isTextOfRecord }
  }

  /// Returns the records in an order. O(n log n) after a change, otherwise O(1).
  func sorted(
    _ records: [ListedRecord<Entity>], by order: ListOrder<Entity>?, in context: RecordsContext
  ) -> [ListedRecord<Entity>] {
    guard let order else { return records }
    return current(records, context) { results in
      if let sorted = results.sorted[order.name] { return sorted }
      let sorted = order.sorted(records, in: context)
      results.sorted[order.name] = sorted
      return sorted
    }
  }

  /// Returns the numbers of records that pass the filters of the type. O(n) after a
  /// change, otherwise O(1).
  func counts(_ records: [ListedRecord<Entity>], in context: RecordsContext) -> [Int] {
    if Entity.filters.isEmpty { return [] }
    return current(records, context) { results in
      if let counts = results.counts { return counts }
      let counts = Entity.filters.map { filter in
        records.count { filter.includes($0.entry.record, context.now) }
      }
      results.counts = counts
      return counts
    }
  }

  /// Returns the texts to search in beside those of the records, by id. O(n) after a
  /// change, otherwise O(1).
  func texts(
    _ records: [ListedRecord<Entity>], in context: RecordsContext
  ) -> [String: SearchText] {
    let fields = Self.derived
    if fields.isEmpty { return [:] }
    return current(records, context) { results in
      if let texts = results.texts { return texts }
      let texts = Dictionary(
        records.map { listed in
          let texts = fields.map { $0.shown(listed.entry.record, in: context) }
          return (listed.entry.id, SearchText(texts.joined(separator: " ")))
        }, uniquingKeysWith: { first, _ in first })
      results.texts = texts
      return texts
    }
  }

  /// Calls a closure with the results, which are new if they were not up to date.
  private func current<Value: Sendable>(
    _ records: [ListedRecord<Entity>], _ context: RecordsContext,
    _ body: (inout Results) -> Value
  ) -> Value {
    let now = Entity.usesClock ? context.now : nil
    let versions = context.versions
    return results.withLock { results in
      // Equal arrays are usually the same one, which takes no time to see.
      var current =
        if let results, results.now == now, results.versions == versions,
          results.records == records
        {
          results
        } else {
          Results(records: records, now: now, versions: versions)
        }
      defer { results = current }
      return body(&current)
    }
  }
}
