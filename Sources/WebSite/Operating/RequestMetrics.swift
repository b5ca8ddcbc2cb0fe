import Metrics

/// How many requests there were, how they finish, and how long they took.
///
/// All that can be counted has its place from the start, so that counting is
/// adding to a few numbers, without a lock.
final class RequestMetrics: Sendable {
  /// Those that a server of this site can answer with.
  private static let statuses = [
    200, 304, 303, 400, 401, 403, 404, 405, 409, 413, 414, 415, 421, 422, 429, 431, 500, 501, 503,
    505,
  ]

  private final class Series: Sendable {
    let seconds = Histogram()
    /// By the statuses, and one for what is none of them.
    let answers = (0...statuses.count).map { _ in Counter() }
  }

  private let patterns: [RoutePattern]
  private let byRoute: [RoutePattern: Series]

  /// - Parameter guides: the names of the guides.
  init(guides: [String]) {
    patterns =
      SiteRoute.patterns + guides.flatMap { [.page(of: $0), .post(of: $0), .download(of: $0)] }
      + [.other]
    byRoute = Dictionary(uniqueKeysWithValues: patterns.map { ($0, Series()) })
  }

  /// Counts a request that was answered.
  func count(_ route: RoutePattern, status: Int, nanoseconds: Int) {
    guard let series = byRoute[route] else { return }
    let index = Self.statuses.firstIndex(of: status) ?? Self.statuses.count
    series.answers[index].add()
    series.seconds.observe(nanoseconds)
  }

  /// Writes what was asked for so far.
  func write(into text: inout MetricsText) {
    var answers: [(labels: MetricsText.Labels, value: Double)] = []
    var seconds: [(labels: MetricsText.Labels, reading: Histogram.Reading)] = []
    for route in patterns {
      guard let series = byRoute[route] else { continue }
      let names = Self.statuses.map(String.init) + ["other"]
      for (name, counter) in zip(names, series.answers) where counter.value > 0 {
        answers.append((["route": route.rawValue, "status": name], Double(counter.value)))
      }
      let reading = series.seconds.reading
      if reading.count > 0 { seconds.append((["route": route.rawValue], reading)) }
    }
    text.counter(
      "http_requests_total", "Requests that were answered, by kind of address.", answers)
    text.histogram(
      "http_request_duration_seconds",
      "Time from a whole request to its answer, less the time to send it.", seconds)
  }
}
