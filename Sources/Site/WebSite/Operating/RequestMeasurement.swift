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
  /// The use of the page cache; `nil` if the response is not a page of a guide.
  var lookup: PageCache.LookupResult?
  /// The name of the visitor, if one has signed in.
  var visitor: String?
  /// The time from the complete request to the response, in nanoseconds.
  var nanoseconds = 0

  /// The value of `Server-Timing`, which browsers show in their developer
  /// tools.
  /// https://www.w3.org/TR/server-timing
  var serverTiming: String {
    let milliseconds = Double(nanoseconds / 1_000) / 1_000
    let page = lookup.map {
      [
        "cache;desc=\($0.origin.rawValue)", "fragments;desc=\($0.fragments)",
        "selectors;desc=\($0.selectors)",
      ]
    }
    return ((page ?? []) + ["total;dur=\(milliseconds)"]).joined(separator: ", ")
  }
}
