public import Markup

/// A destination in the application that is parsed from an address and printed
/// as one.
///
/// Routes are the only types that know the format of addresses. Parsing a
/// printed route results in an equal route.
///
/// ```swift
/// import Markup
///
/// struct AnimalRoute: Route {
///   var id: String
///   var method: RouteMethod { .get }
///   var href: Href { Href(path: ["animals", id]) }
///
///   init?(parsing target: Target) throws(MalformedRequest) {
///     guard target.path.count == 2, target.path[0] == "animals" else { return nil }
///     id = target.path[1]
///   }
/// }
///
/// let route = try AnimalRoute(parsing: Target(parsing: "/animals/otter"))
/// print(route?.href.text ?? "not found")  // /animals/otter
/// ```
public protocol Route: Hashable, Sendable {
  /// Parses an address; `nil` if it belongs to another type of route.
  ///
  /// - Throws: `MalformedRequest` if the path matches but the query is invalid.
  init?(parsing target: Target) throws(MalformedRequest)

  /// The HTTP method.
  var method: RouteMethod { get }

  /// The address.
  var href: Href { get }
}

/// The HTTP method of a route.
public enum RouteMethod: String, Sendable {
  case get = "GET"
  case post = "POST"
}
