public import Foundation

/// What a `LocalStore` refuses to do.
public enum LocalStoreError: Error, Hashable, Sendable {
  /// A newer version has written the file.
  case newerSchema
}

extension LocalStoreError: LocalizedError {
  public var errorDescription: String? {
    switch self {
    case .newerSchema: "A newer version of Fieldguide has written the file."
    }
  }
}
