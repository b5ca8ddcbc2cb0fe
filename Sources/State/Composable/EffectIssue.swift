/// A programming error in a reducer or an effect. The store reports it and
/// stays consistent.
///
/// ```swift
/// import ImmutableData
///
/// let reducer = ComposableReducer<Int, Int, Void> { total, number, _ in
///   total += number
///   return .none
/// }
/// let store = Store(
///   initialState: 0, reducer: reducer, environment: (),
///   report: { (issue: EffectIssue) in print(issue) })
/// try await store.dispatch(action: 1)
/// ```
public enum EffectIssue: Equatable, Sendable {
  /// An action was sent to a child whose state is nil. It was ignored.
  case actionWithoutState(action: String, state: String)
  /// An effect sent an action after it had ended. The action was dropped.
  case actionAfterEnd(action: String)
  /// An effect failed with this error.
  case error(String)
}

extension EffectIssue: CustomStringConvertible {
  public var description: String {
    switch self {
    case .actionWithoutState(let action, let state):
      "The action \(action) was sent while \(state) was nil. It was ignored."
    case .actionAfterEnd(let action):
      "The action \(action) was sent by an effect that had already ended. It was dropped."
    case .error(let error):
      "An effect failed with an error: \(error)"
    }
  }
}
