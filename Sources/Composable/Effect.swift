/// What a reducer wants done: actions that follow at once, and work that sends
/// actions later.
///
/// An effect is a description. Nothing happens before a store runs it.
public struct Effect<Action: Sendable>: Sendable {
  /// The kinds of effects.
  indirect enum Operation: Sendable {
    case none
    case value(Action)
    case run(@Sendable (Send<Action>) async throws -> Void)
    case merge([Effect])
    case concatenate([Effect])
    case within(EffectPathComponent, Effect)
    case cancellable(Effect, EffectPathComponent, cancelInFlight: Bool)
    case cancel(EffectPathComponent)
    case report(EffectReport)
  }

  let operation: Operation

  init(_ operation: Operation) {
    self.operation = operation
  }
}

extension Effect {
  /// Does nothing.
  public static var none: Effect { Effect(.none) }

  /// Sends one action at once: it is reduced before `dispatch` returns, after
  /// the actions that were sent before it.
  public static func value(_ action: Action) -> Effect {
    Effect(.value(action))
  }

  /// Does asynchronous work in a task of its own, which may send any number
  /// of actions until it ends.
  ///
  /// When the effect is cancelled its task is, and what it sends from then on
  /// is dropped. A `CancellationError` ends it silently; any other error is
  /// reported to the store. Errors that are expected belong in an action.
  public static func run(
    _ work: @escaping @Sendable (_ send: Send<Action>) async throws -> Void
  ) -> Effect {
    Effect(.run(work))
  }

  /// Tells the store about something that should not have happened.
  static func report(_ report: EffectReport) -> Effect {
    Effect(.report(report))
  }
}
