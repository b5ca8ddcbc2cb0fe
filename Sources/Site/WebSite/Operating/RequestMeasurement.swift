/// The measurements of one request.
package struct RequestMeasurement: Hashable, Sendable {
  /// The origin of a page.
  package enum Origin: String, Sendable {
    /// Cached, and no store had changed.
    case hit
    /// Cached, and revalidated after a change.
    case fresh
    /// Rendered, completely or in part.
    case rendered
  }

  /// The route pattern of the request.
  var route = RoutePattern.other
  /// The origin of the page; `nil` if the response is not a page of a guide.
  var origin: Origin?
  /// The number of rendered fragments.
  var fragments = 0
  /// The number of evaluated selectors.
  var selectors = 0
  /// The name of the visitor, if one has signed in.
  var visitor: String?
  /// The time from the complete request to the response, in nanoseconds.
  var nanoseconds = 0

  /// The value of `Server-Timing`, which browsers show in their developer
  /// tools.
  /// https://www.w3.org/TR/server-timing
  var serverTiming: String {
    let milliseconds = Double(nanoseconds / 1_000) / 1_000
    let page = origin.map {
      ["cache;desc=\($0.rawValue)", "fragments;desc=\(fragments)", "selectors;desc=\(selectors)"]
    }
    return ((page ?? []) + ["total;dur=\(milliseconds)"]).joined(separator: ", ")
  }
}
