import AnimalsData
import ImmutableData
import Look

extension ProgressState {
  /// - Parameters:
  ///   - status: the status in the store. `nil` counts as waiting, since the
  ///     page starts the load.
  ///   - failure: a sentence that names the failed operation.
  init(_ status: Status?, failure: String) {
    self =
      switch status {
      case nil, .waiting: .waiting
      case .empty, .success: .settled
      case .failure(let error): .failed("\(failure) \(error)")
      }
  }
}
