public import Foundation

/// An error of a `LocalStore`.
public enum LocalStoreError: Error, Hashable, Sendable {
  case animalNotFound
  case categoryNotFound
  /// A different animal has the id.
  case animalIdInUse
  /// A row contains a diet that this version does not know.
  case unknownDiet(String)
}

extension LocalStoreError: LocalizedError {
  public var errorDescription: String? {
    switch self {
    case .animalNotFound: "This animal no longer exists."
    case .categoryNotFound: "This category no longer exists."
    case .animalIdInUse: "This form has already added another animal."
    case .unknownDiet(let diet): "The diet “\(diet)” is unknown."
    }
  }
}
