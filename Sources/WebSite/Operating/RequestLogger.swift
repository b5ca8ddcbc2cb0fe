import HTTPTypes
import Logging
import Metrics
import Synchronization
import WebServer

/// One request, counted and logged when it is answered.
///
/// A line says who asked from where for which kind of address, and what came
/// of it. What was looked for is somebody's own business: the target itself
/// is logged at `debug` alone.
final class RequestLogger: Sendable {
  /// Names the request, also on the error page its sender sees.
  let requestID = makeID()
  private let client: ClientAddress
  private let method: String
  private let target: String
  private let logger: Logger
  private let metrics: RequestMetrics
  private let showsTiming: Bool
  private let stopwatch: Stopwatch
  private let measure: Mutex<RequestMeasurement>

  /// - Parameter showsTiming: whether browsers are told what the response cost.
  init(request: Request, logger: Logger, metrics: RequestMetrics, showsTiming: Bool = false) {
    self.showsTiming = showsTiming
    client = request.client.address
    // Whoever makes up a method may make it as long as a head.
    method = String(request.head.method.rawValue.prefix(32))
    target = request.head.path ?? ""
    self.logger = logger
    self.metrics = metrics
    stopwatch = Stopwatch()
    measure = Mutex(RequestMeasurement())
  }

  static func makeID() -> String {
    let number = String(UInt32.random(in: .min ... .max), radix: 16)
    return String(repeating: "0", count: 8 - number.count) + number
  }

  /// Notes what becomes known while the request is answered.
  func note(_ change: (inout RequestMeasurement) -> Void) {
    measure.withLock { change(&$0) }
  }

  /// Notes how its page came about.
  func note(_ use: PageCache.LookupResult) {
    note { measure in
      measure.origin = use.origin
      measure.fragments = use.fragments
      measure.selectors = use.selectors
    }
  }

  /// Counts and logs the response of a reply.
  func finishing(with reply: Reply) -> Reply {
    switch reply {
    case .now(let response): .now(finish(with: response))
    case .later(let respond): .later { [self] in finish(with: await respond()) }
    }
  }

  /// Counts and logs a response.
  private func finish(with response: Response) -> Response {
    let measure = measure.withLock { measure in
      measure.nanoseconds = stopwatch.nanoseconds
      return measure
    }
    metrics.count(
      measure.route, status: response.head.status.code, nanoseconds: measure.nanoseconds)
    let isSent = method != "HEAD" && response.head.status != .notModified
    Self.log(
      id: requestID, client: client, method: method, target: target,
      status: response.head.status, bytes: isSent ? response.body.size : 0, measure, to: logger)
    guard showsTiming, let serverTiming = HTTPField.Name("Server-Timing") else { return response }
    var response = response
    response.head.headerFields[serverTiming] = measure.serverTiming
    return response
  }

  /// Logs a request that was answered by what is kept.
  static func log(
    _ preview: RequestPreview, _ response: PreparedResponse, _ measure: RequestMeasurement,
    to logger: Logger
  ) {
    let isSent = !preview.isHead && response.status != .notModified
    log(
      id: makeID(), client: preview.client.address, method: preview.isHead ? "HEAD" : "GET",
      target: preview.target, status: response.status, bytes: isSent ? response.size : 0, measure,
      to: logger)
  }

  private static func log(
    id: String, client: ClientAddress, method: String, target: String,
    status: HTTPResponse.Status, bytes: Int, _ measure: RequestMeasurement, to logger: Logger
  ) {
    guard logger.logLevel <= .info else { return }
    var metadata: Logger.Metadata = [
      "id": "\(id)",
      "client": "\(client)",
      "method": "\(method)",
      "route": "\(measure.route.rawValue)",
      "status": .stringConvertible(status.code),
      "bytes": .stringConvertible(bytes),
      "microseconds": .stringConvertible(measure.nanoseconds / 1_000),
    ]
    if let origin = measure.origin {
      metadata["cache"] = "\(origin.rawValue)"
      metadata["fragments"] = .stringConvertible(measure.fragments)
      metadata["selectors"] = .stringConvertible(measure.selectors)
    }
    if logger.logLevel <= .debug { metadata["target"] = "\(target)" }
    logger.info("request", metadata: metadata)
  }
}

extension Reply {
  /// The response, waited for.
  var response: Response {
    get async {
      switch self {
      case .now(let response): response
      case .later(let respond): await respond()
      }
    }
  }
}
