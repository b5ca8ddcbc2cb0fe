public import ImmutableData

extension Store {
  /// Makes a store of a reducer with effects.
  ///
  /// It is a store as any other: whatever an action leads to is another
  /// action, which is reduced, remembered and published in its turn. What
  /// follows from an action at once is reduced before `dispatch` returns,
  /// breadth first. Effects do not keep the store, and are cancelled when it
  /// goes.
  ///
  /// - Parameters:
  ///   - initialState: its state at revision 0.
  ///   - historyCapacity: how many of the last changes it can tell about.
  ///   - observer: hears each step; none costs nothing.
  ///   - reducer: makes each next state, and the effects.
  ///   - environment: what the effects need from the world.
  ///   - report: told what should not have happened, as an action for a child
  ///     that is gone. Called when the store is not locked.
  public convenience init<Environment>(
    initialState: State,
    historyCapacity: Int = 64,
    observer: ObservedStep<State, Action>.Observer? = nil,
    reducer: Composable.Reducer<State, Action, Environment>,
    environment: Environment,
    report: @escaping @Sendable (EffectReport) -> Void
  ) {
    let runner = EffectRunner<Action>(report: report)
    self.init(
      step: { state, action in
        var next = state
        let effect = reducer.reduce(&next, action, environment)
        let start = runner.begin(effect, departures: reducer.departures(state, next))
        return Step(state: next, completion: start.map(Self.completion))
      },
      initialState: initialState, historyCapacity: historyCapacity, observer: observer)
  }

  /// Starts an effect with this store as its sink.
  private static func completion(
    _ start:
      @escaping @Sendable (@escaping EffectRunner<Action>.Sink)
      -> [EffectBeginning<Action>.Sent]
  ) -> Step<State, Action>.Completion {
    { store in
      start { [weak store] sent in
        try? await store?.dispatch(action: sent.action) { _ in
          guard !sent.scope.isClosed else { throw CancellationError() }
        }
      }
      .map { sent in FollowUp(action: sent.action) { !sent.scope.isClosed } }
    }
  }
}
