import ImmutableUI
import Synchronization
import TextSearch

/// The lists of a guide: their orders, filters and counts.
///
/// They depend on the time, on the address and on the records of other guides, so that
/// they cannot be outputs of selectors, which depend on the state alone. The last
/// results are kept for as long as they are up to date.
final class ListCache<Entity: Record>: Sendable {
  /// Listed records: all of them are in the order of their titles.
  typealias Records = [ListedRecord<Entity>]

  private struct Results {
    let records: Records
    let now: Now?
    let versions: [Int]
    /// The filtered lists, by their locations.
    var filtered: [RecordsLocation<Entity>: Records] = [:]
    var counts: [Int]?
    var texts: JoinedTexts?
  }

  /// All records in an order, which the next one follows from.
  private struct Ordered {
    let records: Records
    let now: Now?
    let versions: [Int]
    let list: Records
  }

  /// The number of filtered lists that are kept.
  private static var capacity: Int { 16 }

  private let results = Mutex<Results?>(nil)
  private let orders = Mutex<[String: Ordered]>([:])

  /// Returns the records that pass the filters of a location, in its order. O(n) after a change,
  /// O(n log n) after many, otherwise O(1).
  func list(
    _ records: Records, at location: RecordsLocation<Entity>, in context: RecordsContext
  ) -> Records {
    let order = Entity.order(named: location.order)
    let ordered = order.map { self.ordered(records, by: $0, in: context) } ?? records
    guard location.isFiltered else { return ordered }
    return kept(\.filtered[location.listLocation], records, context) {
      let isIncluded = condition(records, location, context)
      let included = records.indices.filter(isIncluded).map { records[$0] }
      if order == nil { return included }
      let ids = Set(included.map(ObjectIdentifier.init))
      return ordered.filter { ids.contains(ObjectIdentifier($0)) }
    }
  }

  /// Returns all records in an order.
  private func ordered(
    _ records: Records, by order: ListOrder<Entity>, in context: RecordsContext
  ) -> Records {
    let now = Entity.usesClock ? context.now : nil
    var earlier = orders.withLock { $0[order.name] }
    if let kept = earlier, kept.now != now || kept.versions != context.versions { earlier = nil }
    // Equal arrays are usually the same one, which takes no time to see.
    if let earlier, earlier.records == records { return earlier.list }
    let list = Visitor.withoutCurrent {
      order.list(records, after: earlier.map { ($0.records, $0.list) }, in: context)
    }
    let ordered = Ordered(records: records, now: now, versions: context.versions, list: list)
    orders.withLock { $0[order.name] = ordered }
    return list
  }

  /// Returns the position of a record in the list of a location, from 0; `nil` if the list
  /// does not contain it. O(n).
  func rank(
    of entry: Entry<Entity>, among records: Records, at location: RecordsLocation<Entity>,
    in context: RecordsContext
  ) -> Int? {
    let index = records.lowerBound(of: ListedRecord(id: entry.id, record: entry.record), by: <)
    guard index < records.count, records[index].entry.id == entry.id else { return nil }
    return list(records, at: location, in: context).firstIndex { $0 === records[index] }
  }

  /// Returns the numbers of records that pass the named filters of the type. O(n) after
  /// a change, otherwise O(1).
  func counts(_ records: Records, in context: RecordsContext) -> [Int] {
    if Entity.filters.isEmpty { return [] }
    return kept(\.counts, records, context) {
      Entity.filters.map { filter in
        records.count { filter.includes($0.entry.record, context.now) }
      }
    }
  }

  /// Returns a function that tells whether the record at a position passes the filters.
  private func condition(
    _ records: Records, _ location: RecordsLocation<Entity>, _ context: RecordsContext
  ) -> (Int) -> Bool {
    let choices = location.choices.compactMap { name, value in
      Entity.fields[name]?.condition(value, in: context)
    }
    let named = Entity.filters.first { $0.name == location.filter }
    let hits = location.search.map { texts(records, in: context).hits(of: SearchText($0)) }
    return { position in
      if let hits, !hits[position] { return false }
      if choices.isEmpty, named == nil { return true }
      let record = records[position].entry.record
      return choices.allSatisfy { $0(record) } && named?.includes(record, context.now) != false
    }
  }

  /// Returns the texts to search in: those of the records, and those that are not part of
  /// them, such as names of other records.
  private func texts(_ records: Records, in context: RecordsContext) -> JoinedTexts {
    kept(\.texts, records, context) {
      let fields = Entity.fields.searched.filter { !$0.isTextOfRecord }
      var joined = JoinedTexts()
      for listed in records {
        var texts = [listed.text]
        if !fields.isEmpty {
          let derived = fields.map { $0.shown(listed.entry.record, in: context) }
          texts.append(SearchText(derived.joined(separator: " ")))
        }
        joined.append(texts)
      }
      return joined
    }
  }

  /// Returns a result that was kept, or computes it and keeps it. Others do not wait for
  /// it.
  private func kept<Value: Sendable>(
    _ keyPath: WritableKeyPath<Results, Value?>, _ records: Records, _ context: RecordsContext,
    compute: () -> Value
  ) -> Value {
    let now = Entity.usesClock ? context.now : nil
    let versions = context.versions
    func isCurrent(_ results: Results) -> Bool {
      // Equal arrays are usually the same one, which takes no time to see.
      results.now == now && results.versions == versions && results.records == records
    }
    let known = results.withLock { results in
      results.flatMap { isCurrent($0) ? $0[keyPath: keyPath] : nil }
    }
    if let known { return known }
    // Visitors share the results.
    let value = Visitor.withoutCurrent(compute)
    results.withLock { results in
      var current = Results(records: records, now: now, versions: versions)
      if let kept = results, isCurrent(kept) { current = kept }
      if current.filtered.count >= Self.capacity { current.filtered = [:] }
      current[keyPath: keyPath] = value
      results = current
    }
    return value
  }
}
