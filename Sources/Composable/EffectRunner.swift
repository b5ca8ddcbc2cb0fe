/// Runs the effects of one store, and ends them when it goes.
///
/// An effect is begun while the store is locked for its action, so that
/// nothing that it cancels comes after that action; tasks are started, and
/// stopped, when the store is no longer locked.
final class EffectRunner<Action: Sendable>: Sendable {
  /// Where a running effect's actions go.
  typealias Sink = @Sendable (_ sent: EffectBeginning<Action>.Sent) async -> Void
  /// The part of an effect that takes its time.
  typealias Rest = @Sendable (_ sink: @escaping Sink) async -> Void

  private let scopes = EffectScopes()
  private let root = EffectScope()
  let report: @Sendable (EffectReport) -> Void

  init(report: @escaping @Sendable (EffectReport) -> Void) {
    self.report = report
  }

  deinit {
    root.close()
    scopes.stopAll()
  }

  /// How many effects run, or have actions waiting; each part with an id
  /// counts.
  var count: Int { scopes.count }

  /// Begins what an action led to; `nil` if there is nothing to do.
  func begin(
    _ effect: Effect<Action>, departures: [EffectPath]
  ) -> (@Sendable (_ sink: @escaping Sink) -> [EffectBeginning<Action>.Sent])? {
    if effect.isNone, departures.isEmpty { return nil }
    var beginning = EffectBeginning<Action>(departed: Set(departures))
    for path in departures { beginning.closed += scopes.close(at: path) }
    let rest = begin(effect, at: EffectPlace(scope: root, path: []), &beginning)
    let scope = rest.map { _ in scopes.open(at: [], in: root) }

    return { [beginning, report] sink in
      for scope in beginning.closed { scope.stop() }
      for trouble in beginning.reports { report(trouble) }
      if let rest { scope?.start { await rest(sink) } }
      return beginning.sent
    }
  }

  /// Begins an effect whose turn comes after another one.
  func begin(
    _ effect: Effect<Action>, at place: EffectPlace, sink: Sink
  ) async -> Rest? {
    var beginning = EffectBeginning<Action>()
    let rest = begin(effect, at: place, &beginning)
    for scope in beginning.closed { scope.stop() }
    for trouble in beginning.reports { report(trouble) }
    for sent in beginning.sent { await sink(sent) }
    return rest
  }

  /// Begins an effect; returns what of it takes its time.
  func begin(
    _ effect: Effect<Action>, at place: EffectPlace, _ beginning: inout EffectBeginning<Action>
  ) -> Rest? {
    guard !place.scope.isClosed else { return nil }
    switch effect.operation {
    case .none:
      return nil
    case .value(let action):
      beginning.sent.append(.init(action: action, scope: place.scope))
      return nil
    case .run(let work):
      return running(work, in: place.scope)
    case .merge(let effects):
      return merging(effects.compactMap { begin($0, at: place, &beginning) })
    case .concatenate(let effects):
      return concatenating(effects[...], at: place, &beginning)
    case .within(let component, let effect):
      return begin(effect, at: place.within(component), &beginning)
    case .cancellable(let effect, let component, let cancelInFlight):
      let path = place.path + [component]
      guard !beginning.departed.contains(path) else { return nil }
      if cancelInFlight { beginning.closed += scopes.close(at: path) }
      let scope = scopes.open(at: path, in: place.scope)
      let inside = EffectPlace(scope: scope, path: place.path)
      guard let rest = begin(effect, at: inside, &beginning) else { return nil }
      return { sink in await scope.run { await rest(sink) } }
    case .cancel(let component):
      beginning.closed += scopes.close(at: place.path + [component])
      return nil
    case .report(let trouble):
      beginning.reports.append(trouble)
      return nil
    }
  }
}

extension EffectRunner {
  /// Work, with a `Send` that it may use until it ends.
  func running(
    _ work: @escaping @Sendable (Send<Action>) async throws -> Void, in scope: EffectScope
  ) -> Rest {
    { [report] sink in
      guard !scope.isClosed else { return }
      let life = EffectScope(in: scope)
      let send = Send<Action> { action in
        if !life.isClosed {
          await sink(.init(action: action, scope: scope))
        } else if !scope.isClosed {
          report(.actionAfterEnd(action: String(reflecting: action)))
        }
      }
      do {
        try await work(send)
      } catch {
        // One that was cancelled may end with any error.
        let isExpected = error is CancellationError || scope.isClosed
        if !isExpected { report(.error(String(reflecting: error))) }
      }
      life.close()
    }
  }

  /// All at the same time.
  func merging(_ rests: [Rest]) -> Rest? {
    guard rests.count > 1 else { return rests.first }
    return { sink in
      await withDiscardingTaskGroup { group in
        for rest in rests { group.addTask { await rest(sink) } }
      }
    }
  }

  /// One after the other. Those that take no time are begun at once, up to the
  /// first that does.
  func concatenating(
    _ effects: ArraySlice<Effect<Action>>, at place: EffectPlace,
    _ beginning: inout EffectBeginning<Action>
  ) -> Rest? {
    for (index, effect) in zip(effects.indices, effects) {
      guard let first = begin(effect, at: place, &beginning) else { continue }
      return { [weak self] sink in
        await first(sink)
        for effect in effects[(index + 1)...] {
          // Apart, so that it does not keep the runner while it runs.
          let next = await self?.begin(effect, at: place, sink: sink)
          await next?(sink)
        }
      }
    }
    return nil
  }
}

/// The work to do when the store is no longer locked for the action that
/// an effect came from.
struct EffectBeginning<Action: Sendable>: Sendable {
  /// The children whose state is gone. What they still want is not begun.
  var departed: Set<EffectPath> = []
  /// The cancelled tasks, which are now to be stopped.
  var closed: [EffectScope] = []
  /// The actions that were sent at once.
  var sent: [Sent] = []
  /// Something that should not have happened.
  var reports: [EffectReport] = []

  /// An action, and the effect that it came from.
  struct Sent: Sendable {
    var action: Action
    var scope: EffectScope
  }
}

/// The place in which an effect is begun.
struct EffectPlace: Sendable {
  /// The action it ends with.
  var scope: EffectScope
  /// The scope of its ids.
  var path: EffectPath

  func within(_ component: EffectPathComponent) -> EffectPlace {
    EffectPlace(scope: scope, path: path + [component])
  }
}
