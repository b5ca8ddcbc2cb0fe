public import Foundation

/// An error that occurs if a request has no usable response.
///
/// The `localizedDescription` is a message for visitors, the `description` one
/// for the log.
public enum WebClientError: Error, Hashable, Sendable {
  /// The URL is not a valid http or https URL.
  case badAddress
  /// The server cannot be reached; with the error message of libcurl, which is
  /// for the log.
  case unreachable(String)
  /// The folder that stands for a service has no such file; with its path, which
  /// is for the log.
  case missingFile(String)
  /// A timeout expired.
  case timedOut
  /// The connection was closed before the response was complete.
  case incomplete
  /// The response exceeds the limit, in bytes after decompression.
  case tooLarge(limit: Int)
  /// A redirect leads to another host or nowhere, or there are too many redirects;
  /// with its target, for the log, which is empty if there is none.
  case refusedRedirect(to: String)
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
    case .badAddress: "The address is not a web address. Check the settings."
    case .unreachable: "The service could not be reached. Check this machine's connection."
    case .missingFile: "The folder of the service has no file for this. Check the settings."
    case .timedOut: "The service took too long. Try again in a few minutes."
    case .incomplete: "The response was incomplete. Try again."
    case .tooLarge(let limit):
      "The response is larger than \(limit) bytes. Check the address in the settings."
    case .refusedRedirect:
      "The server redirected the request to another address. Check the address in the settings."
    case .status(let status): "The service answered with error \(status). Try again later."
    case .paused(let seconds): "The service requested a pause. Try again in \(seconds) seconds."
    case .busy: "Too many requests to the service are waiting. Try again in a minute."
    case .cancelled: "The request was cancelled."
    }
  }
}

extension WebClientError: CustomStringConvertible {
  public var description: String {
    let message = errorDescription ?? ""
    return switch self {
    case .unreachable(let details), .missingFile(let details), .refusedRedirect(to: let details):
      "\(message) (\(details))"
    default: message
    }
  }
}
