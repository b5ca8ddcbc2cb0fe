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
