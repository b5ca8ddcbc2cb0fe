public import Foundation
public import WebClient

/// An error of a `PhotosRemoteStore`.
public enum PhotosRemoteStoreError: Error, Hashable, Sendable {
  /// The request failed.
  case fetching(WebClientError)
  /// The response is not valid JSON.
  case malformed
  /// The response is not a list.
  case noList
  /// No row of the list is valid.
  case noneReadable(rows: Int)
}

extension PhotosRemoteStoreError: LocalizedError {
  public var errorDescription: String? {
    switch self {
    case .fetching(let error): error.errorDescription
    case .malformed: "The photo service sent a list that cannot be read."
    case .noList: "The photo service did not send a list of photos."
    case .noneReadable: "None of the photos from the photo service can be read."
    }
  }
}

extension PhotosRemoteStoreError: CustomStringConvertible {
  public var description: String {
    if case .fetching(let error) = self { "\(error)" } else { errorDescription ?? "" }
  }
}
