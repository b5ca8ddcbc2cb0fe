public import ImmutableUI

/// The routes of a guide of records.
public enum RecordsRoute<Entity: Record>: GuideRoute {
  /// The page with the list and the selected record.
  case page(RecordsLocation<Entity>)
  /// A form posted from a page.
  case post(RecordsEvent, from: RecordsLocation<Entity>)

  public static var path: String { Entity.names.path }

  public var destination: Destination<RecordsLocation<Entity>, RecordsEvent, Never> {
    switch self {
    case .page(let location): .page(location)
    case .post(let event, let location): .post(event, from: location)
    }
  }
}

/// The forms of a guide of records, by the path to which they are posted.
public enum RecordsEvent: String, CaseIterable, Hashable, Sendable {
  case add = "editor/add"
  case update = "editor/update"
  case delete = "record/delete"
  case retry = "list/retry"
}
