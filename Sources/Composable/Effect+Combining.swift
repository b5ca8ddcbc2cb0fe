extension Effect {
  /// All of the effects at the same time. Actions that they send at once are
  /// in the order of the effects.
  public static func merge(_ effects: Effect...) -> Effect {
    merge(effects)
  }

  /// All of the effects at the same time. Actions that they send at once are
  /// in the order of the effects.
  public static func merge(_ effects: some Sequence<Effect>) -> Effect {
    let effects = effects.filter { !$0.isNone }
    return effects.count > 1 ? Effect(.merge(effects)) : effects.first ?? .none
  }

  /// The effects one after the other: each starts when the one before it has
  /// ended, be it by being cancelled.
  public static func concatenate(_ effects: Effect...) -> Effect {
    concatenate(effects)
  }

  /// The effects one after the other: each starts when the one before it has
  /// ended, be it by being cancelled.
  public static func concatenate(_ effects: some Sequence<Effect>) -> Effect {
    let effects = effects.filter { !$0.isNone }
    return effects.count > 1 ? Effect(.concatenate(effects)) : effects.first ?? .none
  }
}
