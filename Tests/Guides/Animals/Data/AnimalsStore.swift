import AnimalsData
import Foundation
import ImmutableData

typealias AnimalsStore = Store<AnimalsState, AnimalsAction>

extension Store where State == AnimalsState, Action == AnimalsAction {
  convenience init(_ state: AnimalsState = AnimalsState()) {
    self.init(
      initialState: state, historyCapacity: 1000,
      reducer: AnimalsReducer.reduce(state:action:))
  }

  /// The dispatched actions, in order.
  var actions: [AnimalsAction] {
    changes(after: 0, through: snapshot.revision)?.map(\.action) ?? []
  }

  /// True if the status of a list or an operation is waiting.
  var isWaiting: Bool {
    select { state in
      state.categories.status == .waiting || state.animals.status == .waiting
        || state.animals.queue.contains { $0.value == .waiting }
    }
  }
}
