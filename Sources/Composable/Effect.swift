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

extension Effect {
  /// The same effect, which `cancel(id:)` ends.
  ///
  /// An id means the effects of one feature: the same id in another child, or
  /// in a parent, is another one.
  ///
  /// - Parameters:
  ///   - id: what to cancel it by. Several effects may have the same.
  ///   - cancelInFlight: whether the effects that have the id already are
  ///     cancelled first, so that only the latest request gets an answer.
  public func cancellable(
    id: some Hashable & Sendable, cancelInFlight: Bool = false
  ) -> Effect {
    Effect(.cancellable(self, .effect(EffectKey(id)), cancelInFlight: cancelInFlight))
  }

  /// Ends the effects of this feature that have the id.
  ///
  /// From then on nothing comes from them: even what they have sent is dropped
  /// if it was not reduced yet.
  public static func cancel(id: some Hashable & Sendable) -> Effect {
    Effect(.cancel(.effect(EffectKey(id))))
  }
}

extension Effect {
  /// The same effect, begun after a while in which no other one came with the
  /// same id. The ones before it are cancelled, waiting or running.
  ///
  /// - Parameters:
  ///   - id: what they have in common, as for `cancellable(id:)`.
  ///   - duration: how long it waits.
  ///   - clock: what measures the time.
  public func debounce(
    id: some Hashable & Sendable, for duration: Duration, clock: any Clock<Duration>
  ) -> Effect {
    Effect.concatenate(.run { _ in try await clock.sleep(for: duration) }, self)
      .cancellable(id: id, cancelInFlight: true)
  }
}

extension Effect {
  /// True if it does nothing at all.
  package var isNone: Bool {
    if case .none = operation { true } else { false }
  }

  /// True if some of it may still be under way when `dispatch` returns.
  package var takesTime: Bool {
    switch operation {
    case .none, .value, .cancel, .report: false
    case .run: true
    case .merge(let effects), .concatenate(let effects): effects.contains(where: \.takesTime)
    case .within(_, let effect), .cancellable(let effect, _, _): effect.takesTime
    }
  }
}

/// Sends actions from a running effect to its store.
///
/// It is called like a function. Each call returns when the action, and all
/// that follows from it at once, is reduced.
public struct Send<Action: Sendable>: Sendable {
  private let action: @Sendable (Action) async -> Void

  /// Something that takes actions.
  init(_ action: @escaping @Sendable (Action) async -> Void) {
    self.action = action
  }

  /// Sends one action. It is dropped if the effect was cancelled, and
  /// reported if the effect has ended.
  public func callAsFunction(_ action: Action) async {
    await self.action(action)
  }

  func map<Child: Sendable>(_ transform: @escaping @Sendable (Child) -> Action) -> Send<Child> {
    Send<Child> { await self(transform($0)) }
  }
}
