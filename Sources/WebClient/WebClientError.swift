public import Foundation

/// Why there is no answer to use.
public enum WebClientError: Error, Hashable, Sendable {
  /// The address is no http or https address.
  case badAddress
  /// The server could not be reached, in libcurl's words.
  case unreachable(String)
  /// It took too long, or stalled.
  case timedOut
  /// The answer ended before it was complete.
  case incomplete
  /// The answer is larger than it may be, in bytes after decompression.
  case tooLarge(limit: Int)
  /// It redirects to where it may not, or too often.
  case refusedRedirect
  /// The server answered with an error.
  case status(Int)
  /// The server asked for a pause, which lasts so many seconds more.
  case paused(seconds: Int)
  /// Too many requests to the server wait for their turn.
  case busy
  /// Nobody waits for the answer any more.
  case cancelled
}

extension WebClientError: LocalizedError {
  public var errorDescription: String? {
    switch self {
    case .badAddress: "The address is not one of the web."
    case .unreachable(let reason): "The server could not be reached: \(reason)."
    case .timedOut: "The server took too long."
    case .incomplete: "The answer broke off."
    case .tooLarge(let limit): "The answer is larger than \(limit) bytes."
    case .refusedRedirect: "The server sent us elsewhere."
    case .status(let status): "The server answered \(status)."
    case .paused(let seconds): "The server asked us to wait \(seconds) seconds more."
    case .busy: "Too many requests to the server are waiting. Try again in a minute."
    case .cancelled: "The request was cancelled."
    }
  }
}
