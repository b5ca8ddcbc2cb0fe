import HTTPTypes
import Logging
import WebServer

/// One request in the log: a line when it was answered.
struct LoggedExchange: Sendable {
  /// Names the request, also on the error page its sender sees.
  let requestID = makeID()
  private let client: ClientAddress
  private let method: String
  private let target: String
  private let logger: Logger
  private let start = ContinuousClock.now

  init(request: Request, logger: Logger) {
    client = request.client.address
    method = request.head.method.rawValue
    target = request.head.path ?? ""
    self.logger = logger
  }

  /// One that is answered by what is kept.
  init(_ glance: RequestGlance, logger: Logger) {
    client = glance.client.address
    method = glance.isHead ? "HEAD" : "GET"
    target = glance.target
    self.logger = logger
  }

  static func makeID() -> String {
    let number = String(UInt32.random(in: .min ... .max), radix: 16)
    return String(repeating: "0", count: 8 - number.count) + number
  }

  func ended(with status: HTTPResponse.Status) {
    let duration = ContinuousClock.now - start
    let microseconds = duration / .microseconds(1)
    logger.info(
      "request",
      metadata: [
        "id": "\(requestID)",
        "client": "\(client)",
        "method": "\(method)",
        // Printable ASCII only: the server refuses targets with more.
        "target": "\(target)",
        "status": "\(status.code)",
        "microseconds": "\(Int(microseconds))",
      ])
  }
}
