import CCurl
import Foundation
import Synchronization

/// One request and its answer.
///
/// `@unchecked`: all but `waiting` is used by the thread of `perform(within:)`
/// alone.
final class Transfer: @unchecked Sendable {
  struct Request: Sendable {
    let url: String
    /// The host and port whose pauses are kept.
    let authority: String
    let userAgent: String
    let validators: Validators
    let limits: WebClient.Limits
    /// The deadline for the complete response, including the wait for a turn.
    let deadline: ContinuousClock.Instant
  }

  struct Answer: Sendable {
    let status: Int
    let body: [UInt8]
    let validators: Validators
    /// Where it leads, as a whole address.
    let redirect: String?
    let retryAfter: Duration?
  }

  let request: Request
  private let waiting = Mutex(Waiting.notYet)
  private var body: [UInt8] = []
  private var headBytes = 0
  private var isTooLarge = false

  typealias Outcome = Result<Answer, WebClientError>

  /// Who waits for the answer.
  private enum Waiting {
    case notYet
    case one(CheckedContinuation<Outcome, Never>)
    /// Nobody any more.
    case over
  }

  init(_ request: Request) {
    self.request = request
  }

  /// Waits for the answer. Cancelling the task, or this, ends the wait at once.
  ///
  /// - Parameter begin: has `perform(within:)` called, now or later; called
  ///   unless the wait is over already.
  func answer(afterwards begin: () -> Void) async throws(WebClientError) -> Answer {
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let begins = waiting.withLock { waiting in
          guard case .notYet = waiting else { return false }
          waiting = .one(continuation)
          return true
        }
        guard begins else { return continuation.resume(returning: .failure(.cancelled)) }
        begin()
      }
    } onCancel: {
      cancel()
    }
    return try result.get()
  }

  /// Ends the wait. libcurl ends a transfer that is under way within a second.
  func cancel() { end(with: .failure(.cancelled)) }

  /// Ends the wait, unless it is over already.
  func end(with result: Outcome) {
    let continuation: CheckedContinuation<Outcome, Never>? = waiting.withLock { waiting in
      defer { waiting = .over }
      guard case .one(let continuation) = waiting else { return nil }
      return continuation
    }
    continuation?.resume(returning: result)
  }

  /// Sends the request and takes the answer. Blocks the thread.
  ///
  /// - Parameter time: the time that is left for it.
  func perform(within time: Duration) -> Outcome {
    guard time > .zero else { return .failure(.timedOut) }
    guard let handle = curl_easy_init() else {
      return .failure(.unreachable("libcurl could not be started"))
    }
    defer { curl_easy_cleanup(handle) }
    guard let fields = makeFields() else {
      return .failure(.unreachable("libcurl refused a field"))
    }
    defer { curl_slist_free_all(fields) }
    guard setUp(handle, fields, time) else {
      return .failure(.unreachable("libcurl refused an option"))
    }
    let code = curl_easy_perform(handle)
    guard code == CURLE_OK else { return .failure(error(for: code)) }

    var status = 0
    shim_get_long(handle, CURLINFO_RESPONSE_CODE, &status)
    var redirect: UnsafePointer<CChar>?
    shim_get_string(handle, CURLINFO_REDIRECT_URL, &redirect)
    return .success(
      Answer(
        status: status,
        body: body,
        validators: Validators(
          eTag: field("ETag", of: handle), lastModified: field("Last-Modified", of: handle)),
        redirect: redirect.map { String(cString: $0) },
        retryAfter: field("Retry-After", of: handle).flatMap(Self.pause)))
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

  // MARK: Setting up

  /// Returns the fields of a conditional request, after one that changes
  /// nothing, so that there is always a list.
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
      // All encodings that libcurl knows; it decodes them.
      shim_set_string(handle, CURLOPT_ACCEPT_ENCODING, ""),
      shim_set_pointer(handle, CURLOPT_HTTPHEADER, fields),
      // Redirects are looked at before they are followed.
      shim_set_long(handle, CURLOPT_FOLLOWLOCATION, 0),
      // A timeout must not use signals: this is no main thread.
      shim_set_long(handle, CURLOPT_NOSIGNAL, 1),
      shim_set_long(handle, CURLOPT_CONNECTTIMEOUT_MS, milliseconds(limits.connect)),
      shim_set_long(handle, CURLOPT_TIMEOUT_MS, milliseconds(time)),
      shim_set_long(handle, CURLOPT_LOW_SPEED_LIMIT, 1),
      shim_set_long(handle, CURLOPT_LOW_SPEED_TIME, max(1, milliseconds(limits.stall) / 1000)),
      shim_set_data_callback(handle, CURLOPT_WRITEFUNCTION, takeBody),
      shim_set_pointer(handle, CURLOPT_WRITEDATA, context),
      shim_set_data_callback(handle, CURLOPT_HEADERFUNCTION, takeHead),
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

  // MARK: What came

  private func field(_ name: String, of handle: UnsafeMutableRawPointer) -> String? {
    var header: UnsafeMutablePointer<curl_header>?
    guard curl_easy_header(handle, name, 0, UInt32(CURLH_HEADER), -1, &header) == CURLHE_OK,
      let value = header?.pointee.value
    else { return nil }
    return String(validatingCString: value)
  }

  /// A pause as `Retry-After` has it: seconds, or a date.
  static func pause(_ text: String) -> Duration? {
    let isNumber = !text.isEmpty && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
    // It may be more than an `Int` holds.
    if let seconds = Int(text) ?? (isNumber ? .max : nil) {
      return .seconds(max(0, min(seconds, 86_400)))
    }
    let date = curl_getdate(text, nil)
    return date < 0 ? nil : .seconds(max(0, min(date - time(nil), 86_400)))
  }

  /// Takes a piece of the body, after decompression. This is where a body of
  /// unknown length and one that was compressed to nearly nothing end.
  fileprivate func take(body piece: UnsafeRawBufferPointer) -> Bool {
    guard piece.count <= request.limits.bodyBytes - body.count else {
      isTooLarge = true
      return false
    }
    body += piece
    return true
  }

  fileprivate func take(headLine count: Int) -> Bool {
    headBytes += count
    isTooLarge = headBytes > request.limits.headBytes
    return !isTooLarge
  }

  /// True once nobody waits for the answer any more.
  var isOver: Bool {
    waiting.withLock { waiting in
      if case .over = waiting { true } else { false }
    }
  }
}

// The callbacks. Returning less than was handed over ends the transfer.

private func transfer(_ context: UnsafeMutableRawPointer?) -> Transfer? {
  context.map { Unmanaged<Transfer>.fromOpaque($0).takeUnretainedValue() }
}

private func takeBody(
  data: UnsafeMutablePointer<CChar>?, size: Int, count: Int, context: UnsafeMutableRawPointer?
) -> Int {
  let piece = UnsafeRawBufferPointer(start: data, count: size * count)
  return transfer(context)?.take(body: piece) == true ? piece.count : Int(CURL_WRITEFUNC_ERROR)
}

private func takeHead(
  data: UnsafeMutablePointer<CChar>?, size: Int, count: Int, context: UnsafeMutableRawPointer?
) -> Int {
  transfer(context)?.take(headLine: size * count) == true ? size * count : 0
}

private func checkProgress(
  context: UnsafeMutableRawPointer?, downloadTotal: curl_off_t, downloaded: curl_off_t,
  uploadTotal: curl_off_t, uploaded: curl_off_t
) -> Int32 {
  transfer(context)?.isOver == true ? 1 : 0
}
