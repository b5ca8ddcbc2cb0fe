public import ImmutableData

extension Store {
  /// Creates a store from a reducer with effects.
  ///
  /// ```swift
  /// import ImmutableData
  ///
  /// enum Action: Sendable { case onTapLoadButton, didLoad(Int) }
  /// struct API: Sendable { var count: @Sendable () async throws -> Int }
  ///
  /// let reducer = ComposableReducer<Int, Action, API> { count, action, api in
  ///   switch action {
  ///   case .onTapLoadButton:
  ///     return .run { send in await send(.didLoad(try await api.count())) }
  ///   case .didLoad(let number):
  ///     count = number
  ///     return .none
  ///   }
  /// }
  /// let store = Store(
  ///   initialState: 0, reducer: reducer, environment: API(count: { 7 }), report: { print($0) })
  /// try await store.dispatch(action: .onTapLoadButton)
  /// ```
  ///
  /// Actions that effects send are reduced, recorded in the history and
  /// published like any other. The immediate follow-ups of an action are
  /// reduced before `dispatch` returns, breadth first. Effects do not retain
  /// the store, and are cancelled when it is released.
  ///
  /// - Parameters:
  ///   - initialState: The state at revision 0.
  ///   - historyCapacity: The number of changes that `changes(after:through:)`
  ///     can return.
  ///   - observer: Receives every step. Without an observer no time is
  ///     measured.
  ///   - reducer: Computes the next state and the effects.
  ///   - environment: The dependencies of the effects, such as clients and
  ///     clocks.
  ///   - report: Receives programming errors, such as an action for a child
  ///     that has been removed. Called while the store is not locked.
  public convenience init<Environment>(
    initialState: State,
    historyCapacity: Int = 64,
    observer: ObservedStep<State, Action>.Observer? = nil,
    reducer: ComposableReducer<State, Action, Environment>,
    environment: Environment,
    report: @escaping @Sendable (EffectIssue) -> Void
  ) {
    let runner = EffectRunner<Action>(report: report)
    self.init(
      step: { state, action in
        var next = state
        let effect = reducer.reduce(&next, action, environment)
        let start = runner.start(effect, removedChildren: reducer.removedChildren(state, next))
        return Step(state: next, completion: start.map(Self.completion))
      },
      initialState: initialState, historyCapacity: historyCapacity, observer: observer)
  }

  /// Returns the completion of a step, which starts an effect that sends its
  /// actions to the store.
  private static func completion(
    _ start: @escaping @Sendable (@escaping EffectRunner<Action>.Sink) -> [FollowUp<Action>]
  ) -> Step<State, Action>.Completion {
    { store in
      start { [weak store] sent in
        try? await store?.dispatch(action: sent.action) { _ in
          guard !sent.scope.isClosed else { throw CancellationError() }
        }
      }
    }
  }
}
