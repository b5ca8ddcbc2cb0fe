import CCurl
public import Foundation
import Synchronization

/// An HTTP client based on libcurl, for the resources of one service.
///
/// Each active request uses a thread. The number of requests, the size and
/// duration of responses, and the number of redirects are limited.
///
/// ```swift
/// import Foundation
/// import WebClient
///
/// let client = WebClient(userAgent: "example/1.0")
/// guard let url = URL(string: "https://example.org/feed.json") else { return }
/// switch try await client.get(url) {
/// case .content(let bytes, let validators):
///   print(bytes.count)
///   let next = try await client.get(url, unless: validators)
///   print(next == .notModified)
/// case .notModified: break
/// }
/// ```
public final class WebClient: Sendable {
  /// The limits that protect the client from the server.
  public struct Limits: Sendable {
    /// The maximum size of a response body, in bytes after decompression.
    public var bodyBytes = 40 * 1024 * 1024
    /// The maximum size of a response head, in bytes.
    public var headBytes = 64 * 1024
    /// The timeout for connecting.
    public var connect = Duration.seconds(10)
    /// The maximum number of concurrent requests. Further ones are queued.
    public var concurrentRequests = 8
    /// The maximum number of queued requests.
    public var waitingRequests = 64
    /// The timeout of a request, including the time in the queue and redirects.
    public var total = Duration.seconds(60)
    /// The timeout for receiving the next byte.
    public var stall = Duration.seconds(15)
    /// The maximum number of redirects, which must stay on the same host.
    public var redirects = 3
    /// The maximum pause after status 429 or 503; a longer `Retry-After` is
    /// reduced to it.
    public var pause = Duration.seconds(3600)
    /// The minimum time between two reports of the progress of a download.
    public var progress = Duration.seconds(1)

    /// Creates the default limits.
    public init() {}
  }

  private let userAgent: String
  /// The folder that stands for a service; `nil` if there is none.
  private let folder: URL?
  private let limits: Limits
  private let now: @Sendable () -> ContinuousClock.Instant
  /// The end of the pause of each host and port.
  private let pauses = Mutex<[String: ContinuousClock.Instant]>([:])
  private let active = Mutex(Active())

  private struct Active {
    /// The transfers whose responses are awaited.
    var transfers: [ObjectIdentifier: Transfer] = [:]
    /// The transfers that are queued.
    var queue: [Transfer] = []
    /// The number of threads. A cancelled transfer uses its thread until libcurl
    /// has aborted it.
    var threads = 0
    var isClosed = false

    /// Removes and returns the next transfer that is not cancelled.
    mutating func next() -> Transfer? {
      while !queue.isEmpty {
        let transfer = queue.removeFirst()
        if !transfer.isOver { return transfer }
      }
      return nil
    }
  }

  /// Creates a client.
  ///
  /// - Parameters:
  ///   - userAgent: The value of the `User-Agent` header.
  ///   - service: The base URL of the service. The URL of a folder stands for a
  ///     service whose responses are stored in it: see `StoredResponse`.
  ///   - limits: The limits.
  ///   - now: The clock for pauses and deadlines.
  public init(
    userAgent: String, service: URL? = nil, limits: Limits = Limits(),
    now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
  ) {
    curl_global_init(Int(CURL_GLOBAL_ALL))
    self.userAgent = userAgent
    folder = service.flatMap { $0.isFileURL ? $0 : nil }
    self.limits = limits
    self.now = now
  }

  /// Fetches a resource, with a conditional request if there are validators.
  ///
  /// After status 429, or 503 with `Retry-After`, no request is sent to that host
  /// until the pause has ended.
  ///
  /// - Parameters:
  ///   - url: the address.
  ///   - validators: those of the response that is known; without them, it is fetched.
  ///   - bodyBytes: the maximum size of the body, if it is less than that of the client.
  ///   - progress: is called from time to time during a long download, on its thread.
  /// - Throws: `WebClientError` if there is no response with status 200 or 304.
  public func get(
    _ url: URL, unless validators: Validators = Validators(), bodyBytes: Int? = nil,
    progress: @escaping @Sendable (DownloadProgress) -> Void = { _ in }
  ) async throws(WebClientError) -> WebResponse {
    var limits = limits
    limits.bodyBytes = min(limits.bodyBytes, bodyBytes ?? .max)
    if let response = folder.flatMap({ StoredResponse(url, in: $0) }) {
      return .content(try response.content(limit: limits.bodyBytes), Validators())
    }
    guard let origin = WebURL(url) else { throw .badAddress }
    if let error = pauseError(of: origin.authority) { throw error }
    let deadline = now() + limits.total
    var current = origin
    var target = ""
    for _ in 0...limits.redirects {
      let request = Transfer.Request(
        url: current.text, authority: origin.authority, userAgent: userAgent,
        validators: validators, limits: limits, deadline: deadline, progress: progress)
      let response = try await run(Transfer(request))
      switch response.status {
      case 200: return .content(response.body, response.validators)
      case 304: return .notModified
      case 301, 302, 303, 307, 308:
        target = response.redirect ?? ""
        guard let url = URL(string: target), let next = WebURL(url),
          current.mayRedirect(to: next)
        else { throw .refusedRedirect(to: target) }
        current = next
      default: throw .status(response.status)
      }
    }
    throw .refusedRedirect(to: target)
  }

  /// Fetches a resource, whatever was fetched before.
  ///
  /// - Parameters:
  ///   - url: the address.
  ///   - limit: the maximum size in bytes, if it is less than that of the client.
  /// - Throws: `WebClientError` if there is no response with status 200.
  public func bytes(of url: URL, limit: Int? = nil) async throws(WebClientError) -> [UInt8] {
    guard case .content(let bytes, _) = try await get(url, bodyBytes: limit) else {
      throw .status(304)
    }
    return bytes
  }

  /// Cancels all requests immediately, and refuses further ones.
  public func close() {
    let transfers = active.withLock { active in
      active.isClosed = true
      return Array(active.transfers.values)
    }
    for transfer in transfers { transfer.cancel() }
  }

  private func run(_ transfer: Transfer) async throws(WebClientError) -> Transfer.Response {
    defer {
      active.withLock { active in
        active.transfers[ObjectIdentifier(transfer)] = nil
        active.queue.removeAll { $0 === transfer }
      }
    }
    return try await transfer.response { enqueue(transfer) }
  }

  /// Starts a transfer, or queues it.
  private func enqueue(_ transfer: Transfer) {
    let error: WebClientError? = active.withLock { active in
      guard !active.isClosed else { return .cancelled }
      if active.threads < limits.concurrentRequests {
        active.threads += 1
        Thread.detachNewThread { self.performAll(from: transfer) }
      } else if active.queue.count < limits.waitingRequests {
        active.queue.append(transfer)
      } else {
        return .busy
      }
      active.transfers[ObjectIdentifier(transfer)] = transfer
      return nil
    }
    if let error { transfer.end(with: .failure(error)) }
  }

  /// Performs a transfer and then the queued ones. Blocks the thread.
  private func performAll(from first: Transfer) {
    var current: Transfer? = first
    while let transfer = current {
      transfer.end(with: outcome(of: transfer))
      current = active.withLock { active in
        let next = active.next()
        if next == nil { active.threads -= 1 }
        return next
      }
    }
  }

  /// Performs a transfer, unless a pause has begun while it was queued. Blocks
  /// the thread.
  private func outcome(of transfer: Transfer) -> Transfer.Outcome {
    let request = transfer.request
    if let error = pauseError(of: request.authority) { return .failure(error) }
    let outcome = transfer.perform(within: request.deadline - now())
    // Recorded before the next transfer begins.
    if case .success(let response) = outcome { recordPause(of: request.authority, response) }
    return outcome
  }

  /// The number of queued requests. Not private, for tests.
  var waitingRequests: Int { active.withLock { $0.queue.count } }

  private func pauseError(of authority: String) -> WebClientError? {
    let end = pauses.withLock { $0[authority] }
    guard let end, end > now() else { return nil }
    return .paused(seconds: Int(((end - now()) / .seconds(1)).rounded(.up)))
  }

  private func recordPause(of authority: String, _ response: Transfer.Response) {
    guard response.status == 429 || response.status == 503,
      // The default for 429 without `Retry-After` is one minute, the usual update
      // interval of feeds.
      let pause = response.retryAfter ?? (response.status == 429 ? .seconds(60) : nil)
    else { return }
    pauses.withLock { $0[authority] = now() + min(pause, limits.pause) }
  }
}

/// An http or https URL, with the rule for redirects.
private struct WebURL {
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

  var authority: String { "\(host):\(port)" }

  /// Returns true for the same scheme, host and port, and for an upgrade from
  /// http to https on the default ports.
  func mayRedirect(to next: WebURL) -> Bool {
    guard host == next.host else { return false }
    if scheme == next.scheme { return port == next.port }
    return scheme == "http" && port == 80 && next.scheme == "https" && next.port == 443
  }
}

extension URL {
  /// Scheme, host and port of an http or https URL, as in a content security policy.
  package var origin: String? {
    guard let scheme = scheme?.lowercased(), ["http", "https"].contains(scheme),
      let host = host()?.lowercased(), !host.isEmpty
    else { return nil }
    return "\(scheme)://\(host)" + (port.map { ":\($0)" } ?? "")
  }
}
