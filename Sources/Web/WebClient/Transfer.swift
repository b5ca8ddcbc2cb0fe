import CCurl
import Foundation
import Synchronization

/// A request and its response.
///
/// `@unchecked Sendable`: everything except `waiter` is used only by the thread
/// of `perform(within:)`.
final class Transfer: @unchecked Sendable {
  struct Request: Sendable {
    let url: String
    /// The host and port that `Retry-After` applies to.
    let authority: String
    let userAgent: String
    let validators: Validators
    let limits: WebClient.Limits
    /// The deadline for the complete response, including the time in the queue.
    let deadline: ContinuousClock.Instant
    /// Is called with the part that was received, at most once in `limits.progress`.
    var progress: @Sendable (DownloadProgress) -> Void = { _ in }
  }

  struct Response: Sendable {
    let status: Int
    let body: [UInt8]
    let validators: Validators
    /// The absolute URL of a redirect.
    let redirect: String?
    let retryAfter: Duration?
  }

  let request: Request
  private let waiter = Mutex(Waiter.none)
  /// The handle of libcurl during `perform(within:)`.
  private var handle: UnsafeMutableRawPointer?
  private var body: [UInt8] = []
  private var headBytes = 0
  private var isTooLarge = false
  /// The time and the content of the last report of the progress.
  private var reported: (time: ContinuousClock.Instant, progress: DownloadProgress?)

  typealias Outcome = Result<Response, WebClientError>

  /// The task that waits for the response.
  private enum Waiter {
    case none
    case waiting(CheckedContinuation<Outcome, Never>)
    /// The task has resumed, with the response or an error.
    case resumed
  }

  init(_ request: Request) {
    self.request = request
    reported = (.now, nil)
  }

  /// Waits for the response. Cancelling the task or the transfer ends the wait
  /// immediately.
  ///
  /// - Parameter enqueue: Starts the transfer, which calls `perform(within:)` now
  ///   or later. Not called if the transfer is already cancelled.
  func response(enqueue: () -> Void) async throws(WebClientError) -> Response {
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isFirst = waiter.withLock { waiter in
          guard case .none = waiter else { return false }
          waiter = .waiting(continuation)
          return true
        }
        guard isFirst else { return continuation.resume(returning: .failure(.cancelled)) }
        enqueue()
      }
    } onCancel: {
      cancel()
    }
    return try result.get()
  }

  /// Resumes the waiting task with an error. libcurl aborts an active transfer
  /// within a second.
  func cancel() { end(with: .failure(.cancelled)) }

  /// Resumes the waiting task, unless it has resumed already.
  func end(with result: Outcome) {
    let continuation: CheckedContinuation<Outcome, Never>? = waiter.withLock { waiter in
      defer { waiter = .resumed }
      guard case .waiting(let continuation) = waiter else { return nil }
      return continuation
    }
    continuation?.resume(returning: result)
  }

  /// Sends the request and receives the response. Blocks the thread.
  ///
  /// - Parameter time: The remaining time until the deadline.
  func perform(within time: Duration) -> Outcome {
    guard time > .zero else { return .failure(.timedOut) }
    guard let handle = curl_easy_init() else {
      return .failure(.unreachable("libcurl could not be initialised"))
    }
    self.handle = handle
    defer {
      self.handle = nil
      curl_easy_cleanup(handle)
    }
    guard let fields = makeFields() else {
      return .failure(.unreachable("libcurl rejected a header field"))
    }
    defer { curl_slist_free_all(fields) }
    guard setUp(handle, fields, time) else {
      return .failure(.unreachable("libcurl rejected an option"))
    }
    let code = curl_easy_perform(handle)
    guard code == CURLE_OK else { return .failure(error(for: code)) }

    var status = 0
    shim_get_long(handle, CURLINFO_RESPONSE_CODE, &status)
    var redirect: UnsafePointer<CChar>?
    shim_get_string(handle, CURLINFO_REDIRECT_URL, &redirect)
    return .success(
      Response(
        status: status,
        body: body,
        validators: Validators(
          eTag: field("ETag", of: handle), lastModified: field("Last-Modified", of: handle)),
        redirect: redirect.map { String(cString: $0) },
        retryAfter: field("Retry-After", of: handle).flatMap(Self.parseRetryAfter)))
  }

  private func error(for code: CURLcode) -> WebClientError {
    if isTooLarge { return .tooLarge(limit: request.limits.bodyBytes) }
    return switch code {
    case CURLE_OPERATION_TIMEDOUT: .timedOut
    case CURLE_PARTIAL_FILE, CURLE_GOT_NOTHING, CURLE_RECV_ERROR: .incomplete
    case CURLE_UNSUPPORTED_PROTOCOL, CURLE_URL_MALFORMAT: .badAddress
    default: .unreachable(String(cString: curl_easy_strerror(code)))
    }
  }

  // MARK: Options

  /// Returns the header fields of a conditional request. The list is never empty,
  /// because an empty one could not be told from a failure.
  private func makeFields() -> UnsafeMutablePointer<curl_slist>? {
    var lines = ["Accept: */*"]
    if let eTag = request.validators.eTag { lines.append("If-None-Match: \(eTag)") }
    if let date = request.validators.lastModified { lines.append("If-Modified-Since: \(date)") }
    var list: UnsafeMutablePointer<curl_slist>?
    for line in lines {
      guard let longer = curl_slist_append(list, line) else {
        curl_slist_free_all(list)
        return nil
      }
      list = longer
    }
    return list
  }

  private func setUp(
    _ handle: UnsafeMutableRawPointer, _ fields: UnsafeMutablePointer<curl_slist>,
    _ time: Duration
  ) -> Bool {
    let limits = request.limits
    let context = Unmanaged.passUnretained(self).toOpaque()
    let codes = [
      shim_set_string(handle, CURLOPT_URL, request.url),
      shim_set_string(handle, CURLOPT_USERAGENT, request.userAgent),
      shim_set_string(handle, CURLOPT_PROTOCOLS_STR, "http,https"),
      // All encodings that libcurl can decode.
      shim_set_string(handle, CURLOPT_ACCEPT_ENCODING, ""),
      shim_set_pointer(handle, CURLOPT_HTTPHEADER, fields),
      // Feeds have megabytes.
      shim_set_long(handle, CURLOPT_BUFFERSIZE, 128 * 1024),
      // The client checks redirects before it follows them.
      shim_set_long(handle, CURLOPT_FOLLOWLOCATION, 0),
      // Timeouts must not use signals on a background thread.
      shim_set_long(handle, CURLOPT_NOSIGNAL, 1),
      shim_set_long(handle, CURLOPT_CONNECTTIMEOUT_MS, milliseconds(limits.connect)),
      shim_set_long(handle, CURLOPT_TIMEOUT_MS, milliseconds(time)),
      shim_set_long(handle, CURLOPT_LOW_SPEED_LIMIT, 1),
      shim_set_long(handle, CURLOPT_LOW_SPEED_TIME, max(1, milliseconds(limits.stall) / 1000)),
      shim_set_data_callback(handle, CURLOPT_WRITEFUNCTION, receiveBody),
      shim_set_pointer(handle, CURLOPT_WRITEDATA, context),
      shim_set_data_callback(handle, CURLOPT_HEADERFUNCTION, receiveHead),
      shim_set_pointer(handle, CURLOPT_HEADERDATA, context),
      shim_set_progress_callback(handle, checkProgress),
      shim_set_pointer(handle, CURLOPT_XFERINFODATA, context),
      shim_set_long(handle, CURLOPT_NOPROGRESS, 0),
    ]
    return codes.allSatisfy { $0 == CURLE_OK }
  }

  private func milliseconds(_ duration: Duration) -> Int {
    max(1, Int(duration / .milliseconds(1)))
  }

  // MARK: Response

  private func field(_ name: String, of handle: UnsafeMutableRawPointer) -> String? {
    var header: UnsafeMutablePointer<curl_header>?
    guard curl_easy_header(handle, name, 0, UInt32(CURLH_HEADER), -1, &header) == CURLHE_OK,
      let value = header?.pointee.value
    else { return nil }
    return String(validatingCString: value)
  }

  /// Parses the value of `Retry-After`: seconds or a date. At most one day.
  static func parseRetryAfter(_ text: String) -> Duration? {
    let isNumber = !text.isEmpty && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
    // The number may exceed the range of `Int`.
    if let seconds = Int(text) ?? (isNumber ? .max : nil) {
      return .seconds(max(0, min(seconds, 86_400)))
    }
    let date = curl_getdate(text, nil)
    return date < 0 ? nil : .seconds(max(0, min(date - time(nil), 86_400)))
  }

  /// Appends a part of the decompressed body.
  ///
  /// Checking the limit here also covers endless bodies and decompression bombs.
  ///
  /// - Returns: false if the limit is exceeded.
  fileprivate func receive(body part: UnsafeRawBufferPointer) -> Bool {
    guard part.count <= request.limits.bodyBytes - body.count else {
      isTooLarge = true
      return false
    }
    if body.isEmpty { body.reserveCapacity(max(part.count, expectedLength)) }
    body += part
    return true
  }

  /// The length that the response declares, up to the limit; 0 if it does not. A
  /// compressed body is longer.
  private var expectedLength: Int {
    var length: curl_off_t = 0
    guard let handle,
      shim_get_offset(handle, CURLINFO_CONTENT_LENGTH_DOWNLOAD_T, &length) == CURLE_OK
    else { return 0 }
    return min(max(length, 0), request.limits.bodyBytes)
  }

  /// Reports the part that was received, from time to time.
  fileprivate func report(received: Int, of total: Int) {
    guard received > 0, headBytes > 0 else { return }
    let progress = DownloadProgress(received: received, total: total > 0 ? total : nil)
    let now = ContinuousClock.now
    guard progress != reported.progress, now - reported.time >= request.limits.progress else {
      return
    }
    reported = (now, progress)
    request.progress(progress)
  }

  /// Counts the bytes of a header line.
  ///
  /// - Returns: false if the limit is exceeded.
  fileprivate func receive(headLine count: Int) -> Bool {
    headBytes += count
    isTooLarge = headBytes > request.limits.headBytes
    return !isTooLarge
  }

  /// True after the waiting task has resumed.
  var isOver: Bool {
    waiter.withLock { waiter in
      if case .resumed = waiter { true } else { false }
    }
  }
}

// The callbacks. Returning another number than the received one aborts the
// transfer.

private func transfer(_ context: UnsafeMutableRawPointer?) -> Transfer? {
  context.map { Unmanaged<Transfer>.fromOpaque($0).takeUnretainedValue() }
}

private func receiveBody(
  data: UnsafeMutablePointer<CChar>?, size: Int, count: Int, context: UnsafeMutableRawPointer?
) -> Int {
  let part = UnsafeRawBufferPointer(start: data, count: size * count)
  return transfer(context)?.receive(body: part) == true ? part.count : Int(CURL_WRITEFUNC_ERROR)
}

private func receiveHead(
  data: UnsafeMutablePointer<CChar>?, size: Int, count: Int, context: UnsafeMutableRawPointer?
) -> Int {
  transfer(context)?.receive(headLine: size * count) == true ? size * count : 0
}

private func checkProgress(
  context: UnsafeMutableRawPointer?, downloadTotal: curl_off_t, downloaded: curl_off_t,
  uploadTotal: curl_off_t, uploaded: curl_off_t
) -> Int32 {
  guard let transfer = transfer(context) else { return 0 }
  transfer.report(received: Int(downloaded), of: Int(downloadTotal))
  return transfer.isOver ? 1 : 0
}
