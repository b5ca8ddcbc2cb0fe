import HashTreeCollections
public import ImmutableUI
import TextSearch

/// A record of the list, with what it is sorted and searched by.
public struct ListedRecord<Entity: Record>: Hashable, Sendable {
  /// The record with its id.
  public let entry: Entry<Entity>
  /// The title for sorting.
  let key: SortName
  /// All texts for searching.
  let text: SearchText

  init(id: String, record: Entity) {
    entry = Entry(id: id, record: record)
    key = SortName(record.title)
    text = SearchText(Entity.fields.texts.map { $0.text(of: record) }.joined(separator: " "))
  }
}

/// The selectors of records.
public enum RecordsSelectors<Entity: Record> {
  /// A selector of records.
  public typealias Selector<Output: Sendable> =
    ViewSelector<RecordsState<Entity>, RecordsAction<Entity>, Output>

  /// All records in the order of their titles; numbers in them by value.
  /// O(n log n) after a change, else O(1).
  public static var list: Selector<[ListedRecord<Entity>]> {
    Selector(
      label: "SelectRecords",
      filter: { _, action in
        switch action {
        case .data(.didLoad(.success)), .data(.didSave(_, .success)),
          .data(.didDelete(_, .success)):
          true
        default: false
        }
      },
      dependencySelector: DependencySelector(select: { $0.records }),
      outputSelector: OutputSelector(select: { state in
        state.records.map { ListedRecord(id: $0.key, record: $0.value) }.sorted { left, right in
          left.key == right.key ? left.entry.id < right.entry.id : left.key < right.key
        }
      }))
  }

  /// The progress of loading the records. O(1).
  public static var status: Selector<RecordStatus?> {
    Selector(
      label: "SelectRecordsStatus", outputSelector: OutputSelector(select: { $0.status }))
  }

  /// A record; `nil` for no id and an unknown one. O(1).
  public static func record(_ id: String?) -> Selector<Entity?> {
    Selector(
      id: id, label: "SelectRecord(id: \(id ?? "nil"))",
      outputSelector: OutputSelector(select: { state in id.flatMap { state.records[$0] } }))
  }

  /// The progress of the last operation on a record. O(1).
  public static func status(of id: String?) -> Selector<RecordStatus?> {
    Selector(
      id: id, label: "SelectRecordStatus(id: \(id ?? "nil"))",
      outputSelector: OutputSelector(select: { state in id.flatMap { state.queue[$0] } }))
  }
}
