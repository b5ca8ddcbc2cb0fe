import AnimalsData
import Look

extension ProgressState {
  /// - Parameters:
  ///   - status: the status in the store. `nil` counts as waiting, since the
  ///     page asks for what nobody has asked for yet.
  ///   - failure: what did not work, as a sentence.
  init(_ status: Status?, failure: String) {
    self =
      switch status {
      case nil, .waiting: .waiting
      case .empty, .success: .settled
      case .failure(let error): .failed("\(failure) \(error)")
      }
  }
}
