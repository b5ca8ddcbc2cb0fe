public import Foundation
public import WebClient

/// Why a `PhotosRemoteStore` has no photos to give.
public enum PhotosRemoteStoreError: Error, Hashable, Sendable {
  /// The list could not be fetched.
  case fetching(WebClientError)
  /// The answer is no JSON.
  case malformed
  /// The answer is no list.
  case noList
  /// None of so many rows makes sense.
  case noneReadable(rows: Int)
}

extension PhotosRemoteStoreError: LocalizedError {
  public var errorDescription: String? {
    switch self {
    case .fetching(let error): error.errorDescription
    case .malformed: "The list of photos is damaged."
    case .noList: "What the server sent is no list of photos."
    case .noneReadable(let rows): "None of the \(rows) photos that the server sent makes sense."
    }
  }
}
