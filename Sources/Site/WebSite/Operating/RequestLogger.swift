import HTTPTypes
import Metrics
import Synchronization
package import WebServer

/// Logs and counts a request when its response is ready.
///
/// The log entry names the client, the route pattern and the result. The target
/// may contain personal search terms, and is logged only at level `debug`.
final class RequestLogger: Sendable {
  /// The identifier of the request, which is also shown on error pages.
  let requestID: RequestID
  private let client: ClientAddress
  private let method: String
  private let target: String
  private let log: RequestLog?
  private let metrics: RequestMetrics
  private let showsTiming: Bool
  private let stopwatch = Stopwatch()
  private let measurement = Mutex(RequestMeasurement())

  /// - Parameters:
  ///   - request: the request.
  ///   - log: the log; `nil` if requests are not logged.
  ///   - metrics: the counters.
  ///   - showsTiming: true to add `Server-Timing` to the response.
  init(request: Request, log: RequestLog?, metrics: RequestMetrics, showsTiming: Bool = false) {
    self.showsTiming = showsTiming
    requestID = RequestID(of: request)
    client = request.client.address
    // A client can send a method as long as the head.
    method = String(request.head.method.rawValue.prefix(32))
    target = request.head.path ?? ""
    self.log = log
    self.metrics = metrics
  }

  /// Updates the measurementment while the request is handled.
  func note(_ change: (inout RequestMeasurement) -> Void) {
    measurement.withLock { change(&$0) }
  }

  /// Records the result of a lookup in the page cache.
  func note(_ lookup: PageCache.LookupResult) { note { $0.lookup = lookup } }

  /// Logs and counts the response of a reply.
  func finishing(with reply: Reply) -> Reply {
    switch reply {
    case .now(let response): .now(finish(with: response))
    case .later(let respond):
      .later { [self] in
        finish(with: await RequestID.$current.withValue(requestID) { await respond() })
      }
    }
  }

  /// Logs and counts a response.
  private func finish(with response: Response) -> Response {
    let measurement = measurement.withLock { measurement in
      measurement.nanoseconds = stopwatch.nanoseconds
      return measurement
    }
    metrics.count(
      measurement.route, status: response.head.status.code, nanoseconds: measurement.nanoseconds)
    let isSent = method != "HEAD" && response.head.status != .notModified
    log?.write(
      requestID, client: client, method: method, target: target,
      status: response.head.status.code, bytes: isSent ? response.body.size : 0, measurement)
    var response = response
    requestID.mark(&response)
    guard showsTiming, let serverTiming = HTTPField.Name("Server-Timing") else { return response }
    response.head.headerFields[serverTiming] = measurement.serverTiming
    return response
  }
}

extension Reply {
  /// The response, once it is available.
  package var response: Response {
    get async {
      switch self {
      case .now(let response): response
      case .later(let respond): await respond()
      }
    }
  }
}
