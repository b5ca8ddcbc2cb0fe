import Foundation
import ImmutableData

@testable import QuakesData

typealias QuakesStore = Store<QuakesState, QuakesAction>

extension Store where State == QuakesState, Action == QuakesAction {
  convenience init(_ state: QuakesState = QuakesState()) {
    self.init(
      initialState: state, historyCapacity: 1000,
      reducer: QuakesReducer.reduce(state:action:))
  }

  /// All dispatched actions, in order.
  var actions: [QuakesAction] {
    changes(after: 0, through: snapshot.revision)?.map(\.action) ?? []
  }
}
