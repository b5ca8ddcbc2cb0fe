import CCurl
public import Foundation
import Synchronization

/// Fetches resources of a few known servers: libcurl behind one class.
///
/// Every request has a thread of its own, which is simple and enough for a
/// feed a minute. Size, time and redirects are bounded whatever the server
/// does.
public final class WebClient: Sendable {
  /// What a server may do to us.
  public struct Limits: Sendable {
    /// The largest answer, in bytes after decompression.
    public var bodyBytes = 40 * 1024 * 1024
    /// The largest head of an answer, in bytes.
    public var headBytes = 64 * 1024
    /// The longest wait for a connection.
    public var connect = Duration.seconds(10)
    /// The longest wait for the whole answer, redirects included.
    public var total = Duration.seconds(60)
    /// The longest time without a byte.
    public var stall = Duration.seconds(15)
    /// How often an answer may lead on, each time within its own host.
    public var redirects = 3
    /// The longest pause that a server may ask for.
    public var pause = Duration.seconds(3600)

    public init() {}
  }

  private let userAgent: String
  private let limits: Limits
  private let now: @Sendable () -> ContinuousClock.Instant
  /// Until when a host, with its port, is left alone.
  private let pauses = Mutex<[String: ContinuousClock.Instant]>([:])
  private let underWay = Mutex(UnderWay())

  private struct UnderWay {
    var transfers: [ObjectIdentifier: Transfer] = [:]
    var isClosed = false
  }

  /// - Parameters:
  ///   - userAgent: names the program to the server.
  ///   - limits: what a server may do to us.
  ///   - now: the clock, for pauses.
  public init(
    userAgent: String, limits: Limits = Limits(),
    now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
  ) {
    curl_global_init(Int(CURL_GLOBAL_ALL))
    self.userAgent = userAgent
    self.limits = limits
    self.now = now
  }

  /// Asks for a resource, unless it is as the validators say.
  ///
  /// A pause that a server asks for, by status 429 or 503, is kept: until it
  /// is over nothing is sent to that host.
  public func get(
    _ url: URL, unless validators: Validators = Validators()
  ) async throws(WebClientError) -> WebResponse {
    guard let place = Place(url) else { throw .badAddress }
    try checkPause(of: place)
    let deadline = now() + limits.total
    var current = place
    for _ in 0...limits.redirects {
      let request = Transfer.Request(
        url: current.text, userAgent: userAgent, validators: validators, limits: limits,
        total: deadline - now())
      let answer = try await run(Transfer(request))
      switch answer.status {
      case 200: return .content(answer.body, answer.validators)
      case 304: return .notModified
      case 301, 302, 303, 307, 308:
        guard let next = answer.redirect.flatMap(Place.init), current.mayLead(to: next) else {
          throw .refusedRedirect
        }
        current = next
      case 429, 503:
        pause(place, asked: answer.retryAfter, isRequired: answer.status == 429)
        throw .status(answer.status)
      default: throw .status(answer.status)
      }
    }
    throw .refusedRedirect
  }

  /// Ends all requests at once, however slow their servers are, as if each was
  /// cancelled, and sends no more.
  public func close() {
    let transfers = underWay.withLock { underWay in
      underWay.isClosed = true
      return Array(underWay.transfers.values)
    }
    for transfer in transfers { transfer.cancel() }
  }

  private func run(_ transfer: Transfer) async throws(WebClientError) -> Transfer.Answer {
    let begins = underWay.withLock { underWay in
      guard !underWay.isClosed else { return false }
      underWay.transfers[ObjectIdentifier(transfer)] = transfer
      return true
    }
    guard begins else { throw .cancelled }
    defer { underWay.withLock { $0.transfers[ObjectIdentifier(transfer)] = nil } }
    return try await transfer.run()
  }

  private func checkPause(of place: Place) throws(WebClientError) {
    let end = pauses.withLock { $0[place.authority] }
    guard let end, end > now() else { return }
    throw .paused(seconds: Int(((end - now()) / .seconds(1)).rounded(.up)))
  }

  private func pause(_ place: Place, asked: Duration?, isRequired: Bool) {
    // Status 429 without a time means one minute, which is what such feeds
    // are refreshed in.
    guard let asked = asked ?? (isRequired ? .seconds(60) : nil) else { return }
    pauses.withLock { $0[place.authority] = now() + min(asked, limits.pause) }
  }
}

/// An address of the web, and where it may lead.
private struct Place {
  let text: String
  let scheme: String
  let host: String
  let port: Int

  init?(_ url: URL) {
    guard let scheme = url.scheme?.lowercased(), scheme == "http" || scheme == "https",
      let host = url.host()?.lowercased(), !host.isEmpty, url.user() == nil
    else { return nil }
    self.text = url.absoluteString
    self.scheme = scheme
    self.host = host
    self.port = url.port ?? (scheme == "https" ? 443 : 80)
  }

  init?(_ text: String) {
    guard let url = URL(string: text) else { return nil }
    self.init(url)
  }

  var authority: String { "\(host):\(port)" }

  /// Within the same host and port, or from http to https as usual.
  func mayLead(to next: Place) -> Bool {
    guard host == next.host else { return false }
    if scheme == next.scheme { return port == next.port }
    return scheme == "http" && port == 80 && next.scheme == "https" && next.port == 443
  }
}
