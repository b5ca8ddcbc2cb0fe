public import ImmutableUI

/// The places of a guide of records.
public enum RecordsRoute<Entity: Record>: GuideRoute {
  /// The list beside a record.
  case page(RecordsLocation<Entity>)
  /// A form that was posted from a page.
  case post(RecordsEvent, from: RecordsLocation<Entity>)

  public static var path: String { Entity.names.path }

  public var destination: Destination<RecordsLocation<Entity>, RecordsEvent, Never> {
    switch self {
    case .page(let location): .page(location)
    case .post(let event, let location): .post(event, from: location)
    }
  }
}

/// The actions of visitors with records.
public enum RecordsEvent: String, CaseIterable, Hashable, Sendable {
  case add = "editor/add"
  case update = "editor/update"
  case delete = "record/delete"
  case retry = "list/retry"
}
