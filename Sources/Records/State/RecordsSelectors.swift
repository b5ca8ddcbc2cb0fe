import HashTreeCollections
public import ImmutableData
public import ImmutableUI

/// The selectors of records.
public enum RecordsSelectors<Entity: Record> {
  /// A selector of records.
  public typealias RecordsSelector<Output: Sendable> =
    ViewSelector<RecordsState<Entity>, RecordsAction<Entity>, Output>

  /// Selects all records sorted by title; numbers in titles sort by value.
  /// O(n log n) after many changes, O(n) after some, otherwise O(1).
  public static var list: RecordsSelector<[ListedRecord<Entity>]> {
    .init(
      filter: { _, action in
        switch action {
        case .data(.didLoad), .data(.didChange): true
        default: false
        }
      },
      dependency: { $0.records },
      select: { $0.list })
  }

  /// Selects the progress of loading the records. O(1).
  public static var status: RecordsSelector<Status?> { .init { $0.status } }

  /// Selects a record; `nil` if the id is `nil` or unknown. O(1).
  public static func record(_ id: String?) -> RecordsSelector<Entity?> {
    .init(id: id) { state in id.flatMap { state.records[$0] } }
  }

  /// Selects the title of a recently deleted record; `nil` if the id is `nil` or
  /// unknown. O(1), because few deletions are remembered.
  public static func deletedTitle(_ id: String?) -> RecordsSelector<String?> {
    .init(id: id) { state in
      id.flatMap { state.deletedRecord($0)?.title }
    }
  }

  /// Selects the progress of the last operation on a record. O(1).
  public static func status(of id: String?) -> RecordsSelector<Status?> {
    .init(id: id) { state in id.flatMap { state.queue[$0] } }
  }

  /// Selects the performed part of an operation on several records; `nil` if it is not in
  /// progress. O(1).
  static func part(ofOperation id: String?) -> RecordsSelector<OperationPart?> {
    .init(id: id) { state in id.flatMap { state.parts[$0] } }
  }

  /// Selects a deletion that can be undone, by the id of the record or of the operation;
  /// `nil` if it is no longer known. O(1), because few deletions are remembered.
  static func deletion(_ id: String?) -> RecordsSelector<RecordsDeletion<Entity>?> {
    .init(id: id) { state in id.flatMap { id in state.deletions.first { $0.id == id } } }
  }

  /// Selects a value that changes with the history of a record. O(1).
  static func history(of id: String) -> RecordsSelector<[Int]> {
    .init(id: id) { state in [state.changes[id], state.changes.reading(of: id)] }
  }
}
