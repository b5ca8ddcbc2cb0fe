public import Markup

/// A place in the application that parses from an address and prints as one.
///
/// Routes are the only values that know how addresses look. What prints
/// parses back to an equal route.
public protocol Route: Hashable, Sendable {
  /// Reads the place from an address; `nil` where there is none of this kind.
  ///
  /// - Throws: `MalformedRequest` where the place is known but what follows
  ///   the question mark makes no sense.
  init?(parsing target: Target) throws(MalformedRequest)

  /// How the place is reached.
  var method: RouteMethod { get }

  /// The address.
  var href: Href { get }
}

/// Whether a place is looked at, or something is changed there.
public enum RouteMethod: String, Sendable {
  case get = "GET"
  case post = "POST"
}
