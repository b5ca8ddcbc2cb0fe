/// The side effects of an action: actions to send immediately, and asynchronous
/// work that sends actions later.
///
/// An effect is a description. Nothing happens until a store runs it.
///
/// ```swift
/// enum SearchAction: Sendable { case queryChanged(String), didSearch([String]) }
/// struct API: Sendable { var search: @Sendable (String) async throws -> [String] }
///
/// func search(_ query: String, with api: API) -> Effect<SearchAction> {
///   .run { send in await send(.didSearch(try await api.search(query))) }
///     .cancellable(id: "search", cancelInFlight: true)
/// }
/// ```
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
    /// A later part of a sequence, with the scope that can be cancelled before
    /// its turn.
    case reserved(Effect, EffectScope, path: EffectPath, cancelInFlight: Bool)
    case cancel(EffectPathComponent)
    /// A programming error, which the store reports.
    case report(EffectIssue)
  }

  let operation: Operation

  init(_ operation: Operation) {
    self.operation = operation
  }
}

extension Effect {
  /// An effect that does nothing.
  public static var none: Effect { Effect(.none) }

  /// Returns an effect that sends one action immediately: it is reduced before
  /// `dispatch` returns, after the actions that were sent earlier.
  public static func value(_ action: Action) -> Effect {
    Effect(.value(action))
  }

  /// Returns an effect that runs asynchronous work in a task, which may send
  /// any number of actions until it ends.
  ///
  /// Cancelling the effect cancels the task, and actions that it sends
  /// afterwards are dropped. A `CancellationError` ends the effect silently;
  /// any other error is reported to the store. Send expected errors as actions.
  public static func run(
    _ work: @escaping @Sendable (_ send: Send<Action>) async throws -> Void
  ) -> Effect {
    Effect(.run(work))
  }
}

extension Effect {
  /// Returns an effect that runs several effects concurrently. The actions that
  /// they send immediately are in the order of the effects.
  public static func merge(_ effects: Effect...) -> Effect {
    merge(effects)
  }

  /// Returns an effect that runs several effects concurrently. The actions that
  /// they send immediately are in the order of the effects.
  public static func merge(_ effects: some Sequence<Effect>) -> Effect {
    // Flat, so that an effect that was merged step by step needs no deep stack.
    let effects = effects.flatMap { effect in
      if case .merge(let parts) = effect.operation { parts } else { effect.isNone ? [] : [effect] }
    }
    return effects.count > 1 ? Effect(.merge(effects)) : effects.first ?? .none
  }

  /// Returns an effect that runs several effects one after the other: each
  /// starts when the previous one has ended or been cancelled.
  public static func concatenate(_ effects: Effect...) -> Effect {
    concatenate(effects)
  }

  /// Returns an effect that runs several effects one after the other: each
  /// starts when the previous one has ended or been cancelled.
  public static func concatenate(_ effects: some Sequence<Effect>) -> Effect {
    let effects = effects.flatMap { effect in
      if case .concatenate(let parts) = effect.operation {
        parts
      } else {
        effect.isNone ? [] : [effect]
      }
    }
    return effects.count > 1 ? Effect(.concatenate(effects)) : effects.first ?? .none
  }
}

extension Effect {
  /// Returns an effect that transforms every action it sends.
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
    case .reserved(let effect, let scope, let path, let cancelInFlight):
      Effect<Other>(
        .reserved(effect.map(transform), scope, path: path, cancelInFlight: cancelInFlight))
    case .cancel(let component): Effect<Other>(.cancel(component))
    case .report(let issue): Effect<Other>(.report(issue))
    }
  }

  /// Returns the effect as one of a child.
  func within(_ component: EffectPathComponent) -> Effect {
    isNone ? self : Effect(.within(component, self))
  }
}

extension Effect {
  /// Returns an effect that `cancel(id:)` can end.
  ///
  /// An id is local to one feature: the same id in a child, a sibling or a
  /// parent refers to other effects.
  ///
  /// - Parameters:
  ///   - id: The cancellation id, which several effects may share.
  ///   - cancelInFlight: True to cancel running effects with the same id first,
  ///     so that only the latest request has a result. An effect that contains
  ///     this one goes on, even with the same id.
  public func cancellable(
    id: some Hashable & Sendable, cancelInFlight: Bool = false
  ) -> Effect {
    Effect(.cancellable(self, .effect(EffectKey(id)), cancelInFlight: cancelInFlight))
  }

  /// Returns an effect that cancels the effects of this feature with an id.
  ///
  /// Actions that they have sent but that have not been reduced are dropped as
  /// well. Later parts of a sequence with the id are skipped when their turn
  /// comes.
  public static func cancel(id: some Hashable & Sendable) -> Effect {
    Effect(.cancel(.effect(EffectKey(id))))
  }
}

extension Effect {
  /// Returns an effect that starts after an interval without another effect of
  /// the same id. Earlier effects with the id are cancelled, whether they are
  /// waiting or running.
  ///
  /// - Parameters:
  ///   - id: The cancellation id, as for `cancellable(id:)`.
  ///   - duration: The interval.
  ///   - clock: The clock that measures the interval.
  public func debounce(
    id: some Hashable & Sendable, for duration: Duration, clock: any Clock<Duration>
  ) -> Effect {
    Effect.concatenate(.run { _ in try await clock.sleep(for: duration) }, self)
      .cancellable(id: id, cancelInFlight: true)
  }
}

extension Effect {
  /// True if the effect does nothing.
  package var isNone: Bool {
    if case .none = operation { true } else { false }
  }

  /// True if a part of the effect may still be running when `dispatch` returns.
  package var isAsynchronous: Bool {
    switch operation {
    case .none, .value, .cancel, .report: false
    case .run: true
    case .merge(let effects), .concatenate(let effects): effects.contains(where: \.isAsynchronous)
    case .within(_, let effect), .cancellable(let effect, _, _), .reserved(let effect, _, _, _):
      effect.isAsynchronous
    }
  }
}

/// Sends actions from a running effect to its store.
///
/// An effect calls it like a function. Each call returns when the action and
/// its immediate follow-ups have been reduced.
///
/// ```swift
/// enum TimerAction: Sendable { case didTick(Int) }
///
/// func ticks() -> Effect<TimerAction> {
///   .run { send in
///     for number in 1...3 {
///       try await Task.sleep(for: .seconds(1))
///       await send(.didTick(number))
///     }
///   }
/// }
/// ```
public struct Send<Action: Sendable>: Sendable {
  private let action: @Sendable (Action) async -> Void

  init(_ action: @escaping @Sendable (Action) async -> Void) {
    self.action = action
  }

  /// Sends one action. It is dropped if the effect was cancelled, and reported
  /// if the effect has already ended.
  public func callAsFunction(_ action: Action) async {
    await self.action(action)
  }

  func map<Child: Sendable>(_ transform: @escaping @Sendable (Child) -> Action) -> Send<Child> {
    Send<Child> { await self(transform($0)) }
  }
}
