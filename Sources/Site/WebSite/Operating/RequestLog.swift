import Logging
import WebServer

/// The log of requests: a line for each, in the format of all other lines.
///
/// A site has far more of these lines than of others, so they are written a
/// little later: see ``LogWriter``.
final class RequestLog: Sendable {
  /// A request and its response.
  struct Entry {
    var id: RequestID
    var client: ClientAddress
    var method: String
    /// The address, which may contain personal search terms.
    var target: String
    var status: Int
    var bytes: Int
    var measurement: RequestMeasurement
  }

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
  func write(_ entry: Entry) {
    let measurement = entry.measurement
    // A load balancer asks each second.
    let isHealthCheck = RoutePattern.healthChecks.contains(measurement.route)
    guard showsDetails || !isHealthCheck else { return }
    var line = LogLine(isHealthCheck ? .debug : .info, label: label, "request", as: format)
    line.field("bytes", entry.bytes)
    if let origin = measurement.origin { line.field("cache", origin.rawValue) }
    line.field("client", entry.client.text)
    if measurement.origin != nil { line.field("fragments", measurement.fragments) }
    line.field("id", entry.id.description)
    line.field("method", entry.method)
    line.field("microseconds", measurement.nanoseconds / 1_000)
    line.field("route", measurement.route.rawValue)
    if measurement.origin != nil { line.field("selectors", measurement.selectors) }
    line.field("status", entry.status)
    if showsDetails { line.field("target", entry.target) }
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
