public import Foundation

/// The line above the photos, which everybody can change.
public struct Banner: Codable, Hashable, Sendable {
  /// What it says; may be empty.
  public var title: String

  public init(title: String = "Banner") {
    self.title = title
  }
}

/// Why a banner could not be uploaded.
public enum NetworkError: Error, Codable, Hashable, Sendable {
  /// Somebody wants to see how an error looks.
  case intentionalFailure
  /// What the uploader said, as one sentence.
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

/// How far an upload of the banner has come.
public enum NetworkState: Hashable, Sendable {
  case notStarted
  case inProgress
  case finished(Result<Banner, NetworkError>)
}
