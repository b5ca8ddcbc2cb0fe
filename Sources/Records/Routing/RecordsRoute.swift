public import ImmutableUI
public import Markup

/// The places of a guide of records.
public enum RecordsRoute<Entity: Record>: Route {
  /// The list beside a record.
  case page(RecordsLocation<Entity>)
  /// A form that was posted from a page.
  case post(RecordsEvent, from: RecordsLocation<Entity>)

  public init?(parsing target: Target) throws(Malformed) {
    guard target.path.first == Entity.names.path else { return nil }
    let event = RecordsEvent(rawValue: target.path.dropFirst().joined(separator: "/"))
    guard target.path.count == 1 || event != nil else { return nil }
    let location = try RecordsLocation<Entity>.query.parse(
      target.query, into: RecordsLocation<Entity>())
    self = event.map { .post($0, from: location) } ?? .page(location)
  }

  public var method: RouteMethod {
    switch self {
    case .page: .get
    case .post: .post
    }
  }

  public var href: Href {
    let root = Entity.names.path
    let query = RecordsLocation<Entity>.query
    return switch self {
    case .page(let location): Href(path: [root], query: query.items(of: location))
    case .post(let event, let location):
      Href(
        path: [root] + event.rawValue.split(separator: "/").map(String.init),
        query: query.items(of: location))
    }
  }
}

/// What people do with records.
public enum RecordsEvent: String, CaseIterable, Hashable, Sendable {
  case add = "editor/add"
  case update = "editor/update"
  case delete = "record/delete"
  case retry = "list/retry"
}
