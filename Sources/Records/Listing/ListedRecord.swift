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
  /// The number of the last change; `nil` if it is not known.
  let change: Int?

  init(id: String, record: Entity, change: Int? = nil) {
    entry = Entry(id: id, record: record)
    self.change = change
    key = SortName(record.title)
    text = SearchText(
      Entity.fields.searched.lazy.filter(\.isTextOfRecord).map { $0.text(of: record) }
        .joined(separator: " "))
  }
}

extension ListedRecord: Comparable {
  public static func == (left: ListedRecord, right: ListedRecord) -> Bool {
    left === right || left.change == right.change && left.entry == right.entry
  }

  /// True if the title of the first record comes before that of the second; numbers in titles
  /// sort by value.
  public static func < (left: ListedRecord, right: ListedRecord) -> Bool {
    left.key == right.key ? left.entry.id < right.entry.id : left.key < right.key
  }
}

extension RecordsState {
  /// The list derived from the records, in the order of their titles.
  typealias Listed = Derived<DatedRecords<Entity>, String, [ListedRecord<Entity>]>
}

/// Records with the numbers of their last changes.
struct DatedRecords<Entity: Record>: Sendable {
  let records: TreeDictionary<String, Entity>
  let changes: LastChanges

  private func listed(_ id: String) -> ListedRecord<Entity>? {
    records[id].map { ListedRecord(id: id, record: $0, change: changes[id]) }
  }

  /// Returns all records in the order of their titles. O(n log n) after many changes, O(n) after
  /// some.
  func list(after changes: RecordsState<Entity>.Listed.Changes?) -> [ListedRecord<Entity>] {
    guard let (list, earlier) = changes?.earlier, let keys = changes?.keys else {
      return records.map { ListedRecord(id: $0, record: $1, change: self.changes[$0]) }.sorted()
    }
    return list.merged(
      without: keys.compactMap(earlier.listed), with: keys.compactMap(listed).sorted(), by: <)
  }
}

extension Array {
  /// Returns the index of the first element that does not come before another one. O(log n).
  func lowerBound(of element: Element, by isBefore: (Element, Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if isBefore(self[middle], element) { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Returns a sorted array without elements that it has, and with others, which are sorted.
  /// O(n + number of both · log n).
  func merged(
    without removed: [Element], with added: [Element], by isBefore: (Element, Element) -> Bool
  ) -> [Element] {
    var removals = removed.map { lowerBound(of: $0, by: isBefore) }.sorted()[...]
    var result: [Element] = []
    result.reserveCapacity(count + added.count)
    var next = 0
    // Copies what is before a position, and leaves out what is removed.
    func copy(to end: Int) {
      while let first = removals.first, first < end {
        result += self[next..<first]
        next = first + 1
        removals.removeFirst()
      }
      if next < end {
        result += self[next..<end]
        next = end
      }
    }
    for element in added {
      copy(to: lowerBound(of: element, by: isBefore))
      result.append(element)
    }
    copy(to: count)
    return result
  }

  /// Returns the elements of a list of records that another one does not have, and those that it
  /// has in addition; both are in the order of titles. O(n).
  func differences<Entity>(
    to other: [Element]
  ) -> (removed: [Element], added: [Element]) where Element == ListedRecord<Entity> {
    var (removed, added): ([Element], [Element]) = ([], [])
    var (old, new) = (startIndex, other.startIndex)
    while old < endIndex || new < other.endIndex {
      if old < endIndex, new < other.endIndex, self[old] === other[new] {
        old += 1
        new += 1
      } else if new == other.endIndex || old < endIndex && !(other[new] < self[old]) {
        removed.append(self[old])
        old += 1
      } else {
        added.append(other[new])
        new += 1
      }
    }
    return (removed, added)
  }
}
