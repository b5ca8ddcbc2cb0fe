import Synchronization

/// The container of an application's state, which changes only through actions.
///
/// ```swift
/// enum CounterAction: Sendable { case increment, decrement }
///
/// let store = Store(initialState: 0) { (count: Int, action: CounterAction) in
///   switch action {
///   case .increment: count + 1
///   case .decrement: count - 1
///   }
/// }
/// try await store.dispatch(action: .increment)
/// print(store.select { $0 })  // 1
/// ```
///
/// `dispatch(action:)` is one serial step: it calls the reducer, replaces the
/// state, and publishes `(oldState, action)` to every stream. Any thread may
/// dispatch; all streams receive the changes in the same order. Readers never
/// wait for a reducer, they read the latest complete state.
///
/// Asynchronous code awaits `dispatch(action:)`. The step then runs on a queue
/// of the store, so that a slow reducer blocks no thread of Swift's cooperative
/// pool and delays no other store.
///
/// A reducer must not use its own store, because the store is locked for other
/// dispatches while the reducer runs.
public final class Store<State: Sendable, Action: Sendable>: Sendable {
  /// An element of a stream: the state before the action, and the action.
  public typealias Change = (oldState: State, action: Action)

  private struct Current {
    var state: State
    var history: History<Change>
  }

  private let step: @Sendable (State, Action) throws -> Step<State, Action>
  private let observer: ObservedStep<State, Action>.Observer?
  private let registrar = StreamRegistrar<Transition<State, Action>>()
  /// The revision of the current state, readable without a lock.
  public let counter = RevisionCounter()
  private let revisions = StreamRegistrar<Int>()
  // A dispatch holds `reducerLock` for its whole duration and `current` only to
  // read or replace the state, so that a slow reducer blocks no reader.
  private let reducerLock = Mutex(())
  private let current: Mutex<Current>
  /// The executor of asynchronous dispatches, and of tasks that do little else.
  package let executor = StoreExecutor()

  /// Creates a store.
  ///
  /// - Parameters:
  ///   - initialState: The state at revision 0.
  ///   - historyCapacity: The number of changes that `changes(after:through:)`
  ///     can return; a negative number counts as 0. Each change retains one old
  ///     state.
  ///   - observer: Receives every step. Without an observer no time is
  ///     measured.
  ///   - reducer: Computes the next state.
  public convenience init(
    initialState: State,
    historyCapacity: Int = 64,
    observer: ObservedStep<State, Action>.Observer? = nil,
    reducer: @escaping Reducer<State, Action>
  ) {
    self.init(
      step: { state, action in Step(state: try reducer(state, action)) },
      initialState: initialState, historyCapacity: historyCapacity, observer: observer)
  }

  /// Creates a store whose steps can dispatch follow-up actions.
  package init(
    step: @escaping @Sendable (State, Action) throws -> Step<State, Action>,
    initialState: State,
    historyCapacity: Int,
    observer: ObservedStep<State, Action>.Observer? = nil
  ) {
    self.step = step
    self.observer = observer
    self.current = Mutex(
      Current(state: initialState, history: History(capacity: historyCapacity))
    )
  }

  /// The current state and its revision.
  public var snapshot: Snapshot<State> {
    current.withLock { Snapshot(state: $0.state, revision: $0.history.revision) }
  }

  /// Returns the changes between two revisions, oldest first; `nil` if some of
  /// them are no longer in the history. O(number of changes).
  public func changes(after first: Int, through last: Int) -> [Change]? {
    current.withLock { $0.history.elements(after: first, through: last) }
  }
}

extension Store: Dispatcher {
  public func dispatch(action: Action) throws {
    try dispatch(action: action, given: { _ in })
  }

  /// Dispatches an action if a precondition holds for the state that the
  /// reducer receives: no other action can be reduced between the check and the
  /// step.
  ///
  /// ```swift
  /// struct Conflict: Error {}
  ///
  /// let store = Store(initialState: 0) { (total: Int, number: Int) in total + number }
  /// try await store.dispatch(action: 5) { total in
  ///   guard total == 0 else { throw Conflict() }
  /// }
  /// ```
  ///
  /// - Throws: The error of the precondition or the reducer; the state is then
  ///   unchanged and nothing is published.
  public func dispatch(
    action: Action,
    given precondition: (State) throws -> Void
  ) throws {
    // Breadth first: all follow-ups of one action, then their follow-ups. A
    // loop, so that a long chain does not need a deep stack.
    var followUps = try reduce(action, given: precondition)?(self) ?? []
    while !followUps.isEmpty {
      followUps = followUps.flatMap { followUp -> [FollowUp<Action>] in
        switch followUp {
        case .action(let action, let shouldDispatch):
          let completion = try? reduce(action) { _ in
            guard shouldDispatch() else { throw CancellationError() }
          }
          return completion?(self) ?? []
        case .work(let work):
          work()
          return []
        }
      }
    }
  }

  /// Reduces an action without changing the state, to find out whether it would be refused.
  ///
  /// - Throws: The error of the reducer.
  package func rehearse(_ action: Action) throws {
    _ = try step(snapshot.state, action)
  }

  public func dispatch(action: Action) async throws {
    try await dispatch(action: action, given: { _ in })
  }

  /// Dispatches an action if a precondition holds for the state that the
  /// reducer receives, without blocking the thread of the calling task.
  ///
  /// Actions are reduced in the order of the calls. Cancelling the task does
  /// not withdraw the action.
  ///
  /// - Throws: The error of the precondition or the reducer; the state is then
  ///   unchanged and nothing is published.
  public func dispatch(
    action: Action,
    given precondition: @escaping @Sendable (State) throws -> Void
  ) async throws {
    try await executor.run { try self.dispatch(action: action, given: precondition) }
  }

  /// Reduces the action, replaces the state and publishes the change. Returns
  /// the work to run after the locks are released.
  private func reduce(
    _ action: Action, given precondition: (State) throws -> Void
  ) throws -> Step<State, Action>.Completion? {
    // The evicted change is released after the lock: freeing an old state may
    // take long, and must not delay the next dispatch.
    let (_, completion) = try reducerLock.withLock { _ in
      let oldState = current.withLock { $0.state }
      try precondition(oldState)
      let start = observer.map { _ in ContinuousClock.now }
      let step = try step(oldState, action)
      let duration = start.map { ContinuousClock.now - $0 }
      let (evicted, revision) = current.withLock { current in
        current.state = step.state
        let evicted = current.history.append((oldState, action))
        return (evicted, current.history.revision)
      }
      counter.advance()
      if let observer, let duration {
        observer(
          ObservedStep(
            action: action, revision: revision, before: oldState, after: step.state,
            duration: duration))
      }
      registrar.yield(Transition(oldState: oldState, action: action, newState: step.state))
      revisions.yield(revision)
      return (evicted, step.completion)
    }
    return completion
  }

  public func dispatch(
    thunk: @Sendable (_ dispatcher: Store, _ selector: Store) throws -> Void
  ) rethrows {
    try thunk(self, self)
  }

  public func dispatch(
    thunk: @Sendable (_ dispatcher: Store, _ selector: Store) async throws -> Void
  ) async rethrows {
    try await thunk(self, self)
  }
}

extension Store: Selector {
  public func select<T: Sendable>(_ selector: @Sendable (State) -> T) -> T {
    selector(snapshot.state)
  }
}

extension Store: Streamer {
  public func makeStream() -> AsyncStream<(oldState: State, action: Action)> {
    registrar.makeStream { ($0.oldState, $0.action) }
  }

  /// Subscribes to what all actions do that are dispatched from now on.
  package func makeTransitions() -> AsyncStream<Transition<State, Action>> {
    registrar.makeStream { $0 }
  }

  /// Subscribes to some of the actions that are dispatched from now on. The others
  /// do not wake the subscriber.
  ///
  /// - Parameter isIncluded: Called for each action while the store is locked for
  ///   dispatches, so it must not use the store.
  package func makeStream(
    where isIncluded: @escaping @Sendable (_ action: Action) -> Bool
  ) -> AsyncStream<(oldState: State, action: Action)> {
    registrar.makeStream {
      isIncluded($0.action) ? ($0.oldState, $0.action) : nil
    }
  }

  /// Returns a stream of new revisions, for subscribers that only need to know
  /// that something has changed. A slow subscriber receives only the latest
  /// one.
  public func makeRevisions() -> AsyncStream<Int> {
    revisions.makeStream(bufferingPolicy: .bufferingNewest(1)) { $0 }
  }
}
