import Foundation
import ImmutableData

@testable import QuakesData

typealias QuakesStore = Store<QuakesState, QuakesAction>

extension Store where State == QuakesState, Action == QuakesAction {
  convenience init(_ state: QuakesState = QuakesState()) {
    self.init(
      initialState: state, rememberedChanges: 1000,
      reducer: QuakesReducer.reduce(state:action:))
  }

  /// All actions that were dispatched, in order.
  var actions: [QuakesAction] {
    changes(after: 0, through: snapshot.revision)?.map(\.action) ?? []
  }
}

/// An error of a store, with a text of its own.
struct Misfortune: Error, Hashable, LocalizedError {
  var errorDescription: String? { "The cellar is under water." }
}
