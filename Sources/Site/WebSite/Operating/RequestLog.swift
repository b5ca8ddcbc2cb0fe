import Logging
import WebServer

/// The log of requests: a line for each, in the format of all other lines.
///
/// A site has far more of these lines than of others, so they are written a
/// little later: see ``LogWriter``.
final class RequestLog: Sendable {
  private let writer: LogWriter
  private let format: LogSettings.Format
  /// True at the level `debug`: health checks are logged, and the full
  /// addresses.
  private let showsDetails: Bool
  private let label: String

  /// - Parameters:
  ///   - settings: the level and the format of the log.
  ///   - writer: writes the lines.
  ///   - label: the name of the program.
  /// - Returns: `nil` if the level omits requests.
  init?(_ settings: LogSettings, to writer: LogWriter, label: String) {
    guard settings.level <= .info else { return nil }
    self.writer = writer
    format = settings.format
    self.label = label
    showsDetails = settings.level <= .debug
  }

  /// Writes the line of a request.
  ///
  /// - Parameter target: the address, which may contain personal search terms.
  func write(
    _ id: RequestID, client: ClientAddress, method: String, target: String, status: Int,
    bytes: Int, _ measurement: RequestMeasurement
  ) {
    // A load balancer asks each second.
    let isHealthCheck = RoutePattern.healthChecks.contains(measurement.route)
    guard showsDetails || !isHealthCheck else { return }
    var line = LogLine(isHealthCheck ? .debug : .info, label: label, "request", as: format)
    line.field("bytes", bytes)
    let lookup = measurement.lookup
    if let lookup { line.field("cache", lookup.origin.rawValue) }
    line.field("client", client.text)
    if let lookup { line.field("fragments", lookup.fragments) }
    line.field("id", id.description)
    line.field("method", method)
    line.field("microseconds", measurement.nanoseconds / 1_000)
    line.field("route", measurement.route.rawValue)
    if let lookup { line.field("selectors", lookup.selectors) }
    line.field("status", status)
    if showsDetails { line.field("target", target) }
    if let visitor = measurement.visitor { line.field("visitor", visitor) }
    writer.write(line.ended(), soon: true)
  }
}

/// The identifier of a request in the log and on error pages: eight hexadecimal
/// digits.
struct RequestID: CustomStringConvertible {
  let number = UInt32.random(in: .min ... .max)

  var description: String {
    String(unsafeUninitializedCapacity: 8) { digits in
      for place in 0..<8 {
        let digit = UInt8(truncatingIfNeeded: number >> UInt32(28 - 4 * place)) & 15
        digits[place] = digit < 10 ? digit + 0x30 : digit + 0x57
      }
      return 8
    }
  }
}
