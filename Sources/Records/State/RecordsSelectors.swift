package import Durable
import HashTreeCollections
public import ImmutableData
public import ImmutableUI

/// A state with records: that of a guide of records, or of a guide that has more.
public protocol RecordsHolding<Entity>: Sendable {
  associatedtype Entity: Record

  /// The records, with the progress of operations on them.
  var recordsState: RecordsState<Entity> { get }
}

extension RecordsState: RecordsHolding {
  public var recordsState: RecordsState<Entity> { self }
}

/// The selectors of records.
extension ViewSelector where State: RecordsHolding {
  /// A selector of the same store.
  public typealias Selecting<Value: Sendable> = ViewSelector<State, Action, Value>

  /// Selects the progress of loading the records. O(1).
  public static var recordsStatus: Selecting<Status?> { .init { $0.recordsState.status } }

  /// Selects a record; `nil` if the id is `nil` or unknown. O(1).
  public static func record(_ id: String?) -> Selecting<State.Entity?> {
    .init(id: id) { state in id.flatMap { state.recordsState.records[$0] } }
  }

  /// Selects the title of a recently deleted record; `nil` if the id is `nil` or
  /// unknown. O(1), because few deletions are remembered.
  public static func deletedTitle(_ id: String?) -> Selecting<String?> {
    .init(id: id) { state in id.flatMap { state.recordsState.deletedRecord($0)?.title } }
  }

  /// Selects the progress of the last operation on a record. O(1).
  public static func status(of id: String?) -> Selecting<Status?> {
    .init(id: id) { state in id.flatMap { state.recordsState.queue[$0] } }
  }

  /// Selects the performed part of an operation on several records; `nil` if it is not in
  /// progress. O(1).
  package static func part(ofOperation id: String?) -> Selecting<OperationPart?> {
    .init(id: id) { state in id.flatMap { state.recordsState.parts[$0] } }
  }

  /// Selects an operation that can be undone, by its key, or the last one with an id; `nil` if it
  /// is no longer known. O(1), because few operations are remembered.
  package static func operation(_ key: String?) -> Selecting<RecordsOperation<State.Entity>?> {
    .init(id: key) { state in key.flatMap { state.recordsState.operation($0) } }
  }

  /// Selects the operation that deleted a record a short while ago; `nil` if the record exists or
  /// its deletion is not known. O(1), because few operations are remembered.
  package static func deletion(
    of id: String?
  ) -> Selecting<RecordsOperation<State.Entity>?> {
    .init(id: id) { state in id.flatMap { state.recordsState.deletion(of: $0) } }
  }

  /// Selects a value that changes with a part of the history. O(1).
  package static func history(_ query: VersionQuery) -> Selecting<[Int]> {
    .init(id: query) { state in
      let changes = state.recordsState.changes
      return [changes.number(of: query), changes.reading(of: query.record ?? "")]
    }
  }
}

extension ViewSelector {
  /// Selects all records sorted by title; numbers in titles sort by value.
  /// O(n log n) after many changes, O(n) after some, otherwise O(1).
  public static func recordsList<Entity>() -> ViewSelector<State, Action, [ListedRecord<Entity>]>
  where State == RecordsState<Entity>, Action == RecordsAction<Entity> {
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
}
