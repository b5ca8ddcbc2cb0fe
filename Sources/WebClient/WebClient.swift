import CCurl
public import Foundation
import Synchronization

/// Fetches the resources of one service: libcurl behind one class.
///
/// Every request under way has a thread of its own. Their number is bounded,
/// and so are size, time and redirects, whatever the server does.
public final class WebClient: Sendable {
  /// What a server may do to us.
  public struct Limits: Sendable {
    /// The largest answer, in bytes after decompression.
    public var bodyBytes = 40 * 1024 * 1024
    /// The largest head of an answer, in bytes.
    public var headBytes = 64 * 1024
    /// The longest wait for a connection.
    public var connect = Duration.seconds(10)
    /// The most requests under way at once. Further ones wait for their turn.
    public var concurrentRequests = 8
    /// The most requests that wait for their turn.
    public var waitingRequests = 64
    /// The longest wait for the whole answer, the wait for a turn and
    /// redirects included.
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
    /// Transfers whose answers are awaited.
    var transfers: [ObjectIdentifier: Transfer] = [:]
    /// Those of them that wait for their turn.
    var queue: [Transfer] = []
    /// The number of threads. A cancelled transfer keeps its thread until
    /// libcurl has ended it.
    var threads = 0
    var isClosed = false

    /// Returns the next transfer that somebody waits for.
    mutating func next() -> Transfer? {
      while !queue.isEmpty {
        let transfer = queue.removeFirst()
        if !transfer.isOver { return transfer }
      }
      return nil
    }
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
    if let error = pauseError(of: place.authority) { throw error }
    let deadline = now() + limits.total
    var current = place
    for _ in 0...limits.redirects {
      let request = Transfer.Request(
        url: current.text, authority: place.authority, userAgent: userAgent, validators: validators,
        limits: limits,
        deadline: deadline)
      let answer = try await run(Transfer(request))
      switch answer.status {
      case 200: return .content(answer.body, answer.validators)
      case 304: return .notModified
      case 301, 302, 303, 307, 308:
        guard let next = answer.redirect.flatMap(Place.init), current.mayLead(to: next) else {
          throw .refusedRedirect
        }
        current = next
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
    defer {
      underWay.withLock { underWay in
        underWay.transfers[ObjectIdentifier(transfer)] = nil
        underWay.queue.removeAll { $0 === transfer }
      }
    }
    return try await transfer.answer { enqueue(transfer) }
  }

  /// Starts a transfer, or has it wait for its turn.
  private func enqueue(_ transfer: Transfer) {
    let error: WebClientError? = underWay.withLock { underWay in
      guard !underWay.isClosed else { return .cancelled }
      if underWay.threads < limits.concurrentRequests {
        underWay.threads += 1
        Thread.detachNewThread { self.performAll(from: transfer) }
      } else if underWay.queue.count < limits.waitingRequests {
        underWay.queue.append(transfer)
      } else {
        return .busy
      }
      underWay.transfers[ObjectIdentifier(transfer)] = transfer
      return nil
    }
    if let error { transfer.end(with: .failure(error)) }
  }

  /// Performs a transfer, and then those that wait. Blocks the thread.
  private func performAll(from first: Transfer) {
    var current: Transfer? = first
    while let transfer = current {
      transfer.end(with: outcome(of: transfer))
      current = underWay.withLock { underWay in
        let next = underWay.next()
        if next == nil { underWay.threads -= 1 }
        return next
      }
    }
  }

  /// Performs a transfer, unless the server asked for a pause while it waited.
  /// Blocks the thread.
  private func outcome(of transfer: Transfer) -> Transfer.Outcome {
    let request = transfer.request
    if let error = pauseError(of: request.authority) { return .failure(error) }
    let outcome = transfer.perform(within: request.deadline - now())
    // Kept before the next transfer begins.
    if case .success(let answer) = outcome { keepPause(of: request.authority, answer) }
    return outcome
  }

  /// Not private, so that tests know who waits for a turn.
  var waitingRequests: Int { underWay.withLock { $0.queue.count } }

  private func pauseError(of authority: String) -> WebClientError? {
    let end = pauses.withLock { $0[authority] }
    guard let end, end > now() else { return nil }
    return .paused(seconds: Int(((end - now()) / .seconds(1)).rounded(.up)))
  }

  private func keepPause(of authority: String, _ answer: Transfer.Answer) {
    guard answer.status == 429 || answer.status == 503,
      // Status 429 without a time means one minute, which is what such feeds
      // are refreshed in.
      let asked = answer.retryAfter ?? (answer.status == 429 ? .seconds(60) : nil)
    else { return }
    pauses.withLock { $0[authority] = now() + min(asked, limits.pause) }
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
