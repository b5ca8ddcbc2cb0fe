public import ImmutableUI
public import Markup

/// The routes of a guide whose lists can be exported: pages, posted forms and files.
///
/// ```swift
/// import ImmutableUI
/// import Records
///
/// func file<Location, Event>(of location: Location) -> ListRoute<Location, Event> {
///   .export(ListExport(.csv, of: location))
/// }
/// ```
public enum ListRoute<
  Location: ListLocation, Event: RawRepresentable<String> & Hashable & Sendable
>: GuideRoute {
  /// A page.
  case page(Location)
  /// A form that a page posts.
  case post(Event, from: Location)
  /// A file with all elements of a list.
  case export(ListExport<Location>)
}

/// The location of a page with a list.
///
/// ```swift
/// import ImmutableUI
/// import Records
///
/// struct TidesLocation: ListLocation, QueryLocation {
///   var search: String?
///   var rejectedSearch: String?
///   var page = 1
///   var listLocation: TidesLocation { with { $0.page = 1 } }
///   static let path = "tides"
///   static let query = Query<Self>([.text("search", \.search, tooLong: \.rejectedSearch)])
/// }
/// ```
public protocol ListLocation: GuideLocation {
  /// The search text if it is too long to search for.
  var rejectedSearch: String? { get }

  /// The list from its first page: the filter and the order, without a selection.
  var listLocation: Self { get }
}

extension ListLocation {
  /// Returns the address of the page without its dialog, with the focus on a link that opens
  /// one. The ids of these links begin with `open-`.
  package func closed(at opener: String) -> Href {
    Href(path: [Self.path], query: plain.queryItems, fragment: "open-\(opener)")
  }
}

/// A file with all elements of a list, whatever the page on which they are.
///
/// ```swift
/// import ImmutableUI
/// import Records
///
/// func name<Location>(of export: ListExport<Location>) -> String {
///   "\(Location.path).\(export.format.rawValue)"
/// }
/// ```
public struct ListExport<Location: ListLocation>: Hashable, Sendable {
  /// The format of the file.
  public let format: RecordsFormat
  /// The list.
  public let location: Location

  /// Creates a file with the list at a location.
  public init(_ format: RecordsFormat, of location: Location) {
    self.format = format
    self.location = location.listLocation
  }
}

extension ListRoute {
  public static var path: String { Location.path }

  public var destination: Destination<Location, Event, ListExport<Location>> {
    switch self {
    case .page(let location): .page(location)
    case .post(let event, let location): .post(event, from: location)
    case .export(let export): .download(export)
    }
  }

  /// - Throws: `MalformedRequest` if the query is invalid, or asks for a file of a search that
  ///   is too long.
  public init?(parsing target: Target) throws(MalformedRequest) {
    guard target.path.first == Self.path else { return nil }
    let rest = target.path.dropFirst().joined(separator: "/")
    if target.path.count == 1 {
      self = .page(try Location(parsing: target.query))
    } else if let event = Event(rawValue: rest) {
      self = .post(event, from: try Location(parsing: target.query))
    } else if let format = RecordsFormat.allCases.first(where: { $0.pathComponent == rest }) {
      let location = try Location(parsing: target.query)
      guard location.rejectedSearch == nil else {
        throw MalformedRequest(QueryText.tooLongMessage(for: "search"))
      }
      self = .export(ListExport(format, of: location))
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
