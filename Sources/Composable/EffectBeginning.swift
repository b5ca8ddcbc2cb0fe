/// What is to be done when the store is no longer locked for the action that
/// an effect came from.
struct EffectBeginning<Action: Sendable>: Sendable {
  /// The children whose state is gone. What they still want is not begun.
  var departed: Set<EffectPath> = []
  /// What was cancelled, and is now to be stopped.
  var closed: [EffectScope] = []
  /// What was sent at once.
  var sent: [Sent] = []
  /// What should not have happened.
  var reports: [EffectReport] = []

  /// An action, and the effect that it came from.
  struct Sent: Sendable {
    var action: Action
    var scope: EffectScope
  }
}

/// Where an effect is begun.
struct EffectPlace: Sendable {
  /// What it ends with.
  var scope: EffectScope
  /// Where its ids belong.
  var path: EffectPath

  func within(_ component: EffectPathComponent) -> EffectPlace {
    EffectPlace(scope: scope, path: path + [component])
  }
}
