public import Foundation

/// What a `LocalStore` refuses to do.
public enum LocalStoreError: Error, Hashable, Sendable {
  case animalNotFound
  case categoryNotFound
  /// Another animal has the id already.
  case animalIdInUse
  /// A row holds a diet that this version does not know.
  case unknownDiet(String)
}

extension LocalStoreError: LocalizedError {
  public var errorDescription: String? {
    switch self {
    case .animalNotFound: "The animal is no longer there."
    case .categoryNotFound: "The category is no longer there."
    case .animalIdInUse: "Another animal was added with this form already."
    case .unknownDiet(let diet): "The diet “\(diet)” is not known."
    }
  }
}
