import HashTreeCollections
import ImmutableUI
import TextSearch

/// A record of the list with its keys for sorting and searching. Lists of different states share
/// it.
public final class ListedRecord<Entity: Record>: Sendable {
  /// The record with its id.
  public let entry: Entry<Entity>
  /// The title, normalised for sorting.
  let key: SortName
  /// The searched fields, normalised for searching.
  let text: SearchText

  init(id: String, record: Entity) {
    entry = Entry(id: id, record: record)
    key = SortName(record.title)
    text = SearchText(
      Entity.fields.searched.lazy.filter(\.isTextOfRecord).map { $0.text(of: record) }
        .joined(separator: " "))
  }
}

extension ListedRecord: Comparable {
  public static func == (left: ListedRecord, right: ListedRecord) -> Bool {
    left === right || left.entry == right.entry
  }

  /// True if the title of the first record comes before that of the second; numbers in titles
  /// sort by value.
  public static func < (left: ListedRecord, right: ListedRecord) -> Bool {
    left.key == right.key ? left.entry.id < right.entry.id : left.key < right.key
  }
}

extension RecordsState {
  /// What is derived of the records.
  typealias Listed = Derived<
    TreeDictionary<String, Entity>, String, [ListedRecord<Entity>]
  >

  /// Returns all records in the order of their titles. O(n log n) after many changes, O(n) after
  /// some.
  static func list(
    _ records: TreeDictionary<String, Entity>, after changes: Listed.Changes?
  ) -> [ListedRecord<Entity>] {
    guard let (list, earlier) = changes?.earlier, let keys = changes?.keys else {
      return records.map { ListedRecord(id: $0, record: $1) }.sorted()
    }
    let removed = keys.compactMap { id in
      earlier[id].map { list.lowerBound(of: ListedRecord(id: id, record: $0)) }
    }.sorted()
    let added = keys.compactMap { id in
      records[id].map { ListedRecord(id: id, record: $0) }
    }.sorted()
    var result: [ListedRecord<Entity>] = []
    result.reserveCapacity(list.count + added.count - removed.count)
    // Copies what is before a position, and leaves out what is removed.
    var (next, removals) = (0, removed[...])
    func copy(to end: Int) {
      while let first = removals.first, first < end {
        result += list[next..<first]
        next = first + 1
        removals.removeFirst()
      }
      result += list[next..<max(next, end)]
      next = max(next, end)
    }
    for record in added {
      copy(to: list.lowerBound(of: record))
      result.append(record)
    }
    copy(to: list.count)
    return result
  }
}

extension Array where Element: Comparable {
  /// Returns the index of the first element that does not come before another one. O(log n).
  func lowerBound(of element: Element) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle] < element { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
