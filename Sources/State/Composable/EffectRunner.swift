import ImmutableData

/// Runs the effects of one store, and cancels them when the store is released.
///
/// An effect is started while the store is locked for its action, so that no
/// action of a cancelled effect is reduced afterwards. Tasks are started and
/// cancelled when the store is unlocked.
final class EffectRunner<Action: Sendable>: Sendable {
  /// Receives the actions of a running effect.
  typealias Sink = @Sendable (_ sent: DeferredWork<Action>.Sent) async -> Void
  /// The asynchronous part of an effect.
  typealias AsyncPart = @Sendable (_ sink: @escaping Sink) async -> Void

  private let scopes = EffectScopes()
  private let root = EffectScope()
  let report: @Sendable (EffectIssue) -> Void

  init(report: @escaping @Sendable (EffectIssue) -> Void) {
    self.report = report
  }

  deinit {
    root.close()
    scopes.stopAll()
  }

  /// The number of effects that run or have queued actions. Each part with an
  /// id counts.
  var count: Int { scopes.count }

  /// Prepares the effect of an action; `nil` if there is nothing to do after the
  /// store is unlocked.
  ///
  /// - Returns: a function that returns what follows the action. The
  ///   asynchronous part comes last: its actions follow those that are sent
  ///   immediately.
  func start(
    _ effect: Effect<Action>, removedChildren: [EffectPath]
  ) -> (@Sendable (_ sink: @escaping Sink) -> [FollowUp<Action>])? {
    if effect.isNone, removedChildren.isEmpty { return nil }
    var deferred = DeferredWork<Action>(removedChildren: Set(removedChildren))
    for path in removedChildren { deferred.closed += scopes.close(at: path) }
    let asyncPart = start(effect, at: EffectContext(scope: root, path: []), &deferred)
    let scope = asyncPart.map { _ in scopes.open(at: [], in: root) }

    return { [deferred, report] sink in
      for scope in deferred.closed { scope.stop() }
      for issue in deferred.issues { report(issue) }
      let actions = deferred.sent.map { sent in
        FollowUp.action(sent.action) { !sent.scope.isClosed }
      }
      guard let asyncPart else { return actions }
      return actions + [.work { scope?.start { await asyncPart(sink) } }]
    }
  }

  /// Starts an effect that follows another one in a sequence.
  func start(
    _ effect: Effect<Action>, at context: EffectContext, sink: Sink
  ) async -> AsyncPart? {
    var deferred = DeferredWork<Action>()
    let asyncPart = start(effect, at: context, &deferred)
    for scope in deferred.closed { scope.stop() }
    for issue in deferred.issues { report(issue) }
    for sent in deferred.sent { await sink(sent) }
    return asyncPart
  }

  /// Starts an effect, and returns its asynchronous part.
  func start(
    _ effect: Effect<Action>, at context: EffectContext, _ deferred: inout DeferredWork<Action>
  ) -> AsyncPart? {
    guard !context.scope.isClosed else { return nil }
    switch effect.operation {
    case .none:
      return nil
    case .value(let action):
      deferred.sent.append(.init(action: action, scope: context.scope))
      return nil
    case .run(let work):
      return makeRun(work, in: context.scope)
    case .merge(let effects):
      return makeMerge(effects.compactMap { start($0, at: context, &deferred) })
    case .concatenate(let effects):
      return makeConcatenation(effects[...], at: context, &deferred)
    case .within(let component, let effect):
      return start(effect, at: context.within(component), &deferred)
    case .cancellable(let effect, let component, let cancelInFlight):
      let path = context.path + [component]
      guard !deferred.removedChildren.contains(path) else { return nil }
      let scope = scopes.open(at: path, in: context.scope)
      let reserved = Effect(
        .reserved(effect, scope, path: path, cancelInFlight: cancelInFlight))
      return start(reserved, at: context, &deferred)
    case .reserved(let effect, let scope, let path, let cancelInFlight):
      guard !scope.isClosed else { return nil }
      if cancelInFlight { deferred.closed += scopes.closeInFlight(at: path, for: scope) }
      scope.begin()
      let inside = EffectContext(scope: scope, path: context.path)
      guard let asyncPart = start(effect, at: inside, &deferred) else { return nil }
      return { sink in await scope.run { await asyncPart(sink) } }
    case .cancel(let component):
      deferred.closed += scopes.close(at: context.path + [component])
      return nil
    case .report(let issue):
      deferred.issues.append(issue)
      return nil
    }
  }
}

extension EffectRunner {
  /// Returns the asynchronous part of `run`, with a `Send` that is valid until
  /// the work ends.
  func makeRun(
    _ work: @escaping @Sendable (Send<Action>) async throws -> Void, in scope: EffectScope
  ) -> AsyncPart {
    { [report] sink in
      guard !scope.isClosed else { return }
      let lifetime = EffectScope(in: scope)
      let send = Send<Action> { action in
        if !lifetime.isClosed {
          await sink(.init(action: action, scope: scope))
        } else if !scope.isClosed {
          report(.actionAfterEnd(action: String(reflecting: action)))
        }
      }
      do {
        try await work(send)
      } catch {
        // A cancelled effect may fail with any error.
        let isExpected = error is CancellationError || scope.isClosed
        if !isExpected { report(.error(String(reflecting: error))) }
      }
      lifetime.close()
    }
  }

  /// Runs the parts concurrently.
  func makeMerge(_ parts: [AsyncPart]) -> AsyncPart? {
    guard parts.count > 1 else { return parts.first }
    return { sink in
      await withDiscardingTaskGroup { group in
        for asyncPart in parts { group.addTask { await asyncPart(sink) } }
      }
    }
  }

  /// Runs the effects one after the other. Synchronous effects are started
  /// immediately, up to the first asynchronous one.
  func makeConcatenation(
    _ effects: ArraySlice<Effect<Action>>, at context: EffectContext,
    _ deferred: inout DeferredWork<Action>
  ) -> AsyncPart? {
    for (index, effect) in zip(effects.indices, effects) {
      guard let first = start(effect, at: context, &deferred) else { continue }
      let rest = effects[(index + 1)...].map { reserving($0, at: context, deferred) }
      return { [weak self] sink in
        await first(sink)
        for effect in rest {
          // A separate statement, so that the runner is not retained while the
          // effect runs.
          let next = await self?.start(effect, at: context, sink: sink)
          await next?(sink)
        }
      }
    }
    return nil
  }

  /// Opens the scopes of an effect that starts later, so that it can be cancelled
  /// before its turn.
  func reserving(
    _ effect: Effect<Action>, at context: EffectContext, _ deferred: DeferredWork<Action>
  ) -> Effect<Action> {
    switch effect.operation {
    case .cancellable(let effect, let component, let cancelInFlight):
      let path = context.path + [component]
      let scope = scopes.open(at: path, in: context.scope)
      if deferred.removedChildren.contains(path) { scope.close() }
      let inside = EffectContext(scope: scope, path: context.path)
      return Effect(
        .reserved(
          reserving(effect, at: inside, deferred), scope, path: path,
          cancelInFlight: cancelInFlight))
    case .within(let component, let effect):
      return Effect(
        .within(component, reserving(effect, at: context.within(component), deferred)))
    case .merge(let effects):
      return Effect(.merge(effects.map { reserving($0, at: context, deferred) }))
    case .concatenate(let effects):
      return Effect(.concatenate(effects.map { reserving($0, at: context, deferred) }))
    case .none, .value, .run, .reserved, .cancel, .report:
      return effect
    }
  }
}

/// The work to do after the store is unlocked for the action that returned an
/// effect.
struct DeferredWork<Action: Sendable>: Sendable {
  /// The paths of removed children. Their new effects are not started.
  var removedChildren: Set<EffectPath> = []
  /// The cancelled scopes, whose tasks must be stopped.
  var closed: [EffectScope] = []
  /// The actions that were sent immediately.
  var sent: [Sent] = []
  /// The programming errors to report.
  var issues: [EffectIssue] = []

  /// An action with the scope of the effect that sent it.
  struct Sent: Sendable {
    var action: Action
    /// The scope that cancels the effect.
    var scope: EffectScope
  }
}

/// The scope and the path in which an effect is started.
struct EffectContext: Sendable {
  /// The scope that cancels the effect.
  var scope: EffectScope
  /// The path that the effect's ids are relative to.
  var path: EffectPath

  func within(_ component: EffectPathComponent) -> EffectContext {
    EffectContext(scope: scope, path: path + [component])
  }
}
