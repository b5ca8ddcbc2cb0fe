/// Something that should not have happened, and that nothing was broken by.
public enum EffectReport: Equatable, Sendable {
  /// An action came for a child whose state is nil, and changed nothing.
  case actionWithoutState(action: String, state: String)
  /// An effect sent an action after it had ended; the action was dropped.
  case actionAfterEnd(action: String)
  /// An effect ended with this error.
  case error(String)
}

extension EffectReport: CustomStringConvertible {
  public var description: String {
    switch self {
    case .actionWithoutState(let action, let state):
      "The action \(action) came when there was no \(state). Nothing was changed."
    case .actionAfterEnd(let action):
      "The action \(action) was sent by an effect that had ended. It was dropped."
    case .error(let error):
      "An effect ended with an error: \(error)"
    }
  }
}
