import HTTPTypes
import Logging
import Markup
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
  private static let invitation = SiteRoute.invitation(token: "")

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
    // The address of an invitation lets whoever reads it choose a password, also if the request
    // was refused before it had a route.
    if showsDetails, !target.hasPrefix(Self.invitation.href.text),
      measurement.route != Self.invitation.pattern
    {
      line.field("target", target)
    }
    if let visitor = measurement.visitor { line.field("visitor", visitor) }
    writer.write(line.ended(), soon: true)
  }
}

/// The identifier of a request in the log, in the field `X-Request-ID` of its response and on
/// error pages: the trace that a trusted proxy names, else eight hexadecimal digits.
struct RequestID: CustomStringConvertible {
  /// The identifier of the request that is being handled, which all lines of the log have.
  @TaskLocal static var current: RequestID?

  let description: String

  private static let traceparent = HTTPField.Name("traceparent")
  private static let responseField = HTTPField.Name("X-Request-ID")

  /// Creates a random identifier.
  init() { description = Self.random() }

  /// Creates the identifier of a request, by whose header fields a trusted proxy names its trace.
  init(of request: Request) {
    let field = request.client.isForwarded ? Self.traceparent : nil
    let trace = field.flatMap { request.head.headerFields[$0] }.flatMap(Self.trace)
    description = trace ?? Self.random()
  }

  /// Names the request in its response.
  func mark(_ response: inout Response) {
    if let name = Self.responseField { response.head.headerFields[name] = description }
  }

  /// Returns the identifier of the trace, 32 hexadecimal digits (W3C Trace Context, section 3.2);
  /// `nil` if the field is malformed.
  private static func trace(in traceparent: String) -> String? {
    let parts = traceparent.utf8.split(
      separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    let sizes = [2, 32, 16, 2]
    guard parts.count >= sizes.count, zip(parts, sizes).allSatisfy({ $0.count == $1 }),
      parts.prefix(sizes.count).joined().allSatisfy({
        (0x30...0x39).contains($0) || (0x61...0x66).contains($0)
      }),
      // A later version may have more parts; `ff` is none.
      parts[0].elementsEqual("00".utf8)
        ? parts.count == sizes.count : !parts[0].elementsEqual("ff".utf8),
      parts[1...2].allSatisfy({ $0.contains { $0 != 0x30 } })
    else { return nil }
    return String(decoding: parts[1], as: UTF8.self)
  }

  private static func random() -> String {
    let number = UInt32.random(in: .min ... .max)
    return String(unsafeUninitializedCapacity: 8) { digits in
      for place in 0..<8 {
        let digit = UInt8(truncatingIfNeeded: number >> UInt32(28 - 4 * place)) & 15
        digits[place] = digit < 10 ? digit + 0x30 : digit + 0x57
      }
      return 8
    }
  }
}
