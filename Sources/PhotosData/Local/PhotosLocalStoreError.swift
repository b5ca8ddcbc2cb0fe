public import Foundation

/// What a `PhotosLocalStore` refuses to do.
public enum PhotosLocalStoreError: Error, Hashable, Sendable {
  /// A newer version has written the file.
  case newerSchema
}

extension PhotosLocalStoreError: LocalizedError {
  public var errorDescription: String? {
    switch self {
    case .newerSchema: "A newer version of Fieldguide has written the file."
    }
  }
}
