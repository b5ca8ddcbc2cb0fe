/// What it took to answer one request.
package struct RequestMeasurement: Hashable, Sendable {
  /// How a page came about.
  package enum Origin: String, Sendable {
    /// It was kept, and nothing had happened.
    case hit
    /// It was kept, and what had happened changed nothing in it.
    case fresh
    /// It was rendered, or the parts of it that differ.
    case rendered
  }

  /// Which kind of address was asked for.
  var route = RoutePattern.other
  /// How its page came about; `nil` where there is no page of a guide.
  var origin: Origin?
  /// How many parts of it had to be rendered.
  var fragments = 0
  /// How many selectors had to be evaluated.
  var selectors = 0
  /// In nanoseconds, from the whole request to the answer.
  var nanoseconds = 0

  /// The same for whoever looks at the page with a browser's tools:
  /// https://www.w3.org/TR/server-timing.
  var serverTiming: String {
    let milliseconds = Double(nanoseconds / 1_000) / 1_000
    let page = origin.map {
      ["cache;desc=\($0.rawValue)", "fragments;desc=\(fragments)", "selectors;desc=\(selectors)"]
    }
    return ((page ?? []) + ["total;dur=\(milliseconds)"]).joined(separator: ", ")
  }
}
