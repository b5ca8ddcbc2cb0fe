public import Foundation

/// An error that occurs if a request has no usable response.
///
/// The `localizedDescription` is a message for visitors.
public enum WebClientError: Error, Hashable, Sendable {
  /// The URL is not a valid http or https URL.
  case badAddress
  /// The server cannot be reached; with the error message of libcurl.
  case unreachable(String)
  /// A timeout expired.
  case timedOut
  /// The connection was closed before the response was complete.
  case incomplete
  /// The response exceeds the limit, in bytes after decompression.
  case tooLarge(limit: Int)
  /// A redirect leads to another host, or there are too many redirects.
  case refusedRedirect
  /// The status is neither 200, 304 nor a redirect.
  case status(Int)
  /// The server has requested a pause, which ends in this number of seconds.
  case paused(seconds: Int)
  /// The queue of waiting requests is full.
  case busy
  /// The task was cancelled, or the client is closed.
  case cancelled
}

extension WebClientError: LocalizedError {
  public var errorDescription: String? {
    switch self {
    case .badAddress: "The address is not a web address."
    case .unreachable(let reason): "The server could not be reached: \(reason)."
    case .timedOut: "The server took too long."
    case .incomplete: "The response was incomplete."
    case .tooLarge(let limit): "The response is larger than \(limit) bytes."
    case .refusedRedirect: "The server redirected the request to another address."
    case .status(let status): "The server answered \(status)."
    case .paused(let seconds): "The server requested a pause. Try again in \(seconds) seconds."
    case .busy: "Too many requests to the server are waiting. Try again in a minute."
    case .cancelled: "The request was cancelled."
    }
  }
}
