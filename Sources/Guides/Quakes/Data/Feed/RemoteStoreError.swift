public import Foundation
public import WebClient

/// An error of a `RemoteStore`.
public enum RemoteStoreError: Error, Hashable, Sendable {
  /// The feed could not be fetched.
  case fetching(WebClientError)
  /// The response is malformed JSON at an offset.
  case malformed(offset: Int, problem: String)
  /// The response is not a feature collection.
  case noFeed
  /// The response is no detail feed of an event.
  case noDetail
  /// None of the events can be read; with their number and the reason for the
  /// first.
  case noneReadable(events: Int, reason: String)
  /// The feed's metadata reports an error status.
  case status(Int)
  /// The feed has more events than the limit.
  case tooManyEvents(limit: Int)
}

extension RemoteStoreError: LocalizedError {
  public var errorDescription: String? {
    switch self {
    case .fetching(let error): error.errorDescription
    case .malformed(let offset, let problem):
      "The earthquake feed is damaged at byte \(offset): \(problem)."
    case .noFeed: "The server did not send an earthquake feed: “features” is missing."
    case .noDetail: "The server did not send the details of an event: “products” is missing."
    case .noneReadable(let events, let reason):
      "The server sent a feed of another format: "
        + (events == 1
          ? "its event could not be read (\(reason))."
          : "none of its \(events) events could be read (\(reason)).")
    case .status(let status): "The earthquake feed reports error \(status)."
    case .tooManyEvents(let limit): "The earthquake feed has more than \(limit) events."
    }
  }
}

extension RemoteStoreError {
  init(_ error: JSONError) {
    self = .malformed(offset: error.offset, problem: error.problem.rawValue)
  }
}

extension RemoteStoreError: CustomStringConvertible {
  public var description: String {
    if case .fetching(let error) = self { "\(error)" } else { errorDescription ?? "" }
  }
}
