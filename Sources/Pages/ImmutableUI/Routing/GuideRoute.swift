public import Markup

/// The routes of a guide: its pages, forms and downloads.
///
/// A guide's route is an enum, so that the compiler reports a missing case:
///
/// ```swift
/// enum CounterRoute: GuideRoute {
///   enum Event: String, Sendable { case increment, decrement }
///
///   case page(StartPage)
///   case post(Event, from: StartPage)
///
///   static let path = "counter"
///
///   var destination: Destination<StartPage, Event, Never> {
///     switch self {
///     case .page(let location): .page(location)
///     case .post(let event, let location): .post(event, from: location)
///     }
///   }
/// }
/// ```
///
/// Parsing and printing have default implementations: a page has the address
/// `/path?query`, a form is posted to `/path/event?query`.
public protocol GuideRoute: Route {
  /// The state of a page that is part of its query.
  associatedtype Location: PageLocation
  /// The forms that can be posted; `Never` if there are none.
  associatedtype Event: Hashable & Sendable
  /// The downloads; `Never` if there are none.
  associatedtype Download: Sendable = Never

  /// The first path component of all addresses.
  static var path: String { get }

  static func page(_ location: Location) -> Self
  static func post(_ event: Event, from location: Location) -> Self

  /// The kind of the route with its values.
  var destination: Destination<Location, Event, Download> { get }
}

/// The kind of a guide's route with its values.
///
/// ```swift
/// func name(of destination: Destination<StartPage, String, Never>) -> String {
///   switch destination {
///   case .page: "page"
///   case .post(let event, _): event
///   }
/// }
/// print(name(of: .post("increment", from: StartPage())))  // increment
/// ```
public enum Destination<Location, Event, Download> {
  case page(Location)
  case post(Event, from: Location)
  case download(Download)
}

extension Destination: Sendable where Location: Sendable, Event: Sendable, Download: Sendable {}

/// The state of a page that is part of its query, such as a search text.
///
/// ```swift
/// struct AnimalsLocation: PageLocation {
///   var search = ""
///   var queryItems: [(name: String, value: String)] {
///     search.isEmpty ? [] : [("q", search)]
///   }
///
///   init() {}
///
///   init(parsing query: NamedValues) throws(MalformedRequest) {
///     var reader = ValueReader(query)
///     search = reader.queryText("q") ?? ""
///     try reader.finish()
///   }
/// }
/// ```
public protocol PageLocation: Hashable, Sendable {
  /// Creates the location of the start page.
  init()

  /// Parses a query.
  ///
  /// - Throws: `MalformedRequest` if a query item is invalid.
  init(parsing query: NamedValues) throws(MalformedRequest)

  /// The query items, decoded.
  var queryItems: [(name: String, value: String)] { get }

  /// The current names of query items by their former names in older addresses.
  static var formerNames: [String: String] { get }
}

extension PageLocation {
  public static var formerNames: [String: String] { [:] }
}

/// The location of a guide with a single page.
///
/// ```swift
/// print(StartPage().queryItems.isEmpty)  // true
/// ```
public struct StartPage: PageLocation {
  public init() {}

  public init(parsing query: NamedValues) throws(MalformedRequest) {}

  public var queryItems: [(name: String, value: String)] { [] }
}

extension GuideRoute {
  public var method: RouteMethod {
    switch destination {
    case .page, .download: .get
    case .post: .post
    }
  }
}

extension GuideRoute where Event: RawRepresentable<String>, Download == Never {
  public init?(parsing target: Target) throws(MalformedRequest) {
    guard target.path.first == Self.path else { return nil }
    if target.path.count == 1 {
      self = .page(try Location(parsing: target.query))
    } else if let event = Event(rawValue: target.path.dropFirst().joined(separator: "/")) {
      self = .post(event, from: try Location(parsing: target.query))
    } else {
      return nil
    }
  }

  public var href: Href {
    switch destination {
    case .page(let location): Href(path: [Self.path], query: location.queryItems)
    case .post(let event, let location):
      Href(
        path: [Self.path] + event.rawValue.split(separator: "/").map(String.init),
        query: location.queryItems)
    }
  }
}

extension GuideRoute where Event == Never, Download == Never {
  public init?(parsing target: Target) throws(MalformedRequest) {
    guard target.path == [Self.path] else { return nil }
    self = .page(try Location(parsing: target.query))
  }

  public static func post(_ event: Never, from location: Location) -> Self {}

  public var href: Href {
    switch destination {
    case .page(let location): Href(path: [Self.path], query: location.queryItems)
    }
  }
}

/// A location that knows the first path component of its guide.
public protocol GuideLocation: PageLocation {
  /// The first path component of all addresses of the guide.
  static var path: String { get }

  /// The location without what belongs to one response, such as a dialog or the
  /// notice of the last post.
  var plain: Self { get }
}

extension GuideLocation {
  public var plain: Self { self }

  /// Returns the plain location, changed by a closure.
  public func with(_ change: (inout Self) -> Void) -> Self {
    var location = plain
    change(&location)
    return location
  }

  /// The address of the page.
  @inlinable
  public var href: Href { Href(path: [Self.path], query: queryItems) }
}

/// The routes of a guide without special addresses: pages and posted forms.
///
/// ```swift
/// import Markup
///
/// struct TidesLocation: GuideLocation, QueryLocation {
///   var day: String?
///   static let path = "tides"
///   static let query = Query<Self>([.text("day", \.day)])
/// }
/// enum TidesEvent: String { case refresh }
///
/// let route = StandardRoute<TidesLocation, TidesEvent>.post(.refresh, from: TidesLocation())
/// print(route.href.text)  // /tides/refresh
/// ```
public enum StandardRoute<
  Location: GuideLocation, Event: RawRepresentable<String> & Hashable & Sendable
>: GuideRoute {
  case page(Location)
  case post(Event, from: Location)

  public static var path: String { Location.path }

  public var destination: Destination<Location, Event, Never> {
    switch self {
    case .page(let location): .page(location)
    case .post(let event, let location): .post(event, from: location)
    }
  }
}
