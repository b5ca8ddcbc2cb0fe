/// The path from the store's state to the child that returned an effect,
/// followed by the effect's id.
///
/// The same id in two children results in two paths, so that children never
/// cancel each other's effects.
typealias EffectPath = [EffectPathComponent]

/// A component of an effect's path.
enum EffectPathComponent: Hashable, Sendable {
  /// The child with this state and these actions.
  case pullback(state: EffectKey, action: EffectKey)
  /// The current state of an optional or keyed child, which may be removed or
  /// replaced.
  case child(EffectKey)
  /// The effects with this id.
  case effect(EffectKey)
}

/// A type-erased hashable key.
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
