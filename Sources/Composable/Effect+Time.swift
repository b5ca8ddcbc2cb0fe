extension Effect {
  /// Whether it does nothing at all.
  package var isNone: Bool {
    if case .none = operation { true } else { false }
  }

  /// Whether some of it may still be under way when `dispatch` returns.
  package var takesTime: Bool {
    switch operation {
    case .none, .value, .cancel, .report: false
    case .run: true
    case .merge(let effects), .concatenate(let effects): effects.contains(where: \.takesTime)
    case .within(_, let effect), .cancellable(let effect, _, _): effect.takesTime
    }
  }
}
