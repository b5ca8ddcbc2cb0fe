import Metrics

/// The counts and durations of requests by route and status.
///
/// All counters exist from the start, so that counting a request is a few
/// atomic additions, without a lock.
final class RequestMetrics: Sendable {
  /// The statuses that a site responds with.
  private static let statuses = [
    200, 304, 303, 400, 401, 403, 404, 405, 409, 413, 414, 415, 421, 422, 429, 431, 500, 501, 503,
    505,
  ]

  private final class Series: Sendable {
    let seconds = Histogram()
    /// The counts by status; the last one is for other statuses.
    let responses = (0...statuses.count).map { _ in Counter() }
  }

  private let patterns: [RoutePattern]
  private let byRoute: [RoutePattern: Series]

  /// - Parameter guides: the names of the guides.
  init(guides: [String]) {
    patterns =
      SiteRoute.patterns
      + guides.flatMap { [.page(of: $0), .post(of: $0), .download(of: $0), .file(of: $0)] }
      + [.other]
    byRoute = Dictionary(uniqueKeysWithValues: patterns.map { ($0, Series()) })
  }

  /// Counts a request.
  func count(_ route: RoutePattern, status: Int, nanoseconds: Int) {
    guard let series = byRoute[route] else { return }
    let index = Self.statuses.firstIndex(of: status) ?? Self.statuses.count
    series.responses[index].add()
    series.seconds.observe(nanoseconds)
  }

  /// Writes the metrics of all routes that were requested.
  func write(into text: inout MetricsText) {
    var responses: [(labels: MetricsText.Labels, value: Double)] = []
    var seconds: [(labels: MetricsText.Labels, snapshot: Histogram.Snapshot)] = []
    for route in patterns {
      guard let series = byRoute[route] else { continue }
      let names = Self.statuses.map(String.init) + ["other"]
      for (name, counter) in zip(names, series.responses) where counter.value > 0 {
        responses.append((["route": route.rawValue, "status": name], Double(counter.value)))
      }
      let snapshot = series.seconds.snapshot
      if snapshot.count > 0 { seconds.append((["route": route.rawValue], snapshot)) }
    }
    text.counter("http_requests_total", "Requests by route and status.", responses)
    text.histogram(
      "http_request_duration_seconds",
      "Time from the complete request to the response, without sending it.", seconds)
  }
}
