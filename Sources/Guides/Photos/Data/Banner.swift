public import Foundation

/// The line of text above the photos, which all visitors share.
public struct Banner: Codable, Hashable, Sendable {
  /// The text, which may be empty.
  public var title: String

  public init(title: String = "") {
    self.title = title
  }
}

/// An error of uploading a banner.
public enum NetworkError: Error, Codable, Hashable, Sendable {
  /// An error for testing error handling.
  case intentionalFailure
  /// The message of the uploader, as a sentence.
  case failed(String)
}

extension NetworkError: LocalizedError {
  public var errorDescription: String? {
    switch self {
    case .intentionalFailure: "This is an expected error used for testing error handling."
    case .failed(let sentence): sentence
    }
  }
}

/// The status of uploading the banner.
public enum NetworkState: Hashable, Sendable {
  case notStarted
  case inProgress
  case finished(Result<Banner, NetworkError>)
}
