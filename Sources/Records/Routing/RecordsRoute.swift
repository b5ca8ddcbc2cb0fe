public import ImmutableUI
public import Markup

/// The routes of a guide of records.
public enum RecordsRoute<Entity: Record>: GuideRoute {
  case page(RecordsLocation<Entity>)
  case post(RecordsEvent, from: RecordsLocation<Entity>)
  /// A file with the records of a list.
  case export(RecordsExport<Entity>)
}

/// The forms of a guide of records, by the path to which they are posted.
public enum RecordsEvent: String, CaseIterable, Hashable, Sendable {
  case add = "editor/add"
  case update = "editor/update"
  case delete = "record/delete"
  /// Restores a version, or undoes a deletion.
  case restore = "record/restore"
  /// Asks which of several records to delete, and deletes them.
  case deleteSeveral = "several/delete"
  /// Asks for a value, and gives it to several records.
  case changeSeveral = "several/change"
  /// Checks a file, and imports it.
  case importFile = "import"
  case retry = "list/retry"
}

/// A file with the records of a list.
public struct RecordsExport<Entity: Record>: Hashable, Sendable {
  /// The format of the file.
  public let format: RecordsFormat
  /// The filter and the order.
  public let location: RecordsLocation<Entity>

  /// Creates a file with the records of a list.
  public init(_ format: RecordsFormat, of location: RecordsLocation<Entity>) {
    self.format = format
    self.location = location.with {
      $0.record = nil
      $0.selection = nil
      $0.page = 1
    }
  }
}

extension RecordsRoute {
  public static var path: String { Entity.names.path }

  public var destination: Destination<RecordsLocation<Entity>, RecordsEvent, RecordsExport<Entity>>
  {
    switch self {
    case .page(let location): .page(location)
    case .post(let event, let location): .post(event, from: location)
    case .export(let export): .download(export)
    }
  }

  public init?(parsing target: Target) throws(MalformedRequest) {
    guard target.path.first == Self.path else { return nil }
    let rest = target.path.dropFirst().joined(separator: "/")
    if target.path.count == 1 {
      self = .page(try Location(parsing: target.query))
    } else if let event = RecordsEvent(rawValue: rest) {
      self = .post(event, from: try Location(parsing: target.query))
    } else if let format = RecordsFormat(pathComponent: rest) {
      let location = try Location(parsing: target.query)
      guard location.rejectedSearch == nil else {
        throw MalformedRequest(QueryText.tooLongMessage(for: "search"))
      }
      self = .export(RecordsExport(format, of: location))
    } else {
      return nil
    }
  }

  public var href: Href {
    let (path, location) =
      switch self {
      case .page(let location): ([String](), location)
      case .post(let event, let location):
        (event.rawValue.split(separator: "/").map(String.init), location)
      case .export(let export): ([export.format.pathComponent], export.location)
      }
    return Href(path: [Self.path] + path, query: location.queryItems)
  }
}
