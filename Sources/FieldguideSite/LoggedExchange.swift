import HTTPTypes
import Logging
import WebServer

/// One request in the log: a line when it was answered.
struct LoggedExchange: Sendable {
  /// Names the request, also on the error page its sender sees.
  let requestID = makeID()
  private let request: Request
  private let logger: Logger
  private let start = ContinuousClock.now

  init(request: Request, logger: Logger) {
    self.request = request
    self.logger = logger
  }

  static func makeID() -> String {
    let number = String(UInt32.random(in: .min ... .max), radix: 16)
    return String(repeating: "0", count: 8 - number.count) + number
  }

  func ended(with response: Response) {
    let duration = ContinuousClock.now - start
    let microseconds = duration / .microseconds(1)
    logger.info(
      "request",
      metadata: [
        "id": "\(requestID)",
        "client": "\(request.clientAddress)",
        "method": "\(request.head.method)",
        // Printable ASCII only: the server refuses targets with more.
        "target": "\(request.head.path ?? "")",
        "status": "\(response.head.status.code)",
        "microseconds": "\(Int(microseconds))",
      ])
  }
}
