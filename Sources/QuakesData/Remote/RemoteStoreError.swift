public import Foundation
public import WebClient

/// Why a `RemoteStore` has no feed to give.
public enum RemoteStoreError: Error, Hashable, Sendable {
  /// The feed could not be fetched.
  case fetching(WebClientError)
  /// The answer stops being JSON at a byte.
  case malformed(offset: Int, problem: String)
  /// The answer is no collection of features.
  case noFeed
  /// The answer says of itself that it is an error.
  case status(Int)
  /// The feed has more events than are taken.
  case tooManyEvents(limit: Int)
}

extension RemoteStoreError: LocalizedError {
  public var errorDescription: String? {
    switch self {
    case .fetching(let error): error.errorDescription
    case .malformed(let offset, let problem):
      "The earthquake feed is damaged at byte \(offset): \(problem)."
    case .noFeed: "The server did not send an earthquake feed."
    case .status(let status): "The earthquake feed reports error \(status)."
    case .tooManyEvents(let limit): "The earthquake feed has more than \(limit) events."
    }
  }
}

extension RemoteStoreError {
  init(_ error: JSONError) {
    self = .malformed(offset: error.offset, problem: error.problem.description)
  }
}
