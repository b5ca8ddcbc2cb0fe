/// Where an effect belongs: the way from the store's state down to the child
/// that returned it, and from there an effect's id.
///
/// The same id in two children makes two paths, so that children never cancel
/// each other's effects.
typealias EffectPath = [EffectPathComponent]

/// One step of the way.
enum EffectPathComponent: Hashable, Sendable {
  /// Into the child that has this state and these actions.
  case pullback(state: EffectKey, action: EffectKey)
  /// Into the state that is there now, and may go or be another one.
  case child(EffectKey)
  /// To the effects with this id.
  case effect(EffectKey)
}

/// Anything that can be a key.
struct EffectKey: Hashable, Sendable {
  private let base: any Hashable & Sendable

  init(_ base: any Hashable & Sendable) {
    self.base = base
  }

  static func == (left: EffectKey, right: EffectKey) -> Bool {
    AnyHashable(left.base) == AnyHashable(right.base)
  }

  func hash(into hasher: inout Hasher) {
    AnyHashable(base).hash(into: &hasher)
  }
}
