extension Effect {
  /// The same effect with every action turned into another one.
  public func map<Other: Sendable>(
    _ transform: @escaping @Sendable (Action) -> Other
  ) -> Effect<Other> {
    switch operation {
    case .none: .none
    case .value(let action): .value(transform(action))
    case .run(let work): .run { send in try await work(send.map(transform)) }
    case .merge(let effects): Effect<Other>(.merge(effects.map { $0.map(transform) }))
    case .concatenate(let effects): Effect<Other>(.concatenate(effects.map { $0.map(transform) }))
    case .within(let component, let effect): effect.map(transform).within(component)
    case .cancellable(let effect, let component, let cancelInFlight):
      Effect<Other>(
        .cancellable(effect.map(transform), component, cancelInFlight: cancelInFlight))
    case .cancel(let component): Effect<Other>(.cancel(component))
    case .report(let report): .report(report)
    }
  }

  /// The same effect, belonging to a child.
  func within(_ component: EffectPathComponent) -> Effect {
    isNone ? self : Effect(.within(component, self))
  }
}
